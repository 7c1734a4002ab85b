"""Hanamikoji's table: the opponent above, seven geishas in a row, the viewer below.

Each player has an emblem, ▲ or ●, which also marks the geishas whose favour they hold; colour only repeats it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich import box
from rich.columns import Columns
from rich.console import Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from guanxi.engine.text import phrase, player
from guanxi.games.hanamikoji.moves import ACTIONS
from guanxi.games.hanamikoji.rules.material import GEISHAS, TURNS
from guanxi.terminal.boards import Renderer
from guanxi.terminal.players import EMBLEMS, STYLES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from guanxi.games.hanamikoji.view import GeishaView, HanamikojiView, OfferView
    from guanxi.terminal.voice import Voice

ITEM_STYLES = {
    "flute": "medium_purple",
    "fan": "red",
    "scroll": "dark_orange",
    "umbrella": "dodger_blue1",
    "drum": "chartreuse4",
    "bowl": "dark_cyan",
    "letter": "deep_pink3",
}
USED = "bright_black"
ROOMY = 100  # columns from which on the geishas' names are shown
WIDEST = 120


def draw(view: HanamikojiView, voice: Voice, width: int) -> RenderableType:
    """The whole table as the viewer sees it; a spectator sees no hand."""
    width = even(min(width, WIDEST))
    below = view.seat or 0
    parts: list[RenderableType] = [heading(view, voice), *person(view, 1 - below, voice, width)]
    parts += [row(view, below, voice, width), *person(view, below, voice, width)]
    parts += own_cards(view, voice)
    if view.offer:
        parts += offer(view.offer, voice)
    return Group(*parts)


def even(width: int) -> int:
    """The widest row of equal columns that fits, with its frame."""
    return (width - GEISHAS - 1) // GEISHAS * GEISHAS + GEISHAS + 1


def score(view: HanamikojiView, voice: Voice) -> RenderableType:
    """The charm and the geishas of both players."""
    lines = [
        phrase("event.counted", player=player(seat), charm=one.charm, n=one.geishas)
        for seat, one in enumerate(view.players)
    ]
    return Group(*(Text(f" {EMBLEMS[seat]} {voice.tell(line)}") for seat, line in enumerate(lines)))


def heading(view: HanamikojiView, voice: Voice) -> Text:
    """The round, the turn and the pile."""
    turn = min(view.turn + 1, TURNS)
    shown = voice.say("hanamikoji.round", round=view.round, turn=turn, turns=TURNS)
    return Text(f" {shown} · {voice.say('hanamikoji.pile', n=view.pile)}", style="dim")


def person(view: HanamikojiView, seat: int, voice: Voice, width: int) -> list[Text]:
    """A player's favours, cards and action tokens, on one line if there is room, else on two."""
    one = view.players[seat]
    you = f" ({voice.say('board.you')})" if seat == view.seat else ""
    counts = [f"{voice.say('score.charm')} {one.charm}", f"{voice.say('score.geishas')} {one.geishas}"]
    counts.append(voice.say("hanamikoji.cards", n=one.cards))
    who = Text.assemble(" ", (f"{EMBLEMS[seat]} {voice.names[seat]}{you}", STYLES[seat]), "  ", " · ".join(counts))
    tokens = action_tokens(one.actions, voice)
    room = width - who.cell_len - tokens.cell_len - 1
    if room >= 2:
        return [who.append(" " * room).append_text(tokens)]
    return [who, Text("   ").append_text(tokens)]


def action_tokens(unused: Sequence[str], voice: Voice) -> Text:
    """The four action tokens: filled while they can be used, hollow and dim afterwards."""
    tokens = [
        Text(f"■ {voice.say(f'action.{action}')}")
        if action in unused
        else Text(f"□ {voice.say(f'action.{action}')}", style=USED)
        for action in ACTIONS
    ]
    return Text("  ").join(tokens)


def row(view: HanamikojiView, below: int, voice: Voice, width: int) -> Table:
    """The seven geishas: the items on both sides, and each geisha's own item, charm and favour."""
    table = Table(box=box.ROUNDED, show_header=False, width=width, padding=0, border_style="bright_black")
    for _ in view.geishas:
        table.add_column(justify="center", ratio=1)
    table.add_row(*(laid(geisha, 1 - below) for geisha in view.geishas))
    table.add_row(*(item(geisha.item, voice) for geisha in view.geishas))
    if width >= ROOMY:
        table.add_row(*(Text(voice.say(f"geisha.{geisha.item}"), style="dim") for geisha in view.geishas))
    table.add_row(*(charm(geisha) for geisha in view.geishas))
    table.add_row(*(laid(geisha, below) for geisha in view.geishas))
    return table


def laid(geisha: GeishaView, seat: int) -> Text:
    """The items on one side of a geisha."""
    return Text(" ".join("■" * geisha.items[seat]), style=ITEM_STYLES[geisha.item])


def charm(geisha: GeishaView) -> Text:
    """A geisha's charm, and the emblem of the player who holds her favour; also her items, if their number differs."""
    shown = str(geisha.charm) if geisha.copies == geisha.charm else f"{geisha.charm} (×{geisha.copies})"
    if geisha.favour is None:
        return Text(f"· {shown}", style="bold")
    return Text(f"{EMBLEMS[geisha.favour]} {shown}", style=STYLES[geisha.favour])


def item(name: str, voice: Voice) -> Text:
    """The name of an item."""
    return Text(voice.say(f"item.{name}"), style=f"bold {ITEM_STYLES[name]}")


def items(names: Sequence[str], voice: Voice, between: str) -> Text:
    """A row of items."""
    return Text(between).join(item(name, voice) for name in names)


def own_cards(view: HanamikojiView, voice: Voice) -> list[Text]:
    """The viewer's own cards: the hand, the secret and the trade-off."""
    if view.seat is None:
        return []
    own = view.players[view.seat]
    lines = []
    if own.hand:
        lines.append(Text(f" {voice.say('hanamikoji.hand')}  ").append_text(items(own.hand, voice, "  ")))
    hidden = [("secret", (own.secret,) if own.secret else ()), ("trade-off", own.traded or ())]
    down = [
        Text.assemble((f"{voice.say(f'action.{action}')}  ", USED), items(cards, voice, "  "))
        for action, cards in hidden
        if cards
    ]
    if down:
        lines.append(Text(" ").append_text(Text("    ").join(down)))
    return lines


def offer(lies: OfferView, voice: Voice) -> list[RenderableType]:
    """The offered cards, each group in a frame."""
    action = phrase(f"action.{lies.action}")
    title = Text(f" {voice.say('hanamikoji.offer', action=action, player=player(lies.seat))}", style="bold")
    frames = [
        Panel(items(group, voice, " + "), expand=False, padding=(0, 1), border_style=STYLES[lies.seat])
        for group in lies.groups
    ]
    return [title, Columns(frames, padding=(0, 1))]


RENDERER = Renderer(draw=draw, score=score, first="action", others="item")
