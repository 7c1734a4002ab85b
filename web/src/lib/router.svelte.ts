/** A small router on the History API. */

export type Page =
  | { name: "home" }
  | { name: "table"; id: string; hands: boolean }
  | { name: "join"; token: string }
  | { name: "replay"; id: string; move: number | null; moment: number | null; seat: number | null }
  | { name: "review"; id: string; move: number | null; moment: number | null }
  | { name: "person"; id: string }
  | { name: "ranking"; game: string }
  | { name: "device"; token: string }
  | { name: "rules"; game: string }
  | { name: "learn"; game: string }
  | { name: "campaign"; game: string }
  | { name: "puzzles" }
  | { name: "puzzle"; game: string; id: string | null }
  | { name: "editor"; board: string | null; game: string | null }
  | { name: "friends" }
  | { name: "clubs" }
  | { name: "club"; id: string }
  | { name: "club-invitation"; id: string }
  | { name: "club-join"; token: string }
  | { name: "tournaments" }
  | { name: "tournament"; id: string }
  | { name: "exhibition"; id: string }
  | { name: "room"; id: string }
  | { name: "insights"; game: string | null }
  | { name: "openings"; game: string; line: string }
  | { name: "lost" };

export function pageOf(path: string, search = ""): Page {
  const [first, second, ...more] = path.split("/").filter(Boolean);
  if (first === undefined) return { name: "home" };
  if (first === "puzzles" && more.length < 2) {
    return second === undefined ? { name: "puzzles" } : { name: "puzzle", game: second, id: more[0] ?? null };
  }
  if (first === "editor" && second === undefined) {
    const given = new URLSearchParams(search);
    return { name: "editor", board: given.get("board"), game: given.get("game") };
  }
  if (first === "friends" && second === undefined) return { name: "friends" };
  if (first === "insights" && more.length === 0) return { name: "insights", game: second ?? null };
  if (first === "clubs") return clubPageOf(second, more);
  if (first === "tournaments" && second === undefined) return { name: "tournaments" };
  if (second !== undefined && more.length === 0) {
    // A link to a moment of a finished game opens its replay.
    const move = wholeNumber(search, "move");
    const moment = wholeNumber(search, "moment");
    if (first === "replay" || (first === "table" && move !== null)) {
      return { name: "replay", id: second, move, moment, seat: wholeNumber(search, "seat") };
    }
    if (first === "review") return { name: "review", id: second, move, moment };
    if (first === "table") return { name: "table", id: second, hands: new URLSearchParams(search).has("hands") };
    if (first === "join") return { name: "join", token: second };
    if (first === "people") return { name: "person", id: second };
    if (first === "ratings") return { name: "ranking", game: second };
    if (first === "device") return { name: "device", token: second };
    if (first === "openings") return { name: "openings", game: second, line: new URLSearchParams(search).get("line") ?? "" };
    if (first === "rules") return { name: "rules", game: second };
    if (first === "tournament") return { name: "tournament", id: second };
    if (first === "exhibition") return { name: "exhibition", id: second };
    if (first === "watch") return { name: "room", id: second };
    if (first === "campaign") return { name: "campaign", game: second };
    if (first === "learn") return { name: "learn", game: second };
  }
  return { name: "lost" };
}

function clubPageOf(id: string | undefined, more: string[]): Page {
  if (id === undefined) return { name: "clubs" };
  if (more.length === 0) return { name: "club", id };
  if (id === "join" && more.length === 1) return { name: "club-join", token: more[0]! };
  return more.join("/") === "invitation" ? { name: "club-invitation", id } : { name: "lost" };
}

function wholeNumber(search: string, name: string): number | null {
  const given = new URLSearchParams(search).get(name);
  return given !== null && /^\d+$/.test(given) ? Number(given) : null;
}

class Router {
  page: Page = $state.raw({ name: "home" });
  /** The title of the new page, to be read out: without a reload screen readers would not announce it. */
  arrived = $state("");
  private readonly titles = new MutationObserver(() => {
    this.titles.disconnect();
    this.arrived = document.title;
  });

  start(): void {
    addEventListener("popstate", () => this.read());
    addEventListener("click", (click) => this.follow(click));
    this.page = pageOf(location.pathname, location.search);
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.read();
    scrollTo(0, 0);
  }

  /** Go to a page without leaving the old address in the history: it may contain a secret token. */
  replace(path: string): void {
    history.replaceState(null, "", path);
    this.page = pageOf(location.pathname, location.search);
  }

  /** Show the page of the current address and announce its title once it is set. */
  private read(): void {
    this.titles.observe(document.head.querySelector("title")!, { childList: true });
    this.page = pageOf(location.pathname, location.search);
  }

  /** Follow links within the client without a reload. */
  private follow(click: MouseEvent): void {
    const link = (click.target as Element | null)?.closest?.("a");
    const modified = click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey;
    if (!link || modified || click.defaultPrevented) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api") || (link.hash && link.pathname === location.pathname)) return;
    click.preventDefault();
    this.go(link.pathname + link.search + link.hash);
  }
}

export const router = new Router();
