/**
 * The service worker: push messages, and the client's own files for times without a connection.
 *
 * A page always comes from the server if that answers, so an outdated client never meets a newer server.  Files below
 * /assets have a hash of their content in their names.  Answers of the API are not cached.
 */

const UNAVAILABLE = [502, 503, 504]; // what proxies answer while the server is down
const PREFIX = "guanxi ";

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title = "Guanxi", body = "", url = "/", tag = "" } = event.data?.json() ?? {};
  event.waitUntil(show(title, { body, tag, renotify: tag !== "", icon: "/icon-192.png", badge: "/badge-96.png", data: { url } }));
});

async function show(title, notice) {
  await self.registration.showNotification(title, notice);
  // An estimate: the page sets the correct number when it is opened.
  await self.navigator.setAppBadge?.((await self.registration.getNotifications()).length);
}

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(visit(new URL(event.notification.data?.url ?? "/", self.location.origin)));
});

/** Focus the tab that shows the table, else lead the home page there, else open a new tab. */
async function visit(url) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = tabs.find((tab) => new URL(tab.url).pathname === url.pathname);
  if (there) return there.focus();
  const home = tabs.find((tab) => new URL(tab.url).pathname === "/");
  if (home) {
    home.postMessage({ visit: url.pathname });
    return home.focus();
  }
  return self.clients.openWindow(url.href);
}

self.addEventListener("pushsubscriptionchange", (event) => event.waitUntil(renew(event)));

/** Replace an expired subscription and register the new one with the server. */
async function renew({ oldSubscription, newSubscription }) {
  const key = oldSubscription?.options.applicationServerKey;
  if (!newSubscription && !key) return;
  const subscription = newSubscription ?? (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = subscription.toJSON();
  await fetch("/api/notices", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "push", address: endpoint, keys }),
  });
}

self.addEventListener("message", (event) => {
  if (event.data.keep) event.waitUntil(keep(event.data.keep));
});

/** Store the files of a build, and forget those of others.  A page that the server has replaced meanwhile is not kept. */
async function keep({ build, files }) {
  const page = await fetch("/", { cache: "no-cache" });
  if (!page.ok || !(await page.clone().text()).includes(build)) return;
  const cache = await caches.open(PREFIX + build);
  await cache.addAll(files);
  await cache.put("/", page);
  for (const name of await builds()) if (name !== PREFIX + build) await caches.delete(name);
}

/** The names of the caches. */
async function builds() {
  return (await caches.keys()).filter((name) => name.startsWith(PREFIX));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || pathname.startsWith("/api")) return;
  if (request.mode === "navigate") event.respondWith(page(request));
  else if (pathname.startsWith("/assets/")) event.respondWith(asset(request));
});

/** The page from the server; the stored one only if the server cannot be reached. */
async function page(request) {
  const answer = await fetch(request).catch(() => null);
  if (answer && !UNAVAILABLE.includes(answer.status)) return answer;
  return (await caches.match("/", { ignoreVary: true })) ?? answer ?? Response.error();
}

/** A file of a build, which never changes; files that are loaded later are stored as well. */
async function asset(request) {
  const stored = await caches.match(request, { ignoreVary: true });
  if (stored) return stored;
  const answer = await fetch(request);
  const [build] = await builds();
  if (answer.ok && build) await (await caches.open(build)).put(request, answer.clone());
  return answer;
}
