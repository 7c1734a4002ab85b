"""The one example of Hanamikoji's rulebook: the end of a game."""

from __future__ import annotations

from tests.games.hanamikoji.tables import ME, THEM, ended, scored, seen

BOTTOM, TOP = ME, THEM


def test_example_eleven_charm_win_at_once_though_both_have_three_geishas() -> None:
    table = scored(side="scroll bowl letter", their_side="fan umbrella drum")
    top, bottom = seen(table, None).players[TOP], seen(table, None).players[BOTTOM]
    assert (top.geishas, top.charm) == (3, 8)
    assert (bottom.geishas, bottom.charm) == (3, 11)
    assert table.over
    assert ended(table).winners == (BOTTOM,)
    assert table.say(ended(table).reason) == "Won with 11 or more charm."
