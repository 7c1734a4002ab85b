/** The service worker shows push messages, and a click on one leads to its table. */
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";

const SOURCE = readFileSync("public/worker.js", "utf-8");
const HERE = "https://guanxi.example";

type Listener = (event: Record<string, unknown>) => void;

/** The surroundings of a service worker, with tabs at these paths. */
function surroundings(paths: string[] = []) {
  const listeners: Record<string, Listener> = {};
  const tabs = paths.map((path) => ({ url: HERE + path, focus: vi.fn(), postMessage: vi.fn() }));
  const shown: { title: string; notice: Record<string, unknown> }[] = [];
  const self = {
    addEventListener: (kind: string, listener: Listener) => (listeners[kind] = listener),
    location: { origin: HERE },
    navigator: { setAppBadge: vi.fn() },
    clients: { matchAll: vi.fn(() => Promise.resolve(tabs)), openWindow: vi.fn() },
    registration: {
      showNotification: vi.fn((title: string, notice: Record<string, unknown>) => Promise.resolve(void shown.push({ title, notice }))),
      getNotifications: () => Promise.resolve(shown),
    },
  };
  new Function("self", SOURCE)(self);
  /** Let something happen, and wait until the worker is done with it. */
  const happen = async (kind: string, event: Record<string, unknown>): Promise<void> => {
    const done: unknown[] = [];
    listeners[kind]!({ ...event, waitUntil: (promise: unknown) => done.push(promise) });
    expect(done).not.toEqual([]);
    await Promise.all(done);
  };
  return { self, tabs, shown, happen };
}

const message = { title: "Han: it is your turn", body: "With Bea", url: "/table/t1", tag: "t1" };
const push = (data: unknown) => ({ data: data === null ? null : { json: () => data } });
const click = (data: unknown) => ({ notification: { data, close: vi.fn() } });

describe("a push message", () => {
  let around: ReturnType<typeof surroundings>;
  beforeEach(() => (around = surroundings()));

  it("is shown with its table, and the next one about that table takes its place", async () => {
    await around.happen("push", push(message));
    const { title, body, url, tag } = message;
    const [{ notice, ...rest }] = around.shown as [{ title: string; notice: Record<string, unknown> }];
    expect(rest).toEqual({ title });
    expect(notice).toEqual({ body, tag, renotify: true, icon: "/icon-192.png", badge: "/badge-96.png", data: { url } });
    for (const picture of [notice.icon, notice.badge]) expect(() => readFileSync(`public${String(picture)}`)).not.toThrow();
  });

  it("counts on the app's badge", async () => {
    await around.happen("push", push(message));
    await around.happen("push", push({ ...message, tag: "t2" }));
    expect(around.self.navigator.setAppBadge).toHaveBeenLastCalledWith(2);
  });

  it("without contents still shows something, as browsers demand", async () => {
    await around.happen("push", push(null));
    expect(around.shown).toMatchObject([{ title: "Guanxi", notice: { renotify: false, data: { url: "/" } } }]);
  });
});

describe("a click on a notification", () => {
  it.each([
    ["focuses the tab of its table", ["/", "/table/t1"], 1],
    ["leads the home page there", ["/rules/han", "/"], 1],
    ["opens a tab if there is none", ["/rules/han"], null],
  ])("%s", async (_, paths, focused) => {
    const { self, tabs, happen } = surroundings(paths);
    const event = click({ url: "/table/t1" });
    await happen("notificationclick", event);
    expect(event.notification.close).toHaveBeenCalled();
    expect(tabs.map((tab) => tab.focus.mock.calls.length)).toEqual(tabs.map((_, index) => Number(index === focused)));
    expect(self.clients.openWindow.mock.calls).toEqual(focused === null ? [[`${HERE}/table/t1`]] : []);
    for (const tab of tabs) {
      const asked = tab.focus.mock.calls.length > 0 && tab.url === `${HERE}/`;
      expect(tab.postMessage.mock.calls).toEqual(asked ? [[{ visit: "/table/t1" }]] : []);
    }
  });
});
