/** How a player who is not looking is told: channels on the server, and pushes to this browser. */

import { get, post } from "./api";
import { router } from "./router.svelte";
import type { Notices, WantedChannel } from "./types/time";

export const fetchNotices = () => get("/api/notices");
export const addChannel = (wanted: WantedChannel) => post("/api/notices", wanted);
export const removeChannel = (channel: string) => post("/api/notices/remove", { channel });

/** The panel lies over whatever page it is opened from. */
export const noticesPanel = $state({ open: false });

const WORKER = "/push-worker.js";
const HINT = "guanxi.hint.notices";

/** Why this browser cannot be pushed to; null: it can. */
export function pushObstacle(): "insecure" | "home-screen" | "missing" | "denied" | null {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? "home-screen" : "missing";
  return Notification.permission === "denied" ? "denied" : null;
}

/** The address at which this browser is pushed to, if it is. */
export async function pushAddress(): Promise<string | null> {
  return (await pushSubscription())?.endpoint ?? null;
}

async function pushSubscription(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Let this browser be pushed to; null if the player does not allow it. */
export async function subscribe(key: string): Promise<WantedChannel | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(WORKER);
  const registration = await navigator.serviceWorker.ready;
  // A subscription made for another server's key is of no use.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
  const { p256dh = "", auth = "" } = made.toJSON().keys ?? {};
  return { kind: "push", address: made.endpoint, keys: { p256dh, auth } };
}

export async function unsubscribe(): Promise<void> {
  await (await pushSubscription())?.unsubscribe();
}

/** Base64url as bytes. */
function bytes(text: string): Uint8Array<ArrayBuffer> {
  const decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(decoded, (letter) => letter.charCodeAt(0));
}

/** Go where a notice leads that was clicked; the answer ends it. */
export function followNotices(): () => void {
  const follow = ({ data }: MessageEvent<{ visit: string }>) => router.go(data.visit);
  navigator.serviceWorker?.addEventListener("message", follow);
  return () => navigator.serviceWorker?.removeEventListener("message", follow);
}

/** Who looks at a table has seen what a notice says of it. */
export async function clearNotices(table: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  for (const notice of (await registration?.getNotifications({ tag: table })) ?? []) notice.close();
}

/** Should somebody at a slow table be asked how they want to be told? */
export class NoticesHint {
  wanted = $state(false);
  private looked = false;

  async look(): Promise<void> {
    if (this.looked || localStorage.getItem(HINT)) return;
    this.looked = true;
    this.wanted = await fetchNotices().then(
      (notices) => notices.channels.length === 0,
      () => false,
    );
  }

  dismiss(): void {
    this.wanted = false;
    localStorage.setItem(HINT, "no");
  }
}

/** The hours of a day in UTC with what clocks here show then, in the order of this place's day. */
export function digestHours(language: string, today = new Date()): { hour: number; name: string }[] {
  const shown = new Intl.DateTimeFormat(language, { hour: "numeric", minute: "2-digit" });
  const at = (hour: number) => new Date(Date.UTC(today.getFullYear(), today.getMonth(), today.getDate(), hour));
  const here = (hour: number) => at(hour).getHours() * 60 + at(hour).getMinutes();
  return Array.from({ length: 24 }, (_, hour) => ({ hour, name: shown.format(at(hour)) })).toSorted(
    (one, other) => here(one.hour) - here(other.hour),
  );
}
