/** The links to seats that friends have not taken yet: told once, when a table is made, so this browser keeps them. */

const key = (table: string): string => `guanxi.links.${table}`;

export function keepLinks(table: string, links: Record<string, string>): void {
  try {
    if (Object.keys(links).length > 0) localStorage.setItem(key(table), JSON.stringify(links));
  } catch {
    // Without storage the links are lost with the page; the table can be made again.
  }
}

export function keptLinks(table: string): Record<string, string> {
  try {
    return JSON.parse(localStorage.getItem(key(table)) ?? "{}") as Record<string, string>;
  } catch {
    return {};
  }
}

export function forgetLinks(table: string): void {
  try {
    localStorage.removeItem(key(table));
  } catch {
    // Nothing was kept.
  }
}
