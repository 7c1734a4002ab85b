"""The White Lotus's table: the phase of the year, the players, the provinces by owner, conflict and rebellion.

Buildings have the signs of chess: a king for a palace, a bishop for a temple, a rook for a fortress, a pawn for a
village; waves are a rice field.  The emblem of a player is that of their cubes and chips.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.console import Group
from rich.table import Table
from rich.text import Text

from guanxi.engine.text import player
from guanxi.games.white_lotus.moves import offer_phrase
from guanxi.terminal.boards import Renderer
from guanxi.terminal.players import EMBLEMS, STYLES, beside, emblems, in_columns, points, who

if TYPE_CHECKING:
    from collections.abc import Iterable

    from rich.console import RenderableType

    from guanxi.games.white_lotus.board import BoardFile
    from guanxi.games.white_lotus.moves import Building
    from guanxi.games.white_lotus.view import (
        ChoiceView,
        ConflictView,
        OfferView,
        ProvinceView,
        RebellionView,
        WhiteLotusView,
    )
    from guanxi.terminal.voice import Voice

PHASES = (
    "white_lotus.claims",
    "white_lotus.control",
    "white_lotus.token",
    "white_lotus.rebellion",
    "white_lotus.income",
    "white_lotus.founding",
)
SIGNS: dict[Building, str] = {"palace": "♔", "temple": "♗", "fortress": "♖", "rice": "≈", "village": "♙"}
MARKS = {"lotus": "❀", "dragon": "§"}
MARK_STYLES = {"lotus": "magenta", "dragon": "green"}
CROWN = "♚"
UNKNOWN = "?"
WIDEST = 100


def draw(view: WhiteLotusView, voice: Voice, width: int) -> RenderableType:
    """The whole table as the viewer sees it."""
    file: BoardFile = voice.board
    parts: list[RenderableType] = [heading(view, file, voice), year(view, voice)]
    parts += [players(view, voice), lands(view, file, voice, min(width, WIDEST)), legend(view, voice)]
    if view.conflict:
        parts += conflict(view.conflict, file, voice)
    if view.rebellion:
        parts += rebellion(view.rebellion, view, voice)
    if view.offer:
        parts.append(offer(view.offer, voice))
    if view.choice:
        parts.append(choice(view.choice, voice))
    return Group(*parts)


def heading(view: WhiteLotusView, file: BoardFile, voice: Voice) -> Text:
    """The map, the year, and the emperor."""
    said = [file.title[voice.language], voice.say("white_lotus.year", year=view.year)]
    if view.last:
        said.append(voice.say("white_lotus.last"))
    reign = (f"{CROWN} {voice.names[view.emperor]}", STYLES[view.emperor])
    marks = f"{MARKS['lotus']} {voice.say('white_lotus.lotus')}  {MARKS['dragon']} {voice.say('white_lotus.dragon')}"
    return Text.assemble((f" {' · '.join(said)} · ", "dim"), reign, (f"   {marks}", "dim"))


def year(view: WhiteLotusView, voice: Voice) -> Text:
    """The six phases of a year, the current one marked."""
    track = [f"{number} {voice.say(id_)}" for number, id_ in enumerate(PHASES, 1)]
    return Text("").join(
        Text(f"[{phase}]", style="bold") if number == view.phase else Text(f" {phase} ", style="dim")
        for number, phase in enumerate(track, 1)
    )


def players(view: WhiteLotusView, voice: Voice) -> Table:
    """A line for each player: public possessions, and the points they would score now."""
    headers = ("kind.influence", "kind.combat", "score.tokens", "score.territory", "white_lotus.points")
    rows: list[list[Text | str]] = []
    for seat, one in enumerate(view.players):
        name = who(view, seat, voice)
        if seat == view.emperor:
            name.append(f" {CROWN}")
        if seat in view.ready:
            name.append(f" {voice.say('white_lotus.ready')}", style="dim")
        if seat in view.silent:
            name.append(f" {voice.say('white_lotus.silent')}", style="dim")
        numbers = (one.influence, one.combat, one.tokens, one.territory, one.total)
        rows.append([name, *(UNKNOWN if number is None else str(number) for number in numbers)])
    return in_columns(["", *map(voice.say, headers)], rows)


def lands(view: WhiteLotusView, file: BoardFile, voice: Voice, width: int) -> Table:
    """The provinces: those of each player, then the contested, claimed, neutral and empty ones."""
    neutral = [province for province in view.provinces if province.building and province.owner is None]
    table = Table.grid(padding=(0, 1), pad_edge=True)
    table.width = width
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    for seat in range(len(view.players)):
        owned = [province for province in view.provinces if province.owner == seat]
        if owned:
            table.add_row(emblems([seat]), listed(owned, file))
    rows = {
        "white_lotus.contested": [province for province in neutral if len(province.claims) > 1],
        "white_lotus.claimed": [province for province in neutral if len(province.claims) == 1],
        "white_lotus.neutral": [province for province in neutral if not province.claims],
        "white_lotus.empty": [province for province in view.provinces if not province.building],
    }
    for id_, provinces in rows.items():
        if provinces:
            table.add_row(Text(voice.say(id_), style="dim"), listed(provinces, file))
    return table


def neighbours(view: WhiteLotusView, voice: Voice, width: int) -> Table:
    """The neighbours of each province in play, as the table shows them."""
    file: BoardFile = voice.board
    shown = {province.id: province for province in view.provinces}
    rows = []
    for province in view.provinces:
        near = [shown[id_] for id_ in file.provinces[province.id].near if id_ in shown]
        rows.append((province_entry(province, file), listed(near, file)))
    return beside(rows, min(width, WIDEST))


def listed(provinces: Iterable[ProvinceView], file: BoardFile) -> Text:
    """A row of provinces; no line break separates a name from its signs."""
    return Text("  ").join(province_entry(province, file) for province in provinces)


def province_entry(province: ProvinceView, file: BoardFile) -> Text:
    """The sign of a province's building, its name, its mark, and the cubes on it."""
    style = "" if province.owner is None else STYLES[province.owner].removeprefix("bold ")
    sign = SIGNS[province.building] if province.building else ""
    mark = file.provinces[province.id].mark
    entry = Text.assemble((sign + province.name.replace(" ", "\N{NO-BREAK SPACE}"), style))
    if mark:
        entry.append(MARKS[mark], style=MARK_STYLES[mark])
    return entry.append_text(emblems(province.claims))


def legend(view: WhiteLotusView, voice: Voice) -> Text:
    """A legend of the signs of buildings, with the number of tiles of each still to come."""
    signs = [f"{sign} {voice.say(f'building.{name}')} {view.unseen[name]}" for name, sign in SIGNS.items()]
    return Text(f" {voice.say('white_lotus.unseen')} {', '.join(signs)}", style="dim")


def conflict(fought: ConflictView, file: BoardFile, voice: Voice) -> list[Text]:
    """The players in a conflict, the bids revealed last, and those whom the emperor may eject."""
    there = Text("  ").join(named(seat, voice) for seat in fought.present)
    where = voice.say("white_lotus.conflict", province=file.provinces[fought.province].name)
    lines = [Text.assemble((f" {where} ", "bold"), there)]
    if fought.bids:
        bids = [
            Text.assemble(emblems([bid.seat]), f" {bid.influence} → ", emblems([bid.target])) for bid in fought.bids
        ]
        lines.append(Text(f"   {voice.say('white_lotus.bids')} ", style="dim").append_text(Text("   ").join(bids)))
    if fought.tied:
        lines.append(Text(f"   {voice.say('white_lotus.tied')} ", style="dim").append_text(emblems(fought.tied)))
    return lines


def rebellion(risen: RebellionView, view: WhiteLotusView, voice: Voice) -> list[Text]:
    """The two camps of a rebellion, each with its strength after the battle."""
    lines = []
    for number, (camp, id_) in enumerate((("emperor", "white_lotus.loyal"), ("rebels", "white_lotus.rebels"))):
        head = {"emperor": view.emperor, "rebels": risen.leader}[camp]
        seats = [seat for seat, chosen in enumerate(risen.camps) if chosen == camp]
        fighters = [
            named(seat, voice).append(f" {risen.combat[seat]}" if risen.combat else "")
            for seat in dict.fromkeys([head, *seats])
        ]
        strength = f" = {risen.strength[number]}" if risen.strength else ""
        won = f" {voice.say('white_lotus.won')}" if risen.winner == camp else ""
        camp_line = Text(f" {voice.say(id_)} ", style="bold").append_text(Text("  ").join(fighters))
        lines.append(camp_line.append(strength, style="bold").append(won, style="bold"))
    return lines


def offer(made: OfferView, voice: Voice) -> Text:
    """The offer that is being made, with its terms for those who hear them."""
    terms = [made.give_influence, made.give_combat, made.want_influence, made.want_combat]
    heard = [term for term in terms if term is not None]
    said = offer_phrase("event.offered" if heard else "event.talked", made.seat, made.partner, heard or (0, 0, 0, 0))
    return Text(f" {voice.tell(said)}", style="bold")


def choice(made: ChoiceView, voice: Voice) -> Text:
    """The viewer's own sealed choice."""
    said = []
    if made.target is not None:
        said.append(voice.say("move.against", player=player(made.target)))
    if made.influence is not None:
        said.append(voice.say("move.influence", n=made.influence))
    if made.camp is not None:
        said.append(voice.say(f"move.side.{made.camp}"))
    if made.combat is not None:
        said.append(voice.say("move.combat", n=made.combat))
    return Text(f" {voice.say('white_lotus.sealed')} {' · '.join(said)}", style="italic")


def named(seat: int, voice: Voice) -> Text:
    """A player's emblem and name."""
    return Text(f"{EMBLEMS[seat]} {voice.names[seat]}", style=STYLES[seat])


def names(view: WhiteLotusView, _voice: Voice) -> dict[str, str]:
    """The names of the provinces as a player types them."""
    return {province.id: province.name for province in view.provinces}


RENDERER = Renderer(
    draw=draw,
    score=points,
    map=neighbours,
    first="do_white_lotus",
    others="said_white_lotus",
    players="against eject offer",
    names=names,
)
