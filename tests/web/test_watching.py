"""Watching in a real browser: with all hands, once these are history."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tests.web.playing import table_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

    from tests.web.conftest import OpenPage

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
