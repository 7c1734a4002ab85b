import { describe, expect, it } from "vitest";
import { pageOf } from "../../src/lib/router.svelte";

describe("paths", () => {
  it("lead to their pages", () => {
    expect(pageOf("/")).toEqual({ name: "home" });
    expect(pageOf("/table/ab12")).toEqual({ name: "table", id: "ab12", hands: false });
    expect(pageOf("/table/ab12/")).toEqual({ name: "table", id: "ab12", hands: false });
    expect(pageOf("/watch/ab12")).toEqual({ name: "room", id: "ab12" });
    expect(pageOf("/table/ab12", "?hands")).toEqual({ name: "table", id: "ab12", hands: true });
    expect(pageOf("/rules/han")).toEqual({ name: "rules", game: "han" });
    expect(pageOf("/learn/han")).toEqual({ name: "learn", game: "han" });
    expect(pageOf("/tournaments")).toEqual({ name: "tournaments" });
    expect(pageOf("/tournament/ab12")).toEqual({ name: "tournament", id: "ab12" });
    expect(pageOf("/join/s3cret")).toEqual({ name: "join", token: "s3cret" });
    expect(pageOf("/people/p1")).toEqual({ name: "person", id: "p1" });
    expect(pageOf("/ratings/han")).toEqual({ name: "ranking", game: "han" });
    expect(pageOf("/device/s3cret")).toEqual({ name: "device", token: "s3cret" });
    expect(pageOf("/replay/ab12", "?move=7")).toEqual({ name: "replay", id: "ab12", move: 7, moment: null, seat: null });
    expect(pageOf("/replay/ab12", "?move=7&moment=2&seat=1")).toEqual({ name: "replay", id: "ab12", move: 7, moment: 2, seat: 1 });
    expect(pageOf("/review/ab12", "?move=7&moment=2")).toEqual({ name: "review", id: "ab12", move: 7, moment: 2 });
  });

  it("ignore a move that is not a whole number", () => {
    expect(pageOf("/replay/ab12", "?move=-3")).toEqual({ name: "replay", id: "ab12", move: null, moment: null, seat: null });
    expect(pageOf("/replay/ab12")).toEqual({ name: "replay", id: "ab12", move: null, moment: null, seat: null });
  });

  it("lead to the error page if they are unknown", () => {
    for (const path of ["/table", "/table/a/b", "/other", "/%E0%A4%A"]) expect(pageOf(path)).toEqual({ name: "lost" });
  });
});
