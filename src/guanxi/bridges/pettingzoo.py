"""Every game as a PettingZoo environment: agents take turns, observations carry an action mask.

    from guanxi.bridges import pettingzoo

    env = pettingzoo.env("hanamikoji", rounds=10)

Seats that decide simultaneously are asked in order; none sees what another has chosen before all have.
"""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import TYPE_CHECKING, Any

import guanxi
from guanxi.bridges import missing, observe
from guanxi.engine.chance import seed_text
from guanxi.engine.errors import BadOption, GuanxiError
from guanxi.engine.game import Game

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils.env import AECIterable
except ModuleNotFoundError as absent:
    raise missing("PettingZoo", "pettingzoo") from absent

from guanxi.bridges.scaling import Scale

if TYPE_CHECKING:
    from guanxi.engine.table import Table

RENDER_MODES = ("ansi", "human")
NOT_BEGUN = "There is no game yet: call reset() first."


def env(
    game: str | Game[Any, Any] = "hanamikoji", seats: int | None = None, render_mode: str | None = None, **options: Any
) -> AECEnv:
    """A game's environment.  It checks for misuse itself: PettingZoo's wrappers would take longer than the game."""
    return Environment(game, seats, render_mode, **options)


def parallel_env(game: str | Game[Any, Any] = "hanamikoji", seats: int | None = None, **options: Any) -> ParallelEnv:
    """A game's environment in which all agents observe every step, and act together where they choose in secret."""
    return ParallelEnvironment(game, seats, **options)


class Environment(AECEnv, EzPickle):  # type: ignore[misc]
    """A game as an environment.  `table` is the game being played, whose log can be saved and replayed.

    An observation is what the seat's sight holds, scaled to 0 … 1.  Rewards come at the end: 1 for a sole winner, and
    they sum to 0.  An action outside the mask raises an error and changes nothing.
    """

    def __init__(
        self, game: str | Game[Any, Any], seats: int | None = None, render_mode: str | None = None, **options: Any
    ) -> None:
        EzPickle.__init__(self, game, seats, render_mode, **options)
        super().__init__()
        self.game = game if isinstance(game, Game) else guanxi.game(game)
        if not self.game.observation:
            raise BadOption(f"{self.game.name} cannot be an environment: it does not define `observe`.")
        if render_mode not in (None, *RENDER_MODES):
            raise BadOption(f"There is no render mode {render_mode!r}. Available modes: {', '.join(RENDER_MODES)}.")
        self.metadata = {
            "name": f"guanxi_{self.game.name}_v{self.game.rules_version}",
            "render_modes": list(RENDER_MODES),
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.options = {**self.game.automatic, **options}
        self.seats = seats if seats is not None else self.game.seats[0]
        self.game.check_options(self.seats, self.options)
        self.possible_agents = [f"player_{seat}" for seat in range(self.seats)]
        self.action_spaces = {agent: spaces.Discrete(self.game.moves) for agent in self.possible_agents}
        self.observation_spaces = {agent: space_of(self.game) for agent in self.possible_agents}
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._table: Table | None = None
        self._scale = Scale(self.game)
        self._random = Random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        self._seat(agent)
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All moves of the game, by number."""
        self._seat(agent)
        return self.action_spaces[agent]

    def _seat(self, agent: str) -> int:
        """An agent's seat; raises `BadOption` if there is no such agent."""
        if not isinstance(agent, str) or agent not in self._seats:
            raise BadOption(f"There is no agent {agent!r}. The agents: {', '.join(self._seats)}.")
        return self._seats[agent]

    @property
    def table(self) -> Table:
        """The game being played."""
        if self._table is None:
            raise GuanxiError(NOT_BEGUN)
        return self._table

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.  A seed makes this game, and all that follow without one, reproducible."""
        if seed is not None:
            seed_text(seed)
            self._random = Random(seed)
        self._table = self.game.table(self.seats, f"{self._random.getrandbits(256):064x}", **self.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.table.to_move[0]]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        """An agent's observation; the mask is empty unless it has to act."""
        return seen(self.table, self._seat(agent), agent == self.agent_selection, self._scale)

    def agent_iter(self, max_iter: int = 2**63) -> AECIterable:
        """The agents in the order in which they have to act."""
        if self._table is None:
            raise GuanxiError(NOT_BEGUN)
        return super().agent_iter(max_iter)

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """The observation of the agent that has to act, and its reward since it last acted."""
        table, agent = self.table, self.agent_selection
        seen = self.observe(agent) if observe else None
        return seen, self._cumulative_rewards[agent], table.over, False, self.infos[agent]

    def step(self, action: int | None) -> None:
        """Act for the agent whose turn it is; None once the game is over."""
        table, agent = self.table, self.agent_selection
        if table.over:
            self._was_dead_step(action)
            return
        if action is None:
            raise GuanxiError(f"{agent} has to act: None is only for agents whose game is over.")
        table.play(self._seats[agent], action)
        self._cumulative_rewards[agent] = 0.0
        if table.to_move:
            self.agent_selection = self.possible_agents[table.to_move[0]]
        else:
            for player, seat in self._seats.items():
                self.rewards[player] = table.position.returns(seat)
                self.terminations[player] = True
            self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Show the last public events and who has to decide, as text (ansi) or printed (human)."""
        happened = [self.table.phrase(event) for event in self.table.events(since=self.table.moves)]
        shown = "\n".join(self.table.say(line) for line in [*happened, self.table.prompt()])
        if self.render_mode != "human":
            return shown
        print(shown)
        return None

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


class ParallelEnvironment(ParallelEnv, EzPickle):  # type: ignore[misc]
    """A game whose agents all observe every step, and act together where they choose in secret.

    The mask of an agent that has nothing to decide is empty, and its action is ignored.
    """

    def __init__(self, game: str | Game[Any, Any], seats: int | None = None, **options: Any) -> None:
        EzPickle.__init__(self, game, seats, **options)
        super().__init__()
        self._turns = Environment(game, seats, **options)
        self.metadata = {**self._turns.metadata, "render_modes": [], "is_parallelizable": True}
        self.render_mode = None
        self.possible_agents = self._turns.possible_agents
        self.action_spaces = self._turns.action_spaces
        self.observation_spaces = self._turns.observation_spaces
        self.agents: list[str] = []

    @property
    def table(self) -> Table:
        """The game being played."""
        return self._turns.table

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self._turns.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All moves of the game, by number."""
        return self._turns.action_space(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, Any]:
        """Start a new game, as the environment with turns does."""
        self._turns.reset(seed)
        self.agents = self.possible_agents[:]
        return {agent: self._seen(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Play the actions of all agents that have to decide; raises an error if one is missing or not legal."""
        agents, table = self.agents, self.table
        if not agents:
            raise GuanxiError(NOT_BEGUN)
        if not isinstance(actions, Mapping):
            raise BadOption(f"step() takes the actions of the agents by their names, not {actions!r}.")
        asked = [self.possible_agents[seat] for seat in table.to_move]
        if absent := [agent for agent in asked if actions.get(agent) is None]:
            raise GuanxiError(f"{absent[0]} has to act: give its action.")
        for agent in asked:
            table.play(self.possible_agents.index(agent), actions[agent])
        returns = table.position.returns
        rewards = {agent: returns(seat) if table.over else 0.0 for seat, agent in enumerate(agents)}
        if table.over:
            self.agents = []
        return (
            {agent: self._seen(agent) for agent in agents},
            rewards,
            dict.fromkeys(agents, table.over),
            dict.fromkeys(agents, False),
            {agent: {} for agent in agents},
        )

    def _seen(self, agent: str) -> dict[str, np.ndarray[Any, Any]]:
        seat = self.possible_agents.index(agent)
        return seen(self.table, seat, seat in self.table.to_move, self._turns._scale)

    def close(self) -> None:
        """Do nothing: the environment holds no resources."""


def space_of(game: Game[Any, Any]) -> spaces.Dict:
    """The space of a game's observations."""
    return spaces.Dict(
        observation=spaces.Box(0, 1, (len(game.observation),), np.float32),
        action_mask=spaces.Box(0, 1, (game.moves,), np.int8),
    )


def seen(table: Table, seat: int, asked: bool, scale: Scale) -> dict[str, np.ndarray[Any, Any]]:
    """A seat's observation, with a mask that is empty unless the seat is asked for a move."""
    numbers = observe(table.game, table.position, seat)
    mask = bytearray(table.game.moves)  # setting a few bytes takes half the time of indexing an array
    if asked:
        for number in table.legal_numbers(seat):
            mask[number] = 1
    return {"observation": scale(numbers), "action_mask": np.frombuffer(mask, np.int8)}
