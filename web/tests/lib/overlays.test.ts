import { afterEach, expect, it } from "vitest";
import { closable, overlay, takesEscape } from "../../src/lib/overlays";

const escape = () => new KeyboardEvent("keydown", { key: "Escape", cancelable: true, bubbles: true });

afterEach(() => document.body.replaceChildren());

it("Escape closes the overlay that was opened last, and only that one", () => {
  const closed: string[] = [];
  const lower = closable(() => closed.push("lower"));
  const upper = closable(() => {
    closed.push("upper");
    upper();
  });
  dispatchEvent(escape());
  expect(closed).toEqual(["upper"]);
  dispatchEvent(escape());
  expect(closed).toEqual(["upper", "lower"]);
  lower();
});

it("Escape is meant for an overlay only while one is open", () => {
  expect(takesEscape(escape())).toBe(false);
  const closed = closable(() => undefined);
  expect(takesEscape(escape())).toBe(true);
  closed();
  expect(takesEscape(escape())).toBe(false);
});

it("an Escape that something inside has used closes nothing", () => {
  let closed = false;
  const stop = closable(() => (closed = true));
  const used = escape();
  used.preventDefault();
  dispatchEvent(used);
  expect(closed).toBe(false);
  stop();
});

it("the focus returns to what had it before the overlay opened, unless it has moved on", () => {
  document.body.innerHTML = "<button>opener</button><button>other</button><div><button>inside</button></div>";
  const [opener, other, inside] = document.querySelectorAll("button");
  opener!.focus();
  const attached = overlay(() => undefined)(document.querySelector("div")!);
  inside!.focus();
  attached();
  expect(document.activeElement).toBe(opener);
  const again = overlay(() => undefined)(document.querySelector("div")!);
  other!.focus();
  again();
  expect(document.activeElement).toBe(other);
});
