/** Notices to this browser: push subscriptions, and the panel where channels are set up. */

import { router } from "../../lib/router.svelte";
import { storage } from "../../lib/storage";
import { WORKER } from "../offline/shell";
import { fetchNotices } from "./api";
import type { NewChannel } from "./types";

/** The panel can be opened over any page. */
export const noticesPanel = $state({ open: false });

const DISMISSED = "hint.notices";

/** Why this browser cannot receive push messages; null if it can. */
export function pushObstacle(): "insecure" | "home-screen" | "missing" | "denied" | null {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window))
    return /iPhone|iPad/.test(navigator.userAgent) ? "home-screen" : "missing";
  return Notification.permission === "denied" ? "denied" : null;
}

/** The push address of this browser, if it is subscribed. */
export async function pushAddress(): Promise<string | null> {
  return (await pushSubscription())?.endpoint ?? null;
}

async function pushSubscription(): Promise<PushSubscription | null> {
  if (!("serviceWorker" in navigator)) return null;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** Subscribe this browser to push messages; null if the user does not allow it. */
export async function subscribe(key: string): Promise<NewChannel | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  await navigator.serviceWorker.register(WORKER);
  const registration = await navigator.serviceWorker.ready;
  // An older subscription may belong to another server key.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const made = await registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: decode(key) });
  const { p256dh = "", auth = "" } = made.toJSON().keys ?? {};
  return { kind: "push", address: made.endpoint, keys: { p256dh, auth } };
}

export async function unsubscribe(): Promise<void> {
  await (await pushSubscription())?.unsubscribe();
}

/** Decode base64url. */
function decode(text: string): Uint8Array<ArrayBuffer> {
  const decoded = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(decoded, (character) => character.charCodeAt(0));
}

/** Open the page of a clicked notice; returns a function that stops it. */
export function followNotices(): () => void {
  const follow = ({ data }: MessageEvent<{ visit: string }>) => router.go(data.visit);
  navigator.serviceWorker?.addEventListener("message", follow);
  return () => navigator.serviceWorker?.removeEventListener("message", follow);
}

/** Remove the notices about a table that the user is looking at. */
export async function clearNotices(table: string): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  for (const notice of (await registration?.getNotifications({ tag: table })) ?? []) notice.close();
}

/** Whether to suggest notices to a player at a slow table. */
export class NoticesSuggestion {
  visible = $state(false);
  private checked = false;

  /** Check once whether the user has set up a channel or dismissed the suggestion. */
  async check(): Promise<void> {
    if (this.checked || storage.get(DISMISSED)) return;
    this.checked = true;
    this.visible = await fetchNotices().then(
      (notices) => notices.channels.length === 0,
      () => false,
    );
  }

  dismiss(): void {
    this.visible = false;
    storage.set(DISMISSED, "no");
  }
}

/** The hours of a day in UTC with their local names, in the order of the local day. */
export function digestHours(locale: string, today = new Date()): { hour: number; name: string }[] {
  const format = new Intl.DateTimeFormat(locale, { hour: "numeric", minute: "2-digit" });
  const at = (hour: number) => new Date(Date.UTC(today.getFullYear(), today.getMonth(), today.getDate(), hour));
  const localMinutes = (hour: number) => at(hour).getHours() * 60 + at(hour).getMinutes();
  return Array.from({ length: 24 }, (_, hour) => ({ hour, name: format.format(at(hour)) })).toSorted(
    (one, other) => localMinutes(one.hour) - localMinutes(other.hour),
  );
}
