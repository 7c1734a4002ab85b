"""The places of each game that a tutorial can point at, as patterns: those that moves touch, geishas and players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from guanxi.engine.game import Game


def places(game: Game[Any, Any]) -> list[str]:
    """All places of a game's usual table."""
    return {"hanamikoji": hanamikoji, "han": han, "white_lotus": white_lotus, "haiduci": haiduci}[game.name]()


def one_of(*names: str) -> str:
    """A pattern for one of these names."""
    return f"(?:{'|'.join(names)})"


def hanamikoji() -> list[str]:
    from guanxi.games.hanamikoji.moves import ACTIONS, ITEMS

    item = one_of(*ITEMS)
    return [f"action:{one_of(*ACTIONS)}", f"hand:{item}", rf"offer:{item}(?:\+{item})?", f"geisha:{item}"]


def han() -> list[str]:
    from guanxi.games.han.board import BOARDS
    from guanxi.games.han.moves import CARD_COLOURS

    board, colour = BOARDS.load("border_disputes"), one_of(*CARD_COLOURS)
    return [
        f"space:{one_of(*board.space_ids)}",
        f"dragon:{one_of(*board.province_ids)}",
        f"alliance:{one_of(*(str(number) for number in range(1, len(board.alliances) + 1)))}",
        f"(?:hand|row):{colour}",
        "pile",
        "action:(?:stop|discard)",
        "player:[0-2]",
    ]


def white_lotus() -> list[str]:
    from guanxi.games.white_lotus.board import BOARDS

    board = BOARDS.load("yuan")
    return [
        f"province:{one_of(*board.in_play(3))}",
        "player:[0-2]",
        r"amount:\d+",
        "answer:(?:yes|no|pass|silent|decline)",
        "camp:(?:emperor|rebels)",
        "earn:(?:influence|combat)",
    ]


def haiduci() -> list[str]:
    from guanxi.games.haiduci.board import load

    edition = load()
    faction, territory, haiduc = one_of(*edition.factions), one_of(*edition.territories), one_of(*edition.haiduci)
    return [
        f"(?:faction|province):{faction}",
        f"hand:{one_of(*edition.kinds, *edition.haiduci)}",
        f"box:{faction}:[12]",
        "action:(?:pass|keep)",
        f"territory:{territory}",
        f"pawn:{territory}:{faction}",
        f"haiduc:{haiduc}",
    ]
