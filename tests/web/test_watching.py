"""Watching in a real browser: with all hands, once these are history; and a game as an animated picture."""

from __future__ import annotations

from base64 import b64encode
from typing import TYPE_CHECKING, Any

from tests.web.playing import table_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import OpenPage

PATIENCE = 180_000  # milliseconds: a picture is drawn for every move
FAR_HAND = ".player:not(.near) .hand [role=img]"


def play_first(player: Page, table: str) -> Any:
    """Make the first legal move of the player whose turn it is."""
    seat = player.request.get(f"/api/tables/{table}").json()["to_move"][0]
    shown = player.request.get(f"/api/tables/{table}?seat={seat}").json()
    move = {"seat": seat, "move": shown["legal"][0]["notation"], "length": shown["length"], "id": str(shown["length"])}
    return player.request.post(f"/api/tables/{table}/moves", data=move).json()


def test_a_spectator_sees_all_hands_of_a_round_when_it_is_over(open_page: OpenPage) -> None:
    player = open_page()
    table = table_at(player, "hanamikoji", lambda shown: shown["moves"] == 2, 2, {"first": 0})
    watcher = open_page(f"/table/{table}")
    watcher.get_by_text("You see what everyone at the table can see.").wait_for()
    watcher.get_by_label("What you see").select_option("Delayed, with all hands")
    watcher.get_by_text("All hands of a round are shown when it has been scored.").wait_for()
    watcher.locator(FAR_HAND).first.wait_for()
    assert set(labels(watcher)) == {"A hidden card"}
    state = {"view": {"round": 1}}
    while state["view"]["round"] == 1:
        state = play_first(player, table)
    watcher.locator(f"{FAR_HAND}:not([aria-label='A hidden card'])").first.wait_for()
    # When all moves were shown, the table is as all see it: the hands of the new round are hidden.
    watcher.wait_for_function(
        "selector => [...document.querySelectorAll(selector)].every(card => card.ariaLabel === 'A hidden card')",
        arg=FAR_HAND,
    )


def labels(page: Page) -> list[str]:
    """What a screen reader says of the cards in the far hand."""
    return [str(card.get_attribute("aria-label")) for card in page.locator(FAR_HAND).all()]


DECODED = """async file => {
  const bytes = Uint8Array.from(atob(file), letter => letter.charCodeAt(0));
  const decoder = new ImageDecoder({ data: bytes, type: 'image/gif' });
  await Promise.all([decoder.tracks.ready, decoder.completed]);
  const canvas = new OffscreenCanvas(1000, 1000).getContext('2d', { willReadFrequently: true });
  const colours = [];
  for (let index = 0; index < decoder.tracks.selectedTrack.frameCount; index++) {
    const { image } = await decoder.decode({ frameIndex: index });
    canvas.drawImage(image, 0, 0);
    const pixels = new Uint32Array(canvas.getImageData(0, 0, image.displayWidth, image.displayHeight).data.buffer);
    colours.push(new Set(pixels).size);
  }
  return colours;
}"""


def test_a_game_becomes_an_animated_picture(open_page: OpenPage) -> None:
    page = open_page()
    table = table_at(page, "hanamikoji", lambda shown: shown["over"], 2, {"rounds": 1})
    page.goto(f"/replay/{table}")
    page.get_by_text("Download", exact=True).click()
    page.get_by_role("button", name="An animated picture").click()
    page.get_by_role("button", name="Make the picture").click()
    save = page.get_by_role("link", name="Save")
    save.wait_for(timeout=PATIENCE)
    assert (
        page.get_by_role("img", name="The animated picture").evaluate("async picture => { await picture.decode() }")
        is None
    )
    with page.expect_download() as download:
        save.click()
    colours = page.evaluate(DECODED, b64encode(download.value.path().read_bytes()).decode())
    # The title, the position before the last 12 moves, and they; every picture of a board has many colours.
    assert len(colours) == 14
    assert min(colours[1:]) > 60
