"""Checks of a map, a set of cards or of leaders: each fault in a sentence that says what would be right."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, combinations_with_replacement
from typing import TYPE_CHECKING

from guanxi.boards import scenery
from guanxi.boards.forms import crowded, untypable
from guanxi.boards.geometry import contains, is_on, is_simple, overlapping, place, shared_edges
from guanxi.engine.text import LANGUAGES
from guanxi.games.haiduci.board import CONDITION_WORDS, HAIDUC_WORD, STEP_WORDS, read_condition, read_step
from guanxi.games.haiduci.rules.material import DECK, FACTIONS, HAIDUCI, HAND, INSIDE, KINDS, LEADERS, PLAYERS, STEPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.games.haiduci.board import BoardFile, CardsFile, Combination, Condition, LeadersFile, Name

MOST = 9  # pawns of one step
FEWEST_CARDS = PLAYERS * HAND + 1 + PLAYERS  # enough to deal, and to draw one each
LARGEST = {"INDEP": INSIDE, "INFL": INSIDE, "EXT": (FACTIONS - 1) * INSIDE, "HAI": HAIDUCI, "EMG": HAIDUCI}


def check_board(file: BoardFile) -> list[str]:
    """Every reason why a map cannot be played on.  Borders are looked at only when all that is named exists."""
    problems = [*untypable((*file.provinces, *file.territories), "tara-secuilor"), *titles(file)]
    problems += scenery.faults(file.scenery)
    problems += [*crowded(place.outline for place in file.territories.values()), *provinces(file), *neighbours(file)]
    return problems or [*places(file)] or [*borders(file)]


def names(what: str, name: Name) -> Iterator[str]:
    """A name in every language."""
    if isinstance(name, dict) and set(name) != set(LANGUAGES):
        right = ", ".join(LANGUAGES)
        given = ", ".join(name) or "none"
        yield f"The name of {what} is given in: {given}. It needs one text, or one each in: {right}."


def titles(file: BoardFile) -> Iterator[str]:
    """The title, and all names."""
    yield from names("the board (its title)", file.title)
    for id_, province in file.provinces.items():
        yield from names(id_, province.name)
    for id_, territory in file.territories.items():
        yield from names(id_, territory.name)


def provinces(file: BoardFile) -> Iterator[str]:
    """Six provinces of five territories, one of them the capital."""
    known = ", ".join(file.provinces)
    if len(file.provinces) != FACTIONS:
        yield f"There are {len(file.provinces)} provinces. Haiduci has {FACTIONS}."
    if file.begins not in file.provinces:
        yield f'"begins" names "{file.begins}", which is no province. There are: {known}.'
    for id_, territory in file.territories.items():
        if territory.province not in file.provinces:
            yield f'{id_} lies in "{territory.province}", which is no province. There are: {known}.'
    for province in file.provinces:
        inside = [id_ for id_, territory in file.territories.items() if territory.province == province]
        capitals = [id_ for id_ in inside if file.territories[id_].capital]
        if len(inside) != INSIDE:
            yield f"{province} has {len(inside)} territories. Each province has {INSIDE}."
        if len(capitals) != 1:
            yield f"{province} has {len(capitals)} capitals ({', '.join(capitals) or 'none'}). It needs one."


def neighbours(file: BoardFile) -> Iterator[str]:
    """Neighbours exist, are others, and know each other."""
    for id_, territory in file.territories.items():
        if not territory.near:
            yield f"{id_} has no neighbours. Every territory needs one."
        for other in territory.near:
            if other not in file.territories:
                yield f'{id_} is next to "{other}", which is no territory.'
            elif other == id_:
                yield f"{id_} is next to itself. Neighbours are other territories."
            elif id_ not in file.territories[other].near:
                yield f"{id_} is next to {other}, but {other} is not next to {id_}. Write it at both or at none."
        twice = [other for other, count in Counter(territory.near).items() if count > 1]
        if twice:
            yield f"{id_} names a neighbour twice: {', '.join(twice)}. Once is enough."


def places(file: BoardFile) -> Iterator[str]:
    """Everything is on the sheet, and pawns stand inside their territory."""
    for id_, territory in file.territories.items():
        if len(territory.outline) < 3:
            yield f"The outline of {id_} has {len(territory.outline)} corners. It needs three or more."
        elif not is_simple(territory.outline):
            yield f"The outline of {id_} crosses or touches itself."
        elif not contains(territory.outline, territory.at):
            yield f"The pawns of {id_} stand at {place(territory.at)}, outside its outline."
        for corner in territory.outline:
            if not is_on(file.size, corner):
                yield f"The outline of {id_} leaves the sheet at {place(corner)}. The sheet is {place(file.size)}."


def borders(file: BoardFile) -> Iterator[str]:
    """Outlines share sides exactly where territories are neighbours, and no ground."""
    for (one, ours), (other, theirs) in combinations(sorted(file.territories.items()), 2):
        touching = bool(shared_edges(ours.outline, theirs.outline))
        if other in ours.near and not touching:
            yield f"{one} and {other} are neighbours, but their outlines share no side. Neighbours share corners."
        elif touching and other not in ours.near:
            yield f"The outlines of {one} and {other} share a side, but they are not named as neighbours."
        if overlapping(ours.outline, theirs.outline):
            yield f"{one} and {other} overlap. Neighbours share the corners of their border, no ground."


def check_cards(file: CardsFile) -> list[str]:
    """Every reason why a set of cards cannot be played with."""
    return [*untypable((*file.kinds, *file.haiduci), "iancu-jianu"), *counts(file), *pairs(file)]


def counts(file: CardsFile) -> Iterator[str]:
    """How many cards there are, and what they are called."""
    if not 1 <= len(file.kinds) <= KINDS:
        yield f"There are {len(file.kinds)} kinds. There can be 1 to {KINDS}."
    if HAIDUC_WORD in file.kinds:
        yield f'A kind cannot be called "{HAIDUC_WORD}": the word stands for any haiduc.'
    if len(file.haiduci) != HAIDUCI:
        yield f"There are {len(file.haiduci)} haiduci. There must be {HAIDUCI}."
    for id_ in file.haiduci:
        if id_ in file.kinds:
            yield f'"{id_}" is a kind and a haiduc. Let each card have its own id.'
    for id_, kind in file.kinds.items():
        yield from names(id_, kind.name)
        if kind.copies < 1:
            yield f"There are {kind.copies} copies of {id_}. Each kind needs one or more."
    for id_, name in file.haiduci.items():
        yield from names(id_, name)
    cards = sum(kind.copies for kind in file.kinds.values()) + len(file.haiduci)
    if not FEWEST_CARDS <= cards <= DECK:
        yield f"There are {cards} cards in all. There can be {FEWEST_CARDS} to {DECK}."


def pairs(file: CardsFile) -> Iterator[str]:
    """Every pair of kinds, and every kind with a haiduc, does something once."""
    seen: dict[tuple[str, ...], int] = {}
    for number, combination in enumerate(file.combinations, 1):
        unknown = [card for card in combination.cards if card not in (*file.kinds, HAIDUC_WORD)]
        if unknown:
            known = ", ".join((*file.kinds, HAIDUC_WORD))
            yield f'Combination {number} names "{unknown[0]}", which is no kind of card. There are: {known}.'
            continue
        pair = tuple(sorted(combination.cards))
        if pair in seen:
            yield f"Combinations {seen[pair]} and {number} are both for {' and '.join(pair)}. Each pair has one."
        seen.setdefault(pair, number)
        yield from steps(number, combination)
    wanted = [*combinations_with_replacement(file.kinds, 2), *((kind, HAIDUC_WORD) for kind in file.kinds)]
    for pair in wanted:
        if tuple(sorted(pair)) not in seen:
            yield f"There is no combination for {' and '.join(pair)}. Every pair needs one."
    if (HAIDUC_WORD, HAIDUC_WORD) in seen:
        yield "A haiduc never lies in a first box, so two of them make no combination. Leave it out."


def steps(number: int, combination: Combination) -> Iterator[str]:
    """Steps that exist, where they can be."""
    haiduc = HAIDUC_WORD in combination.cards
    words: list[str] = []
    for whose, texts in (("owner", combination.owner), ("partner", combination.partner)):
        if len(texts) > STEPS:
            yield f"Combination {number} has {len(texts)} steps of the {whose}. There can be {STEPS}."
        for text in texts:
            step = read_step(text)
            if step is None:
                known = ", ".join(STEP_WORDS)
                yield f'Combination {number} has a step "{text}". A step is one of: {known}; as in "place 3".'
                continue
            word, amount = step
            most = INSIDE if word == "influence" else MOST
            if word in ("place", "remove", "influence") and not 1 <= amount <= most:
                yield f'Combination {number}: "{text}" should have a number from 1 to {most}.'
            if word in ("emergence", "capture") and whose == "owner":
                yield f"Combination {number}: {word} is a step of the partner, who plays the haiduc."
            if word == "conference" and whose == "partner":
                yield f"Combination {number}: a conference is a step of the owner."
            words.append(word)
    if (words.count("emergence") + words.count("capture")) != haiduc:
        right = "exactly one emergence or capture" if haiduc else "neither emergence nor capture"
        yield f"Combination {number}, {' and '.join(combination.cards)}, needs {right}."


def check_leaders(file: LeadersFile, board: BoardFile) -> list[str]:
    """Every reason why leaders cannot be played with on a map."""
    problems = []
    for faction in board.provinces:
        found = len(file.leaders.get(faction, []))
        if found != LEADERS:
            problems.append(f"{faction} has {found} leaders. Each faction has {LEADERS}.")
    for faction, leaders in file.leaders.items():
        if faction not in board.provinces:
            problems.append(
                f'"{faction}" is no faction of the board {board.name}. There are: {", ".join(board.provinces)}.'
            )
        for number, leader in enumerate(leaders, 1):
            who = f"Leader {number} of {faction}"
            problems += names(who, leader.name)
            for text in (leader.territorial, leader.political):
                problems += condition_problems(who, faction, text, board)
    return problems


def condition_problems(who: str, faction: str, text: str, board: BoardFile) -> Iterator[str]:
    """A condition that can be read, and reached."""
    condition = read_condition(text)
    if condition is None:
        known = "INDEP, MAJ(province), INFL(province), EXT(3), HAI(2), EMG(1), CAP(province)"
        yield f'{who} has the condition "{text}". Conditions are written: {known}.'
    elif condition.province and condition.province not in board.provinces:
        yield f'{who}: "{text}" names no province of the board {board.name}. There are: {", ".join(board.provinces)}.'
    else:
        yield from reachable(who, faction, text, condition)


def reachable(who: str, faction: str, text: str, condition: Condition) -> Iterator[str]:
    """A number that can be reached, about another province than the own."""
    assert condition.word in CONDITION_WORDS
    most = LARGEST.get(condition.word, 1)
    if not 1 <= condition.needed <= most:
        yield f'{who}: "{text}" should have a number from 1 to {most}.'
    if condition.province == faction and condition.word in ("INFL", "CAP"):
        yield f'{who}: "{text}" is about the own province. Name another one.'
