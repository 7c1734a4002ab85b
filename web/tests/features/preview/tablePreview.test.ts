import { beforeEach, describe, expect, it, vi } from "vitest";
import { Narrowing } from "../../../src/board/narrowing.svelte";
import { TablePreview } from "../../../src/features/preview/tablePreview.svelte";
import { fetchPreview } from "../../../src/features/table/api";
import type { Offer, Preview, State } from "../../../src/lib/types";
import { offer } from "../../fixtures";

vi.mock("../../../src/features/table/api", () => ({ fetchPreview: vi.fn() }));

const state = { table: "t", seat: 0, length: 5 } as State;
const other: Offer = { ...offer, number: 2 };
const narrowing = new Narrowing([offer, other]);
const preview = (item: string) => ({ game: "hanamikoji", geishas: [{ item }] }) as Preview;
const asked = vi.mocked(fetchPreview);

beforeEach(() => {
  asked.mockReset();
  asked.mockImplementation((_, __, number) => Promise.resolve({ number, preview: preview(`item ${number}`) }));
});

describe("the preview of a table", () => {
  it("is asked for once, for the move that is about to be made", async () => {
    const shown = new TablePreview();
    await shown.show(state, narrowing, offer);
    expect(shown.shown).toEqual(preview("item 1"));
    await shown.show(state, narrowing, other);
    await shown.show(state, narrowing, offer);
    expect(shown.shown).toEqual(preview("item 1"));
    expect(asked.mock.calls).toEqual([["t", 0, 1, 5], ["t", 0, 2, 5]]);
  });

  it("is asked for again when another decision is pending", async () => {
    const shown = new TablePreview();
    await shown.show(state, narrowing, offer);
    await shown.show({ ...state, length: 6 }, new Narrowing([offer]), offer);
    expect(asked.mock.calls.map(([, , , length]) => length)).toEqual([5, 6]);
  });

  it("goes away when nothing is chosen", async () => {
    const shown = new TablePreview();
    await shown.show(state, narrowing, offer);
    await shown.show(state, narrowing, null);
    expect(shown.shown).toBeNull();
  });

  it("is that of the last choice, whichever answer comes first", async () => {
    let answer = (_: Awaited<ReturnType<typeof fetchPreview>>): void => undefined;
    asked.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
    const shown = new TablePreview();
    const slow = shown.show(state, narrowing, offer);
    await shown.show(state, narrowing, other);
    answer({ number: 1, preview: preview("item 1") });
    await slow;
    expect(shown.shown).toEqual(preview("item 2"));
  });

  it("is empty if it cannot be had", async () => {
    asked.mockRejectedValueOnce(new Error("offline"));
    const shown = new TablePreview();
    await shown.show(state, narrowing, offer);
    expect(shown.shown).toBeNull();
  });
});
