import { storage } from "./storage";

export type Theme = "auto" | "light" | "dark";

/** How fast the moves of others are shown. */
export const PACES = ["slow", "normal", "fast", "instant"] as const;
export type Pace = (typeof PACES)[number];

/** Which moves are confirmed before they are made. */
export const CONFIRMATIONS = ["never", "important", "always"] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

/** The user's preferences, stored in this browser. */
class Preferences {
  #name = $state(storage.get("name") ?? "");
  #language = $state(storage.get("language"));
  #theme = $state((storage.get("theme") ?? "auto") as Theme);
  #sound = $state(storage.get("sound") === "on");
  #pace = $state(PACES.find((pace) => pace === storage.get("pace")) ?? "normal");
  #confirm = $state(CONFIRMATIONS.find((each) => each === storage.get("confirm")) ?? "important");
  #forced = $state(storage.get("forced") !== "off");
  #botsTalk = $state(storage.get("bots-talk") !== "off");
  #drawer = $state(storage.get("drawer") !== "closed");

  get name(): string {
    return this.#name;
  }

  set name(name: string) {
    this.#name = name;
    storage.set("name", name.trim() || null);
  }

  get language(): string | null {
    return this.#language;
  }

  set language(language: string | null) {
    this.#language = language;
    storage.set("language", language);
  }

  get theme(): Theme {
    return this.#theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    storage.set("theme", theme === "auto" ? null : theme);
    applyTheme(theme);
  }

  get sound(): boolean {
    return this.#sound;
  }

  set sound(sound: boolean) {
    this.#sound = sound;
    storage.set("sound", sound ? "on" : null);
  }

  get pace(): Pace {
    return this.#pace;
  }

  set pace(pace: Pace) {
    this.#pace = pace;
    storage.set("pace", pace === "normal" ? null : pace);
  }

  get confirm(): Confirmation {
    return this.#confirm;
  }

  set confirm(confirm: Confirmation) {
    this.#confirm = confirm;
    storage.set("confirm", confirm === "important" ? null : confirm);
  }

  /** Whether forced moves are played by themselves. */
  get forced(): boolean {
    return this.#forced;
  }

  set forced(forced: boolean) {
    this.#forced = forced;
    storage.set("forced", forced ? null : "off");
  }

  /** Whether remarks by bots are shown. */
  get botsTalk(): boolean {
    return this.#botsTalk;
  }

  set botsTalk(talk: boolean) {
    this.#botsTalk = talk;
    storage.set("bots-talk", talk ? null : "off");
  }

  get drawer(): boolean {
    return this.#drawer;
  }

  set drawer(open: boolean) {
    this.#drawer = open;
    storage.set("drawer", open ? null : "closed");
  }
}

export function applyTheme(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

export const preferences = new Preferences();
