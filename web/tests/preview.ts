/** What a game's preview says, as text. */
import { mount, unmount, type Component } from "svelte";
import { vi } from "vitest";
import type { PreviewProps } from "../src/games/types";
import type { GameName } from "../src/lib/types";

/** Draw a preview and read it, as soon as it says what is expected. */
export async function read<Name extends GameName>(Preview: Component<PreviewProps<Name>>, props: PreviewProps<Name>, expected: string): Promise<string> {
  const target = document.body.appendChild(document.createElement("div"));
  const drawn = mount(Preview as Component<PreviewProps>, { target, props: props as unknown as PreviewProps });
  const text = () => target.textContent.replace(/\s+/g, " ").trim();
  await vi.waitFor(() => {
    if (!text().includes(expected)) throw new Error(`“${text()}” does not say “${expected}”`);
  }, 15_000);
  const said = text();
  await unmount(drawn);
  target.remove();
  return said;
}
