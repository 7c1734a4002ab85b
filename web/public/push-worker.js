/** Service worker for push messages.  It caches nothing, so that no outdated page is ever shown. */

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
