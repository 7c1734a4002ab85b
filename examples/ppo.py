"""Learn a game by playing against oneself: proximal policy optimisation (PPO) on a batch of tables, in one file.

    pip install "guanxi[ppo]"
    python examples/ppo.py --minutes 2

Every seat of every table is played by the same network, which sees what the seat may know.  At the end the network
plays whole games against the bots `random` and `greedy`; a share of 50 % is a draw.
"""

from __future__ import annotations

import argparse
import time

import numpy as np
import torch
from torch import nn

import guanxi

DISCOUNT, LAMBDA = 1.0, 0.95
CLIP, EPOCHS, MINIBATCH, RATE = 0.2, 3, 2048, 1e-3
ENTROPY = (0.02, 0.001)  # at the beginning and at the end
STEPS = 64  # decisions of each table between two updates


class Network(nn.Module):
    """Two hidden layers; a policy over all moves, and the expected return of the seat."""

    def __init__(self, numbers: int, moves: int, width: int = 128) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(numbers, width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy = nn.Linear(width, moves)
        self.value = nn.Linear(width, 1)
        nn.init.zeros_(self.policy.weight)  # begin with all legal moves equally likely

    def forward(self, observations: torch.Tensor, masks: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """The logarithms of the probabilities of all moves, and the value."""
        hidden = self.body(observations)
        logits = self.policy(hidden).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, -1), torch.tanh(self.value(hidden)).squeeze(-1)


@torch.no_grad()
def choose(network: Network, batch: guanxi.bridges.batch.Batch) -> tuple[np.ndarray, ...]:
    """A move for each table, drawn from the policy; with its log-probability and the value."""
    logs, values = network(torch.from_numpy(batch.observations.copy()), torch.from_numpy(batch.masks.copy()))
    noise = -torch.empty_like(logs).exponential_().log()
    moves = (logs + noise).argmax(-1)  # Gumbel: the same as drawing by probability
    return moves.numpy(), logs.gather(1, moves[:, None]).squeeze(1).numpy(), values.numpy()


def collect(network: Network, batch: guanxi.bridges.batch.Batch) -> dict[str, np.ndarray]:
    """Play some decisions at every table; what was seen, done and paid, by step and table."""
    kept: dict[str, list[np.ndarray]] = {}
    for _ in range(STEPS):
        moves, logs, values = choose(network, batch)
        step = {"seen": batch.observations, "mask": batch.masks, "seat": batch.to_move}
        step |= {"move": moves, "log": logs, "value": values}
        for name, array in step.items():
            kept.setdefault(name, []).append(array.copy())
        batch.step(moves)
        kept.setdefault("reward", []).append(batch.rewards.copy())
        kept.setdefault("done", []).append(batch.done.copy())
    return {name: np.stack(arrays) for name, arrays in kept.items()}


def advantages(kept: dict[str, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Generalised advantages, and the returns that the values should predict, along the decisions of each seat."""
    steps, tables, seats = kept["reward"].shape
    rows = np.arange(tables)
    found = np.zeros((steps, tables), np.float32)
    paid, later, gained = (np.zeros((tables, seats), np.float32) for _ in range(3))
    known = np.zeros((tables, seats), bool)  # a seat's next decision, or the end of its game, is in these steps
    for step in reversed(range(steps)):
        over = kept["done"][step]
        paid[over], later[over], gained[over], known[over] = kept["reward"][step][over], 0, 0, True
        at, value = (rows, kept["seat"][step]), kept["value"][step]
        error = paid[at] + DISCOUNT * later[at] - value
        gained[at] = np.where(known[at], error + DISCOUNT * LAMBDA * gained[at], 0)
        found[step] = gained[at]
        paid[at], later[at], known[at] = 0, value, True
    return found, found + kept["value"]


def update(network: Network, optimizer: torch.optim.Optimizer, kept: dict[str, np.ndarray], entropy: float) -> None:
    """Improve policy and value by what was played."""
    gains, targets = advantages(kept)
    seen = {name: torch.from_numpy(kept[name].reshape(-1, *kept[name].shape[2:])) for name in kept}
    gain, target = torch.from_numpy(gains.ravel()), torch.from_numpy(targets.ravel())
    gain = (gain - gain.mean()) / (gain.std() + 1e-6)
    for _ in range(EPOCHS):
        for part in torch.randperm(len(gain)).split(MINIBATCH):
            logs, values = network(seen["seen"][part], seen["mask"][part])
            ratio = (logs.gather(1, seen["move"][part][:, None]).squeeze(1) - seen["log"][part]).exp()
            better = torch.min(ratio * gain[part], ratio.clamp(1 - CLIP, 1 + CLIP) * gain[part])
            spread = -(logs.exp() * logs).sum(-1).mean()
            loss = -better.mean() + 0.5 * (values - target[part]).square().mean() - entropy * spread
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), 0.5)
            optimizer.step()


@torch.no_grad()
def share(network: Network, game: str, opponents: str, games: int, seed: int) -> float:
    """The share of wins in whole games against a bot, the first one of each table; a draw is half a win."""
    batch = guanxi.batch(game, tables=games, seed=seed, opponents=opponents)
    rows, results = np.arange(games), np.full(games, np.nan)
    while np.isnan(results).any():
        logs, _ = network(torch.from_numpy(batch.observations.copy()), torch.from_numpy(batch.masks.copy()))
        batch.step(logs.argmax(-1).numpy())
        fresh = batch.done & np.isnan(results)
        results[fresh] = batch.rewards[rows, batch.learner][fresh]
    batch.close()
    return float((results > 0).mean() + (results == 0).mean() / 2)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", default="hanamikoji")
    parser.add_argument("--tables", type=int, default=256)
    parser.add_argument("--minutes", type=float, default=2, help="of processor time: half as long on two cores")
    parser.add_argument("--games", type=int, default=400, help="against each bot, at the end")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    torch.manual_seed(given.seed)
    batch = guanxi.batch(given.game, tables=given.tables, seed=given.seed)
    network = Network(batch.observations.shape[1], batch.masks.shape[1])
    optimizer = torch.optim.Adam(network.parameters(), RATE, eps=1e-5)
    begun, decisions, rounds = time.process_time(), 0, 0
    while (done := (time.process_time() - begun) / 60 / given.minutes) < 1:
        optimizer.param_groups[0]["lr"] = RATE * (1 - done)
        kept = collect(network, batch)
        update(network, optimizer, kept, ENTROPY[0] + (ENTROPY[1] - ENTROPY[0]) * done)
        decisions, rounds = decisions + kept["done"].size, rounds + 1
        if rounds % 10 == 0:
            won = share(network, given.game, "random", 200, rounds)
            print(f"{done:4.0%}  {decisions:>10,} decisions  {won:.0%} against random", flush=True)
    for bot in ("random", "greedy"):
        won = share(network, given.game, bot, given.games, given.seed)
        error = 1.96 * (won * (1 - won) / given.games) ** 0.5
        print(f"{won:.1%} ± {error:.1%} against {bot}, {given.games} games")


if __name__ == "__main__":
    main()
