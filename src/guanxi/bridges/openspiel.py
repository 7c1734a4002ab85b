"""Every game as a game of OpenSpiel.

    import pyspiel
    import guanxi.bridges.openspiel

    game = pyspiel.load_game("guanxi_hanamikoji(rounds=10)")

Before anything random there are chance nodes, LUCK bytes in all, which seed the engine's random stream: a history
contains the whole game, and nothing is decided in advance.  With `chance=sampled` there is one chance node with a
single outcome instead, and the game draws these bytes itself: algorithms that divide by the probability of a whole
game get smaller numbers.  Seats that decide simultaneously are asked in order; none sees what another has chosen
before all have.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

import guanxi
from guanxi.bridges import missing
from guanxi.bridges.nodes import root
from guanxi.engine.core.position import NOBODY
from guanxi.engine.errors import BadOption, GuanxiError

try:
    import numpy as np
    import pyspiel
except ModuleNotFoundError as absent:
    raise missing("OpenSpiel", "openspiel") from absent

from guanxi.bridges.scaling import Scale

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from guanxi.bridges.nodes import Node
    from guanxi.engine.game import Game

BYTE = 256
LUCK = 4  # bytes for each set-up and each move that draws on chance
RECALL = 8  # default number of a player's last decisions in its information state tensor
EXPLICIT, SAMPLED = "explicit", "sampled"
OUTCOMES = {
    EXPLICIT: tuple((byte, 1 / BYTE) for byte in range(BYTE)),
    SAMPLED: ((0, 1.0),),
}
# Of the first chance node: products with such a number do not become 0 in a game of hundreds of decisions.
FIRST_OUTCOMES: dict[str, tuple[tuple[int, Any], ...]] = {
    chance: tuple((outcome, np.longdouble(probability)) for outcome, probability in outcomes)
    for chance, outcomes in OUTCOMES.items()
}


CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


def register(game: Game[Any, Any]) -> str:
    """Register a game with OpenSpiel; returns the name to load it by.  Our own games are registered on import."""
    described = game_type(game)
    # A class, not a function: OpenSpiel releases it after Python has shut down, when a function would be freed.
    pyspiel.register_game(described, type("SpielGame", (SpielGame,), {"rules": game, "described": described}))
    return str(described.short_name)


def game_type(game: Game[Any, Any], chance: str = EXPLICIT) -> pyspiel.GameType:
    """Describe a game to OpenSpiel."""
    mode = pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=f"guanxi_{game.name}",
        long_name=game.name.replace("_", " ").title(),
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=mode.EXPLICIT_STOCHASTIC if chance == EXPLICIT else mode.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=bool(game.observation),
        provides_observation_string=True,
        provides_observation_tensor=bool(game.observation),
        parameter_specification={
            "players": game.seats[0],
            "recall": RECALL,
            "chance": EXPLICIT,
            "seed": NOBODY,
            **parameters(game),
        },
    )


def parameters(game: Game[Any, Any]) -> dict[str, Any]:
    """A game's options with their values for automatic play.  OpenSpiel has no None: it is -1, or an empty text."""
    chosen: dict[str, Any] = {}
    for option in msgspec.structs.fields(game.options):
        value = game.automatic.get(option.name, option.default)
        chosen[option.name] = nothing(option.type) if value is None else value
    return chosen


def nothing(option: Any) -> int | str:
    """The value that stands for None in an option."""
    kinds = msgspec.inspect.type_info(option)
    for kind in kinds.types if isinstance(kinds, msgspec.inspect.UnionType) else (kinds,):
        if isinstance(kind, msgspec.inspect.IntType):
            return NOBODY
        if isinstance(kind, msgspec.inspect.LiteralType) and isinstance(kind.values[0], int):
            return NOBODY
    return ""


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its number of players and its options."""

    rules: ClassVar[Game[Any, Any]]
    described: ClassVar[pyspiel.GameType]

    def __init__(self, given: Mapping[str, Any]) -> None:
        game = self.rules
        self.recall = given["recall"]
        if self.recall < 0:
            raise BadOption(f"The parameter recall is a number of decisions, 0 or more, not {self.recall}.")
        players = given["players"]
        options = {
            option.name: given[option.name]
            for option in msgspec.structs.fields(game.options)
            if option.default is not None or given[option.name] not in (NOBODY, "")
        }
        self.options = game.check_options(players, options)
        self.chance = given["chance"]
        if self.chance not in OUTCOMES:
            raise BadOption(f"The parameter chance is {EXPLICIT} or {SAMPLED}, not {self.chance!r}.")
        self.random = Random(given["seed"] if given["seed"] != NOBODY else None)  # of sampled chance
        longest = game.longest(players, self.options)
        if longest is None:
            limit = ", ".join(f"{name}={value}" for name, value in game.automatic.items())
            raise BadOption(f"OpenSpiel needs games that end, and {game.name} may not. Set a limit, such as {limit}.")
        self.root = root(game, self.options, players)
        size = pyspiel.GameInfo(
            num_distinct_actions=game.moves,
            max_chance_outcomes=len(OUTCOMES[self.chance]),
            num_players=players,
            min_utility=-1 / (players - 1),
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        described = self.described if self.chance == EXPLICIT else game_type(game, self.chance)
        super().__init__(described, size, dict(given))

    def new_initial_state(self) -> SpielState:
        """The state before the set-up."""
        return SpielState(self)

    def make_py_observer(
        self, kind: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> Observer:
        """Return an observer of observations or, with perfect recall, of information states."""
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if not kind.public_info or kind.private_info != pyspiel.PrivateInfoType.SINGLE_PLAYER or params:
            raise GuanxiError("Observers of this game show what one player may know, and take no parameters.")
        return Observer(self, kind.perfect_recall)


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A node of the game tree, or a chance node on the way to the next one.

    All attributes are immutable and make up the whole state: OpenSpiel copies and pickles states by them.
    """

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.chance = game.chance
        self.node: Node | None = game.root
        self.chosen: int | None = None  # the move that needs luck
        self.luck = b""

    def current_player(self) -> int:
        """The deciding seat, the chance player, or the terminal player."""
        if self.node is None or self.chosen is not None:
            return CHANCE
        seat = self.node.to_move
        return seat if seat != NOBODY else TERMINAL

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.node is not None and self.node.to_move == NOBODY and self.chosen is None

    def _legal_actions(self, player: int) -> list[int]:
        """The legal moves of the deciding seat in ascending order."""
        return self._decision().legal

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """A byte of luck with uniform probabilities, or the only outcome if the game samples."""
        first = self.node is None and not self.luck
        return list((FIRST_OUTCOMES if first else OUTCOMES)[self.chance])

    def _apply_action(self, action: int) -> None:
        """Apply a byte of luck or the deciding seat's move."""
        node = self.node
        if node is None or self.chosen is not None:
            self._draw(action)
            return
        if action not in node.legal:
            raise node.game.refuse("number", "turn", number=action)
        following = node.child(action)
        if following is None:
            self.chosen = action
        else:
            self.node = following

    def _draw(self, byte: int) -> None:
        most = len(OUTCOMES[self.chance]) - 1
        if not 0 <= byte <= most:
            raise BadOption(f"There is no outcome {byte}: the outcomes of this chance node are 0 to {most}.")
        self.luck += bytes([byte]) if self.chance == EXPLICIT else self.get_game().random.randbytes(LUCK)
        if len(self.luck) < LUCK:
            return
        if self.node is None or self.chosen is None:
            game = self.get_game()
            self.node = root(game.rules, game.options, game.num_players(), self.luck)
        else:
            self.node = self.node.child(self.chosen, self.luck)
        self.chosen = None
        self.luck = b""

    def _action_to_string(self, player: int, action: int) -> str:
        """A move in its notation."""
        if player == pyspiel.PlayerId.CHANCE:
            return f"luck {action:02x}"
        node = self._decision()
        return str(node.game.move(node.position, action).notation())

    def returns(self) -> list[float]:
        """The payoffs: 1 for a sole winner; they sum to 0."""
        if self.node is None or not self.is_terminal():
            return [0.0] * self.num_players()
        return [self.node.position.returns(seat) for seat in range(self.num_players())]

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> SpielState:
        """Sample a state that is consistent with what a player knows, for searches such as ISMCTS.

        It starts a new history, because the real one holds what the player does not know.
        """
        state = SpielState(self.get_game())
        state.node = self._decision().resampled(player, Random(sampler()))
        return state

    def __str__(self) -> str:
        waiting = "" if self.chosen is None else str(self.chosen)
        return f"{self.node or 'set-up'}\n{waiting} {self.luck.hex()}".rstrip()

    def _decision(self) -> Node:
        """The current node; raises `GuanxiError` at a chance node."""
        if self.node is None or self.chosen is not None:
            raise GuanxiError("This is a chance node: apply its outcome first.")
        return self.node


class Observer:
    """Observes what one player may know: the present or, with perfect recall, everything it has seen and done.

    The string of perfect recall holds everything.  Its tensor holds the present and the player's last decisions, latest
    first, each with the observation then and the chosen move.
    """

    def __init__(self, game: SpielGame, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self._scale = Scale(game.rules)
        self._moves = game.rules.moves
        length = len(game.rules.observation)
        shapes: dict[str, tuple[int, ...]] = {"now": (length,)}
        if perfect_recall:
            shapes |= {"known": (game.recall, length), "chosen": (game.recall,)}
        ends = np.cumsum([np.prod(shape, dtype=int) for shape in shapes.values()])
        self.tensor = np.zeros(ends[-1], np.float32) if length else None
        parts = np.split(self.tensor, ends[:-1]) if self.tensor is not None else []
        self.dict = {name: part.reshape(shapes[name]) for name, part in zip(shapes, parts, strict=False)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with what a player may know in a state; all 0 before the set-up."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if state.node is None:
            return
        self.dict["now"][:] = self._scale(state.node.knows(player))
        if self.perfect_recall:
            known, chosen = self.dict["known"], self.dict["chosen"]
            for row, decision in enumerate(state.node.decisions(player)[: len(known)]):
                known[row] = self._scale(decision.known)
                chosen[row] = (decision.move + 1) / self._moves

    def string_from(self, state: SpielState, player: int) -> str:
        """A player's knowledge in a state, as text; empty before the set-up."""
        if state.node is None:
            return ""
        now = state.node.sees(player)
        return state.node.recollection(player) + now if self.perfect_recall else now


for name in guanxi.game_names():
    register(guanxi.game(name))
