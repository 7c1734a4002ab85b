import { expect, it } from "vitest";
import { Zoom } from "../../src/board/zoom.svelte";

it("centres the map, zooms around a point and keeps the map in its window", () => {
  const zoom = new Zoom();
  zoom.resize(400, 500, 1.25);
  expect([zoom.x, zoom.y]).toEqual([0, 90]);
  zoom.zoom(2, [200, 250]);
  expect([zoom.scale, zoom.x, zoom.y]).toEqual([2, -200, -70]);
  zoom.zoom(100);
  expect(zoom.scale).toBe(4);
  zoom.reveal([-4000, -4000]);
  expect([zoom.x, zoom.y]).toEqual([0, 0]);
  zoom.reset();
  expect([zoom.scale, zoom.y]).toEqual([1, 90]);
});
