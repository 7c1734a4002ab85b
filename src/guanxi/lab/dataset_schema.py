"""The tables of a dataset, column by column.  docs/dataset.md shows the same tables.

A change that would break a reader gets a new VERSION; new columns at the end do not.
"""

from __future__ import annotations

from typing import NamedTuple

VERSION = 1


class Column(NamedTuple):
    """One column of a table."""

    name: str
    type: str
    meaning: str


GAMES = (
    Column("game", "int32", "the number of the game in this dataset, from 0"),
    Column("name", "string", "which game it is: `han`, `hanamikoji` …"),
    Column("rules", "int16", "the version of its rules"),
    Column("options", "string", "the options of the table, as JSON"),
    Column("deal", "int32", "the number of the deal; games of one deal differ only in the rotation of the seats"),
    Column("rotation", "int8", "the seat of the first bot of the line-up"),
    Column("seed", "string", "the seed of all random events"),
    Column("seats", "list<string>", "the players' names, by seat"),
    Column("bots", "list<string>", "the bot in each seat, as in the command"),
    Column("winners", "list<int8>", "the winning seats"),
    Column("shares", "list<float>", "each seat's share of the win; a sole winner has 1"),
    Column("ranks", "list<int8>", "each seat's rank; 1 is the best"),
    Column("scores", "list<int32>", "each seat's points"),
    Column("parts", "list<string>", "the sources of each seat's points, as JSON"),
    Column("traits", "list<string>", "each seat's role at the start and at the end, such as its faction, as JSON"),
    Column("end", "string", "why the game ended"),
    Column("decisions", "int32", "the number of decisions"),
    Column("digest", "string", "the SHA-256 of the log, which the game written back as a log must have"),
)
DECISIONS = (
    Column("game", "int32", "the number of the game"),
    Column("decision", "int32", "the number of the decision in its game, from 0"),
    Column("seat", "int8", "the seat that decides"),
    Column("legal", "list<int32>", "the numbers of its legal moves"),
    Column("move", "int32", "the number of the move it chose"),
    Column("kind", "string", "the kind of that move"),
    Column("notation", "string", "that move as logs write it"),
)
OBSERVATION = Column("observation", "list<int32>", "the seat's observation before it decides; with `--observations`")
EVENTS = (
    Column("game", "int32", "the number of the game"),
    Column("decision", "int32", "the decision that caused the event; -1 for the set-up"),
    Column("event", "int32", "the number of the event in its game, from 0"),
    Column("kind", "string", "the kind of event"),
    Column("truth", "string", "the event with all hidden information, as JSON"),
    Column("seen", "list<string>", "the event as each seat may know it, as JSON"),
)


def tables(events: bool, observations: bool) -> dict[str, tuple[Column, ...]]:
    """The columns of each file of a dataset."""
    found: dict[str, tuple[Column, ...]] = {"games": GAMES}
    found["decisions"] = (*DECISIONS, OBSERVATION) if observations else DECISIONS
    if events:
        found["events"] = EVENTS
    return found
