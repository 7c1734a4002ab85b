"""Han's table: a line for each province with its spaces and its dragon, then the cards, then the players.

Each player has an emblem, which marks their houses and emissaries; colour only repeats it, as it repeats the names of
the cards' colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.console import Group
from rich.table import Table
from rich.text import Text

from guanxi.games.han.board import neighbours
from guanxi.terminal.boards import Renderer
from guanxi.terminal.players import EMBLEMS, STYLES, beside, in_columns, points, who

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from guanxi.games.han.board import BoardFile
    from guanxi.games.han.view import HanView, ProvinceView, SpaceView
    from guanxi.terminal.voice import Voice

COLOUR_STYLES = {
    "red": "red",
    "yellow": "yellow3",
    "green": "green",
    "orange": "dark_orange",
    "violet": "medium_purple",
}
FRAMES = {"house": "{}", "fortification": "[{}]", "market": "({})"}
PORT = "⚓"
DISC = "◉"
ALLIANCE = "⚭"
WIDEST = 100


def draw(view: HanView, voice: Voice, width: int) -> RenderableType:
    """The whole table as the viewer sees it."""
    file: BoardFile = voice.board
    width = min(width, WIDEST)
    parts: list[RenderableType] = [heading(view, file, voice), provinces(view, file, voice, width)]
    parts += [legend(view, file, voice), players(view, voice), open_cards(view, voice)]
    parts += taken_openly(view, voice)
    own = None if view.seat is None else view.players[view.seat].hand
    if own:
        parts.append(Text(f" {voice.say('han.hand')}  ").append_text(cards(own, voice)))
    return Group(*parts)


def heading(view: HanView, file: BoardFile, voice: Voice) -> Text:
    """The name of the board, and the stage of the game."""
    said = [file.title[voice.language], f"{voice.say('place.pile')} {view.pile}"]
    if view.last_round:
        said.append(voice.say("han.last"))
    elif view.shuffled:
        said.append(voice.say("han.shuffled"))
    return Text(f" {' · '.join(said)}", style="dim")


def provinces(view: HanView, file: BoardFile, voice: Voice, width: int) -> Table:
    """A line for each province: name, colour, houses, free spaces, emissaries and room for more."""
    table = Table(box=box.SIMPLE_HEAD, width=width, padding=(0, 1), pad_edge=False, header_style="dim")
    for header in ("", "", voice.say("han.houses"), voice.say("han.free"), voice.say("han.emissaries")):
        table.add_column(header)
    taken = {space.id: space for space in view.spaces}
    for province in view.provinces:
        colour = file.provinces[province.id].colour
        style = COLOUR_STYLES[colour]
        table.add_row(
            Text(f"{file.provinces[province.id].name} {DISC if province.scored else ''}", style=f"bold {style}"),
            Text(voice.say(f"colour.{colour}"), style=style),
            houses([taken[at] for at in file.within(province.id) if at in taken], province.id),
            Text(free([at for at in file.within(province.id) if at not in taken], province.id, file)),
            dragon(province),
        )
    return table


def neighbours_and_roads(_view: HanView, voice: Voice, width: int) -> RenderableType:
    """The neighbours of each province, with the numbers of their alliances, and the roads between house spaces."""
    file: BoardFile = voice.board
    numbers = {frozenset((pair.one, pair.other)): number for number, pair in enumerate(file.alliances, 1)}
    rows = []
    for province, near in neighbours(file).items():
        named = [
            Text.assemble(place_name(other, file), (f" {ALLIANCE}{numbers[pair]}" if pair in numbers else "", "dim"))
            for other in near
            for pair in [frozenset((province, other))]
        ]
        roads = "  ".join(f"{short(one, province)}–{short(other, province)}" for one, other in roads_of(province, file))
        rows.append((place_name(province, file), Text("   ").join(named)))
        rows.append((Text(""), Text(f"{voice.say('han.roads')} {roads}", style="dim")))
    return Group(beside(rows, min(width, WIDEST)), Text(f" {ALLIANCE}1 {voice.say('han.alliance')}", style="dim"))


def place_name(province: str, file: BoardFile) -> Text:
    """The name of a province in its colour; no line break separates its words."""
    one = file.provinces[province]
    return Text(one.name.replace(" ", "\N{NO-BREAK SPACE}"), style=COLOUR_STYLES[one.colour])


def roads_of(province: str, file: BoardFile) -> list[tuple[str, str]]:
    """The roads from the spaces of a province, those of the province first."""
    own = file.within(province)
    pairs = [(road.start, road.end) if road.start in own else (road.end, road.start) for road in file.roads]
    return [pair for pair in pairs if pair[0] in own]


def houses(spaces: Sequence[SpaceView], province: str) -> Text:
    """The spaces that are taken, each with its owner's emblem."""
    shown = [
        Text(short(space.id, province) + FRAMES[space.piece].format(EMBLEMS[space.seat]), style=STYLES[space.seat])
        for space in spaces
    ]
    return Text(" ").join(shown)


def free(spaces: Sequence[str], province: str, file: BoardFile) -> str:
    """The free spaces by id, with the province's own prefix only once: wei-1 -4 wei-qi."""
    words: list[str] = []
    for at in spaces:
        word = at if not words else at.removeprefix(province) if short(at, province) != at else at
        words.append(word + (PORT if file.spaces[at].kind == "port" else ""))
    return " ".join(words)


def short(at: str, province: str) -> str:
    """A space without the prefix of its province, if it has it: 3 for wei-3."""
    number = at.removeprefix(f"{province}-")
    return number if number.isdecimal() else at


def dragon(province: ProvinceView) -> Text:
    """The emissaries at court, and how many more fit."""
    shown = Text("")
    for seat, count in enumerate(province.emissaries):
        shown.append(EMBLEMS[seat] * count, style=STYLES[seat])
    return shown.append(f" +{province.room}" if province.room else "", style="dim")


def legend(view: HanView, file: BoardFile, voice: Voice) -> Text:
    """A legend of the signs on the board."""
    signs = [f"+1 {voice.say('han.room')}"]
    if any(province.scored for province in view.provinces):
        signs.append(f"{DISC} {voice.say('han.scored')}")
    if any(space.kind == "port" for space in file.spaces.values()):
        signs.append(f"{PORT} {voice.say('han.port')}")
    pieces = {space.piece for space in view.spaces}
    signs += [
        f"{FRAMES[piece].format('▲')} {voice.say(f'action.{piece}')}"
        for piece in ("fortification", "market")
        if piece in pieces
    ]
    return Text(f" {'   '.join(signs)}", style="dim")


def open_cards(view: HanView, voice: Voice) -> Text:
    """The open cards."""
    return Text(f" {voice.say('han.open')}  ").append_text(cards(view.row, voice))


def players(view: HanView, voice: Voice) -> Table:
    """A line for each player: points, cards, and pieces left in supply."""
    headers = ["han.points", "han.cards", "han.houses-left", "han.emissaries-left"]
    if any(one.markers for one in view.players):
        headers.append("han.markers-left")
    rows: list[list[Text | str]] = [
        [who(view, seat, voice), *map(str, (one.total, one.cards, one.houses, one.emissaries, one.markers))]
        for seat, one in enumerate(view.players)
    ]
    return in_columns(["", *map(voice.say, headers)], [row[: len(headers) + 1] for row in rows])


def taken_openly(view: HanView, voice: Voice) -> list[Text]:
    """The cards that others have taken openly and not played since."""
    hands = [
        Text(f"{EMBLEMS[seat]} ", style=STYLES[seat]).append_text(cards(one.known, voice))
        for seat, one in enumerate(view.players)
        if one.known and seat != view.seat
    ]
    return [Text(f" {voice.say('han.known')}  ").append_text(Text("   ").join(hands))] if hands else []


def cards(colours: Sequence[str], voice: Voice) -> Text:
    """A row of cards."""
    return Text(" ").join(
        Text(voice.say(f"colour.{colour}"), style=f"bold {COLOUR_STYLES[colour]}") for colour in colours
    )


RENDERER = Renderer(draw=draw, score=points, map=neighbours_and_roads, first="action", others="colour place")
