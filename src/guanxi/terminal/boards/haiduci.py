"""Haiduci's table: the provinces with their pawns, the factions with their boxes, the haiduci, the viewer's own cards.

Each faction has an emblem, which marks its pawns and what it controls, whoever plays it; a knight is a haiduc.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from guanxi.engine.text import words
from guanxi.games.haiduci.rules.material import SEASONS
from guanxi.terminal.boards import Renderer
from guanxi.terminal.players import EMBLEMS, STYLES, beside, in_columns, points

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from guanxi.games.haiduci.board import Edition, Name
    from guanxi.games.haiduci.view import HaiduciView, HaiducView, LeaderView, ProvinceView, TerritoryView
    from guanxi.terminal.voice import Voice

CAPITAL = "⌂"
RIDER = "♞"
NARROWEST = 33  # columns that a province needs
WIDEST = 100


class Picture:
    """A view with its files and language."""

    def __init__(self, view: HaiduciView, voice: Voice) -> None:
        self.view = view
        self.voice = voice
        self.edition: Edition = voice.board
        self.emblem = dict(zip(self.edition.factions, EMBLEMS, strict=True))
        self.style = dict(zip(self.edition.factions, STYLES, strict=True))
        self.player = {one.faction: seat for seat, one in enumerate(view.players) if one.faction}
        self.names = names(view, voice)

    def say(self, name: Name) -> str:
        """A name from a file."""
        return self.voice.tell(words(name))

    def pawns(self, there: dict[str, int]) -> Text:
        """Pawns by faction: emblem and number."""
        return Text(" ").join(Text(f"{self.emblem[id_]}{count}", style=self.style[id_]) for id_, count in there.items())

    def control(self, faction: str | None) -> Text:
        """The emblem of the controlling faction."""
        return Text(self.emblem[faction], style=self.style[faction]) if faction else Text("·", style="dim")

    def of_seat(self, seat: int | None) -> Text:
        """A player by the emblem of the faction they play."""
        faction = None if seat is None else self.view.players[seat].faction
        return self.control(faction)


def names(_view: HaiduciView, voice: Voice) -> dict[str, str]:
    """The names of everything that a move can name, as a player types them."""
    edition: Edition = voice.board
    parts: dict[str, Name] = {
        **{id_: part.name for id_, part in edition.board.provinces.items()},
        **{id_: part.name for id_, part in edition.board.territories.items()},
        **{id_: part.name for id_, part in edition.cards.kinds.items()},
        **edition.cards.haiduci,
    }
    return {id_: voice.tell(words(name)) for id_, name in parts.items()}


def draw(view: HaiduciView, voice: Voice, width: int) -> RenderableType:
    """The whole table as the viewer sees it."""
    picture = Picture(view, voice)
    parts: list[RenderableType] = [*heading(picture), provinces(picture, min(width, WIDEST)), factions(picture)]
    parts += haiduci(picture)
    for seat, one in enumerate(view.players):
        if one.leader:
            parts += leader(one.leader, seat, picture)
    own = None if view.seat is None else view.players[view.seat].hand
    if own:
        parts.append(Text.assemble(f" {voice.say('haiduci.hand')}  ", cards(own, picture)))
    if view.discards:
        gone = " · ".join(f"{picture.names[id_]} {count}" for id_, count in view.discards.items())
        parts.append(Padding(Text(f"{voice.say('haiduci.discards')}  {gone}", style="dim"), (0, 1)))
    return Group(*parts)


def heading(picture: Picture) -> list[Text]:
    """The season and its starting player, and whether the game is frozen or in its last season."""
    view, voice = picture.view, picture.voice
    said = [
        voice.say(f"season.{view.time}", year=view.year),
        voice.say("haiduci.season", season=min(view.season + 1, SEASONS), seasons=SEASONS),
        voice.say("haiduci.pile", n=view.pile),
    ]
    starts = Text.assemble(picture.of_seat(view.start), (f" {voice.say('haiduci.starts')}", "dim"))
    lines = [Text(f" {' · '.join(said)} · ", style="dim").append_text(starts)]
    if view.frozen:
        lines.append(Text(f" ❄ {voice.say('haiduci.frozen')}", style="bold cyan"))
    if view.ending:
        lines.append(Text(f" {voice.say('haiduci.ending')}", style="bold"))
    return lines


def provinces(picture: Picture, width: int) -> Table:
    """Each province in a frame, as many side by side as fit."""
    across = max(1, width // NARROWEST)
    grid = Table.grid(expand=False)
    for _ in range(across):
        grid.add_column(width=width // across)
    panels = [province(one, picture) for one in picture.view.provinces]
    for first in range(0, len(panels), across):
        grid.add_row(*panels[first : first + across])
    return grid


def province(one: ProvinceView, picture: Picture) -> Panel:
    """A province and its territories, each with its controller and pawns."""
    lines = Table.grid(padding=(0, 1), expand=True)
    lines.add_column(width=1)
    lines.add_column(no_wrap=True, overflow="ellipsis", ratio=1)
    lines.add_column(no_wrap=True, justify="right")
    for place in picture.view.territories:
        if picture.edition.board.territories[place.id].province == one.id:
            lines.add_row(picture.control(place.control), territory_name(place, picture), picture.pawns(place.pawns))
    title = Text(f"{picture.emblem[one.id]} {picture.names[one.id]}", style=picture.style[one.id])
    if one.control:
        title.append(" → ", style="dim").append_text(picture.control(one.control))
    edge = picture.style[one.control] if one.control else "bright_black"
    return Panel(lines, title=title, title_align="left", padding=(0, 1), border_style=edge)


def neighbours(view: HaiduciView, voice: Voice, width: int) -> Table:
    """The neighbours of each territory, in the colours of their provinces."""
    picture = Picture(view, voice)
    places = picture.edition.board.territories
    rows = []
    for one in view.provinces:
        rows.append((Text(f"{picture.emblem[one.id]} {picture.names[one.id]}", style=picture.style[one.id]), Text("")))
        for id_, place in places.items():
            if place.province == one.id:
                near = Text("  ").join(place_name(other, picture) for other in place.near)
                rows.append((Text("  ").append_text(place_name(id_, picture)), near))
    return beside(rows, min(width, WIDEST))


def place_name(territory: str, picture: Picture) -> Text:
    """A territory in the colour of its province; no line break separates its words."""
    place = picture.edition.board.territories[territory]
    style = picture.style[place.province].removeprefix("bold ")
    return Text(picture.names[territory].replace(" ", "\N{NO-BREAK SPACE}"), style=style)


def territory_name(place: TerritoryView, picture: Picture) -> Text:
    """The name of a territory, with a roof for a capital and a rider for each haiduc there."""
    capital = picture.edition.board.territories[place.id].capital
    riders = sum(haiduc.at == place.id for haiduc in picture.view.haiduci)
    name = Text(picture.names[place.id] + (f" {CAPITAL}" if capital else ""), style="bold" if capital else "")
    return name.append(f" {RIDER * riders}" if riders else "", style="bold red")


def factions(picture: Picture) -> Table:
    """A line for each faction: its player, boxes, cards, remaining pawns and points."""
    view, voice = picture.view, picture.voice
    boxes = {box.faction: box for box in view.boxes}
    rows: list[list[Text | str]] = []
    for faction in picture.edition.factions:
        seat, box = picture.player.get(faction), boxes.get(faction)
        row: list[Text | str] = [faction_name(faction, picture), player_name(seat, picture)]
        row += [box_of(box.first, None, picture), box_of(box.second, box.partner, picture)] if box else ["", ""]
        row += ["" if seat is None else str(view.players[seat].cards), str(view.supply[faction])]
        row.append("" if seat is None else str(sum(view.players[seat].points.values())))
        rows.append(row)
    headers = ("haiduci.offer", "haiduci.answer", "haiduci.cards", "haiduci.pawns", "haiduci.points")
    return in_columns(["", "", *map(voice.say, headers)], rows, left=4)


def faction_name(faction: str, picture: Picture) -> Text:
    """A faction, with an arrow if its player has to decide."""
    mark = "›" if picture.player.get(faction) in picture.view.to_move else " "
    return Text.assemble(mark, (f"{picture.emblem[faction]} {picture.names[faction]}", picture.style[faction]))


def player_name(seat: int | None, picture: Picture) -> str:
    """The player of a faction."""
    if seat is None:
        return "–"
    return picture.voice.names[seat] + (f" ({picture.voice.say('board.you')})" if seat == picture.view.seat else "")


def box_of(card: str | None, partner: int | None, picture: Picture) -> Text:
    """A card in a box, and its player if that is somebody else."""
    if card is None:
        return Text("–", style="dim")
    name = cards((card,), picture)
    return name if partner is None else name.append(" ").append_text(picture.of_seat(partner))


def haiduci(picture: Picture) -> list[Text]:
    """The haiduci on the board with their owners, and the captured ones with their captors."""
    view, voice = picture.view, picture.voice
    free = [rider(one, picture.names[one.at], one.emerged_by, picture) for one in view.haiduci if one.at]
    held = [rider(one, "", one.captured_by, picture) for one in view.haiduci if one.captured_by is not None]
    lines = []
    for id_, riders in (("haiduci.free", free), ("haiduci.captured", held)):
        if riders:
            lines.append(Text(f" {voice.say(id_)}  ", style="dim").append_text(Text("   ").join(riders)))
    return lines


def rider(one: HaiducView, at: str, whose: int | None, picture: Picture) -> Text:
    """A haiduc, his place and his owner."""
    place = f" – {at}" if at else ""
    return Text.assemble((f"{RIDER} {picture.names[one.id]}", "bold red"), f"{place} ", picture.of_seat(whose))


def leader(one: LeaderView, seat: int, picture: Picture) -> list[Text]:
    """A known leader, with the progress of each condition."""
    lines = [Text.assemble(" ", picture.of_seat(seat), " ", (picture.say(one.name), "bold"))]
    if picture.view.players[seat].claimed:
        lines[0].append(f" – {picture.voice.say('haiduci.claimed')}", style="bold")
    for condition in one.conditions:
        mark = ("✓ ", "bold green") if condition.met else ("○ ", "dim")
        progress = (f"  {condition.reached}/{condition.needed}", "bold")
        lines.append(Text.assemble("   ", mark, picture.voice.tell(condition.text), progress))
    if one.claim:
        lines.append(Text(f"   {picture.voice.tell(one.claim)}", style="bold"))
    return lines


def cards(held: Iterable[str], picture: Picture) -> Text:
    """A row of cards; a haiduc is shown with his horse."""
    riders = picture.edition.haiduci
    return Text("  ").join(
        Text(f"{RIDER} {picture.names[id_]}", style="bold red") if id_ in riders else Text(picture.names[id_])
        for id_ in held
    )


RENDERER = Renderer(draw=draw, score=points, map=neighbours, first="do_haiduci", names=names)
