"""Expected gains of the next piece equal what the scoring says once it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from guanxi.games.han import GAME
from guanxi.games.han.playing.prospects import emissary_gain, house_gain
from guanxi.games.han.rules.material import PROVINCES
from guanxi.games.han.rules.scoring import house_points, leads
from tests.games.described import described, positions
from tests.games.han.tables import capital, position

if TYPE_CHECKING:
    from guanxi.games.han.rules.rules import Han


def allied(p: Han, seat: int) -> int:
    """A player's points from alliances if the game ended now, counted anew."""
    points = 0
    for number in range(p.board.alliances):
        provinces = p.board.alliance[number]
        if all(leads(p, province, seat) for province in provinces):
            points += sum(sum(p.emissaries[at]) for at in provinces)
    return points


def with_one_more(p: Han, what: str, province: int, seat: int) -> Han:
    """The same position with one more piece."""
    after = p.copy()
    table = getattr(after, what)
    table[province][seat] += 1
    setattr(after, what, table)
    return after


def test_an_emissary_and_a_house_bring_what_is_scored_with_them() -> None:
    brought = set()
    for number, found in enumerate(positions(GAME, "prospects")):
        p = cast("Han", found)
        if number % 17 == 0:
            for seat in range(p.seats):
                for province in range(PROVINCES):
                    gain = emissary_gain(p, seat, province)
                    assert allied(with_one_more(p, "emissaries", province, seat), seat) - allied(p, seat) == gain
                    brought.add(gain)
                    built = house_points(with_one_more(p, "houses", province, seat), province, seat)
                    assert house_gain(p, seat, province) in (0, built - house_points(p, province, seat))
    assert max(brought) > 5


def test_an_emissary_on_a_market_counts_where_it_will_stand() -> None:
    p = position(capital(variant=True))
    after = p.copy()
    after.market = [1, *p.market[1:]]
    assert described(GAME, after, 0) != described(GAME, p, 0)
