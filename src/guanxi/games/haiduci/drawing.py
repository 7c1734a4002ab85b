"""A map of Haiduci as a picture, without pieces; cards and leaders as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from guanxi.boards.geometry import shared_edges
from guanxi.boards.scenery import landscape, waters
from guanxi.boards.svg import (
    INK,
    PAPER,
    RAISED,
    VERMILION,
    border,
    glyph,
    land,
    outlines,
    sheet,
    stroke,
    surroundings,
    words,
)
from guanxi.boards.tables import columns
from guanxi.games.haiduci.board import BOARDS, read_condition

if TYPE_CHECKING:
    from collections.abc import Iterator

    from guanxi.games.haiduci.board import BoardFile, CardsFile, LeadersFile, Name, Territory

WASHES = ("#e3b9a0", "#bfd2aa", "#d8c3dc", "#f0dd9d", "#b9cfd6", "#dccaa6")  # by province
EDGES = ("#8f4a33", "#56753f", "#6d4f82", "#98791f", "#3d6470", "#7a5f36")
STYLE = f"""
.name {{ font-size: 15px; letter-spacing: 1px }}
.capital {{ font-weight: 700 }}
.province {{ font-size: 34px; letter-spacing: 7px; font-variant: small-caps; fill: {INK}; opacity: .3 }}
"""
PAWNS = 17  # half the width of the place where pawns stand
STAR = "M0-11 2.6-3.6 10.5-3.4 4.2 1.4 6.5 8.9 0 4.4-6.5 8.9-4.2 1.4-10.5-3.4-2.6-3.6Z"


def spelt(name: Name, language: str) -> str:
    """A name in a language."""
    return name if isinstance(name, str) else name[language]


def svg(file: BoardFile, language: str = "en") -> str:
    """The picture of a map: territories in the wash of their province, and a star for each capital."""
    parts = [
        f"<defs>{outlines(territory.outline for territory in file.territories.values())}</defs>",
        *surroundings(),
        *waters(file.scenery),
        *lands(file),
        *frontiers(file),
        *landscape(file.scenery, language),
        *provinces(file, language),
        *(place(territory) for territory in file.territories.values()),
        *(label(territory, language) for territory in file.territories.values()),
    ]
    return sheet(file.size, file.title.get(language, file.name), STYLE, parts)


def lands(file: BoardFile) -> Iterator[str]:
    """The territories."""
    numbers = {id_: number for number, id_ in enumerate(file.provinces)}
    for id_, territory in file.territories.items():
        number = numbers[territory.province]
        yield from land(territory.outline, id_, WASHES[number], EDGES[number])
        yield border(territory.outline, 1)


def frontiers(file: BoardFile) -> Iterator[str]:
    """Thick lines where two provinces meet."""
    for one, territory in file.territories.items():
        for other in territory.near:
            theirs = file.territories[other]
            if one < other and theirs.province != territory.province:
                for (ax, ay), (bx, by) in shared_edges(territory.outline, theirs.outline):
                    yield stroke(f"M{ax:g} {ay:g}L{bx:g} {by:g}", INK, 4)


def provinces(file: BoardFile, language: str) -> Iterator[str]:
    """The name of each province, large and pale in the middle of its territories."""
    for id_, province in file.provinces.items():
        places = [territory.at for territory in file.territories.values() if territory.province == id_]
        middle = (sum(x for x, _ in places) / len(places), sum(y for _, y in places) / len(places))
        yield words(middle, spelt(province.name, language), "province")


def place(territory: Territory) -> str:
    """Where a territory's pawns stand."""
    mark = f'<path d="{STAR}" fill="{VERMILION}" stroke="{RAISED}" stroke-width="1"/>' if territory.capital else ""
    ring = f'<circle r="{PAWNS}" fill="{PAPER}" fill-opacity=".75" stroke="{INK}" stroke-width="1.2"/>'
    return glyph(territory.at, ring + mark)


def label(territory: Territory, language: str) -> str:
    """A territory's name under its pawns."""
    x, y = territory.at
    style = "name capital" if territory.capital else "name"
    return words((x, y + PAWNS + 16), spelt(territory.name, language), style)


def card_table(file: CardsFile, language: str = "en") -> str:
    """The kinds of cards and the haiduci, then what each pair does: the owner of the boxes, then the partner."""
    names = {id_: spelt(kind.name, language) for id_, kind in file.kinds.items()}
    kinds = [(id_, names[id_], f"× {kind.copies}") for id_, kind in file.kinds.items()]
    haiduci = [(id_, spelt(name, language), "× 1") for id_, name in file.haiduci.items()]
    pairs = [
        (
            " + ".join(names.get(card, card) for card in combination.cards),
            ", ".join(combination.owner) or "–",
            ", ".join(combination.partner) or "–",
        )
        for combination in file.combinations
    ]
    header = ("", "owner", "partner")
    return "\n".join([file.name, "", *columns([*kinds, *haiduci]), "", *columns([header, *pairs])]) + "\n"


def leader_table(file: LeadersFile, language: str = "en") -> str:
    """The leaders of each faction with their conditions, in words."""
    lines = [file.name]
    for faction, leaders in file.leaders.items():
        rows = []
        for leader in leaders:
            rows.append((f"  {spelt(leader.name, language)}", condition(leader.territorial, language)))
            rows.append(("", condition(leader.political, language)))
        lines += ["", province_name(faction, language), *columns(rows)]
    return "\n".join(lines) + "\n"


def province_name(id_: str, language: str) -> str:
    """The name of a province on the map that comes with the game; on another map only its id is known."""
    known = BOARDS.load(BOARDS.names[0]).provinces
    return spelt(known[id_].name, language) if id_ in known else id_


def condition(text: str, language: str) -> str:
    """A condition in words."""
    from guanxi.games.haiduci import GAME
    from guanxi.games.haiduci.view import condition_text

    read = read_condition(text)
    if read is None:
        return text
    told = {"province": province_name(read.province, language)} if read.province else {}
    return GAME.text.say(condition_text(read.word, read.needed, **told), language)
