"""Every game as a PettingZoo environment: agents take turns, observations carry an action mask.

    from guanxi.bridges import pettingzoo

    env = pettingzoo.env("hanamikoji", rounds=10)

Seats that decide simultaneously are asked in order; none sees what another has chosen before all have.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import guanxi
from guanxi.bridges import missing, observe
from guanxi.engine.errors import BadOption, GuanxiError
from guanxi.engine.game import Game

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.utils import EzPickle
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import AssertOutOfBoundsWrapper, OrderEnforcingWrapper
except ModuleNotFoundError as absent:
    raise missing("PettingZoo", "pettingzoo") from absent

if TYPE_CHECKING:
    from guanxi.engine.table import Table

RENDER_MODES = ("ansi", "human")


def env(
    game: str | Game[Any, Any] = "hanamikoji", seats: int | None = None, render_mode: str | None = None, **options: Any
) -> AECEnv:
    """A game's environment in PettingZoo's usual wrappers, which check for misuse."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(Environment(game, seats, render_mode, **options)))


class Environment(AECEnv, EzPickle):  # type: ignore[misc]
    """The environment without wrappers.  `table` is the game being played, whose log can be saved and replayed.

    An observation is what the seat's sight holds, scaled to 0 … 1.  Rewards come at the end: 1 for a sole winner, and
    they sum to 0.  An action outside the mask raises an error and changes nothing.
    """

    table: Table

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
        self.observation_spaces = {agent: self._observation_space() for agent in self.possible_agents}
        self._largest = np.array(self.game.observation, np.float32)
        self._random = Random()

    def _observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            observation=spaces.Box(0, 1, (len(self.game.observation),), np.float32),
            action_mask=spaces.Box(0, 1, (self.game.moves,), np.int8),
        )

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """The space of an agent's observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """All moves of the game, by number."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a new game.  A seed makes this game, and all that follow without one, reproducible."""
        if seed is not None:
            self._random = Random(seed)
        self.table = self.game.table(self.seats, f"{self._random.getrandbits(256):064x}", **self.options)
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
        seat = self.possible_agents.index(agent)
        numbers = observe(self.game, self.table.position, seat)
        mask = np.zeros(self.game.moves, np.int8)
        if agent == self.agent_selection and not self.table.over:
            mask[self.game.legal(self.table.position, seat)] = 1
        return {"observation": np.array(numbers, np.float32) / self._largest, "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Act for the agent whose turn it is; None once the game is over."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise GuanxiError(f"{agent} has to act: None is only for agents whose game is over.")
        self.table.play(self.possible_agents.index(agent), int(action))
        self._cumulative_rewards[agent] = 0.0
        if self.table.over:
            for seat, player in enumerate(self.possible_agents):
                self.rewards[player] = self.table.position.returns(seat)
                self.terminations[player] = True
        else:
            self.agent_selection = self.possible_agents[self.table.to_move[0]]
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
