/** Which page an address means; a handful of patterns on the History API. */

export type Page =
  | { name: "home" }
  | { name: "table"; id: string }
  | { name: "join"; token: string }
  | { name: "replay"; id: string; move: number | null }
  | { name: "lost" };

export function pageOf(path: string, search = ""): Page {
  const [first, second, ...more] = path.split("/").filter(Boolean);
  if (first === undefined) return { name: "home" };
  if (second !== undefined && more.length === 0) {
    if (first === "table") return { name: "table", id: second };
    if (first === "join") return { name: "join", token: second };
    if (first === "replay") return { name: "replay", id: second, move: wholeNumber(search) };
  }
  return { name: "lost" };
}

function wholeNumber(search: string): number | null {
  const given = new URLSearchParams(search).get("move");
  return given !== null && /^\d+$/.test(given) ? Number(given) : null;
}

class Router {
  page: Page = $state.raw({ name: "home" });

  start(): void {
    const read = (): void => {
      this.page = pageOf(location.pathname, location.search);
    };
    addEventListener("popstate", read);
    addEventListener("click", (click) => this.follow(click));
    read();
  }

  go(path: string): void {
    history.pushState(null, "", path);
    this.page = pageOf(location.pathname, location.search);
    scrollTo(0, 0);
  }

  /** Change the address without a step in the history: a seat's secret must not stay in it. */
  replace(path: string): void {
    history.replaceState(null, "", path);
    this.page = pageOf(location.pathname, location.search);
  }

  /** Links within the client change the page without a reload. */
  private follow(click: MouseEvent): void {
    const link = (click.target as Element | null)?.closest?.("a");
    const changed = click.button !== 0 || click.metaKey || click.ctrlKey || click.shiftKey || click.altKey;
    if (!link || changed || click.defaultPrevented) return;
    if (link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
    if (link.pathname.startsWith("/api") || (link.hash && link.pathname === location.pathname)) return;
    click.preventDefault();
    this.go(link.pathname + link.search);
  }
}

export const router = new Router();
