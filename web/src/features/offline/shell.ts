/** The client's own files without a connection: the service worker keeps them, and a newer build replaces them. */

import { get } from "../../lib/api";

export const WORKER = "/worker.js";
const PROBE = 4000; // milliseconds between two attempts to reach the server

/** The file that the page started with; its name changes with every build. */
function entry(): string {
  return new URL(document.querySelector<HTMLScriptElement>("script[type=module]")?.src ?? location.href).pathname;
}

/** Let the service worker keep the files that this page has loaded, so that a reload works without a connection. */
export async function keepShell(): Promise<void> {
  if (!("serviceWorker" in navigator) || !entry().startsWith("/assets/")) return;
  await navigator.serviceWorker.register(WORKER);
  const { active } = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => new URL(name));
  const files = loaded.filter(({ origin, pathname }) => origin === location.origin && pathname.startsWith("/assets/"));
  active?.postMessage({ keep: { build: entry(), files: [...new Set([entry(), ...files.map(({ pathname }) => pathname)])] } });
}

/** After an interruption the server may have a newer client: load it. */
export async function reloadIfOutdated(): Promise<void> {
  const page = await fetch("/", { cache: "no-cache" }).then(
    (answer) => (answer.ok ? answer.text() : ""),
    () => "",
  );
  if (page && !page.includes(entry())) location.reload();
}

/** The page was started without a connection, perhaps by an older build: load it anew as soon as the server answers. */
export function reloadWhenReachable(): void {
  const probe = () => void get("/api/health").then(() => location.reload(), () => undefined);
  addEventListener("online", probe);
  setInterval(probe, PROBE);
}
