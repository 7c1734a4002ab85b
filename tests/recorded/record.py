"""Record whole games that must replay forever: `python -m tests.recorded.record`, in the project's folder.

For each game wanted below, games are played by chance until one shows it.  Its log goes beside this file, and what
came of it into summaries.json.  A log that is there already is never written again: a change to the rules that breaks
it needs a new version of the rules.
"""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import guanxi
from guanxi.games.haiduci.events import Agreed

if TYPE_CHECKING:
    from collections.abc import Callable

    from guanxi.engine.events import Event
    from guanxi.engine.game import Result
    from guanxi.engine.table import Table

FOLDER = Path(__file__).parent
SUMMARIES = FOLDER / "summaries.json"


NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn")


class Wanted(NamedTuple):
    """A game to record: options, what it must show, how often moves are taken back, how many play, by which rules."""

    options: dict[str, Any]
    shows: Callable[[Table, Result], bool]
    undo: float = 0.0
    seats: int = 2
    rules: int = 1


def ended_by(reason: str, winners: int = 1) -> Callable[[Table, Result], bool]:
    """A game that ended for a reason, with a number of winners."""
    return lambda _, result: result.reason.id == f"result.{reason}" and len(result.winners) == winners


WANTED = {
    "hanamikoji-charm": Wanted({}, ended_by("charm")),
    "hanamikoji-geishas": Wanted({"first": 1}, ended_by("geishas")),
    "hanamikoji-many-rounds": Wanted({}, lambda table, _: round_of(table) >= 6),
    "hanamikoji-undo": Wanted({"first": 0}, lambda table, _: round_of(table) >= 2, undo=0.1),
    "hanamikoji-last-round": Wanted({"rounds": 2}, ended_by("rounds")),
    "hanamikoji-draw": Wanted({"rounds": 1}, ended_by("rounds", winners=2)),
}


class Told(NamedTuple):
    """A kind of event, with the values that some of its fields must have."""

    kind: str
    fields: dict[str, Any]

    def fits(self, event: Event) -> bool:
        """Whether an event matches."""
        return event.__struct_config__.tag == self.kind and all(
            getattr(event, name) == value for name, value in self.fields.items()
        )


def told(kind: str, **fields: Any) -> Told:
    """A kind of event, with the values that some of its fields must have."""
    return Told(kind, fields)


def with_all_of(*wanted: Told) -> Callable[[Table, Result], bool]:
    """A game that has all these events."""
    return lambda table, _: all(any(one.fits(event) for event in table.events()) for one in wanted)


HAN = {"border_disputes": ("border", (3, 4, 5), "fortification"), "ways_of_diplomacy": ("ways", (2, 3, 4), "market")}
WANTED |= {
    f"han-{short}-{seats}{'-' + marker if variant else ''}": Wanted(
        {"board": board, "variant": variant},
        with_all_of(
            told("completed"),
            told("shuffled"),
            told("last-round"),
            told("placed", piece=marker) if variant else told("stopped"),
        ),
        undo=0.02 if seats == 3 else 0.0,
        seats=seats,
    )
    for board, (short, players, marker) in HAN.items()
    for seats in players
    for variant in (False, True)
}
WANTED |= {
    f"white_lotus-{seats}{'-negotiation' if negotiation else ''}{'-rules-2' if rules == 2 else ''}": Wanted(
        {"negotiation": negotiation},
        with_all_of(
            told("tied"),
            told("crowned"),
            told("rose"),
            told("battle", winner="rebels"),
            told("battle", winner="emperor"),
            told("consoled"),
            told("agreed" if negotiation else "passed"),
            *([told("renounced")] if rules == 2 else []),
            *([told("silent")] if rules == 2 and negotiation else []),
        ),
        undo=0.01 if seats == 4 else 0.0,
        seats=seats,
        rules=rules,
    )
    for rules in (1, 2)
    for seats in (3, 4, 5, 6)
    for negotiation in (False, True)
}


def combinations_of(table: Table) -> set[tuple[str, ...]]:
    """The pairs of cards whose agreements a game of Haiduci has seen; all haiduci are alike."""
    haiduci = table.game.board(table.position).haiduci
    pairs = [(event.first, event.second) for event in table.events() if isinstance(event, Agreed)]
    return {tuple(sorted("haiduc" if card in haiduci else card for card in pair)) for pair in pairs}


def with_combinations(count: int, *wanted: Told) -> Callable[[Table, Result], bool]:
    """A game of Haiduci with this many different combinations and all these events."""
    return lambda table, result: with_all_of(*wanted)(table, result) and len(combinations_of(table)) >= count


WANTED |= {
    "haiduci-four-claim": Wanted({}, ended_by("claim"), seats=4),
    "haiduci-four-undo": Wanted({"first": 1}, lambda *_: True, undo=0.02, seats=4),
    "haiduci-five-captures": Wanted({}, ended_by("captures"), seats=5),
    "haiduci-five-freezes": Wanted(
        {},
        with_combinations(22, told("spent", captive=False), told("spent", captive=True), told("cancelled")),
        seats=5,
    ),
    "haiduci-six-seasons": Wanted({}, with_combinations(24, told("ended", why="seasons")), seats=6),
    "haiduci-six-claims": Wanted({"first": 3}, ended_by("claims"), seats=6),
    "haiduci-four-claim-rules-2": Wanted({}, ended_by("claim"), undo=0.03, seats=4, rules=2),
    "haiduci-five-freezes-rules-2": Wanted(
        {},
        with_combinations(20, told("spent", captive=False), told("spent", captive=True), told("cancelled")),
        seats=5,
        rules=2,
    ),
}


def round_of(table: Table) -> int:
    """The round a table is in."""
    played: int = table.position.numbers()["round"]
    return played


def play(name: str, wanted: Wanted, seed: int) -> Table:
    """One random game."""
    random = Random(f"{name} {seed}")
    table = guanxi.game(name.split("-", maxsplit=1)[0], wanted.rules).table(
        seed=f"{name} {seed}", names=NAMES[: wanted.seats], **wanted.options
    )
    while not table.over:
        if table.moves and random.random() < wanted.undo:
            table.undo(random.randint(1, min(3, table.moves)))
        seat = table.to_move[0]
        table.play(seat, random.choice(table.legal_moves(seat)))
    return table


def summary(table: Table) -> dict[str, Any]:
    """The summary of a game, to compare with every later replay."""
    result = table.result
    assert result is not None
    scores = [" ".join(f"{part} {points}" for part, points in score.parts.items()) for score in result.scores]
    return {
        "moves": table.moves,
        "decided by": result.reason.id,
        "winners": " and ".join(table.names[seat] for seat in result.winners),
        "scores": dict(zip(table.names, scores, strict=True)),
    }


def record(name: str, wanted: Wanted) -> Table:
    """The first random game that shows what is wanted."""
    for seed in count():
        table = play(name, wanted, seed)
        if table.result is not None and wanted.shows(table, table.result):
            return table
    raise AssertionError("there is always another seed")


def main() -> None:
    """Record what is missing."""
    summaries = json.loads(SUMMARIES.read_text(encoding="utf-8")) if SUMMARIES.exists() else {}
    for name, wanted in WANTED.items():
        path = FOLDER / f"{name}.json"
        if not path.exists():
            table = record(name, wanted)
            path.write_text(table.log.to_json(), encoding="utf-8")
            summaries[name] = summary(table)
            print(f"{name}: {table.moves} moves")
    SUMMARIES.write_text(json.dumps(summaries, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
