/** What this browser remembers of its player's wishes. */

export type Theme = "auto" | "light" | "dark";

export function read(name: string): string | null {
  try {
    return localStorage.getItem(`guanxi.${name}`);
  } catch {
    return null;
  }
}

export function write(name: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(`guanxi.${name}`);
    else localStorage.setItem(`guanxi.${name}`, value);
  } catch {
    // A browser that keeps nothing still plays.
  }
}

class Kept {
  #name = $state(read("name") ?? "");
  #language = $state(read("language"));
  #theme = $state((read("theme") ?? "auto") as Theme);
  #sound = $state(read("sound") === "on");
  #drawer = $state(read("drawer") !== "closed");

  get name(): string {
    return this.#name;
  }

  set name(name: string) {
    this.#name = name;
    write("name", name.trim() || null);
  }

  get language(): string | null {
    return this.#language;
  }

  set language(language: string | null) {
    this.#language = language;
    write("language", language);
  }

  get theme(): Theme {
    return this.#theme;
  }

  set theme(theme: Theme) {
    this.#theme = theme;
    write("theme", theme === "auto" ? null : theme);
    showTheme(theme);
  }

  get sound(): boolean {
    return this.#sound;
  }

  set sound(sound: boolean) {
    this.#sound = sound;
    write("sound", sound ? "on" : null);
  }

  get drawer(): boolean {
    return this.#drawer;
  }

  set drawer(open: boolean) {
    this.#drawer = open;
    write("drawer", open ? null : "closed");
  }
}

export function showTheme(theme: Theme): void {
  if (theme === "auto") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
}

export const kept = new Kept();
