"""Information-set Monte Carlo tree search with one tree for every seat, for all games.

An iteration samples a position that the searching seat considers possible and plays from there.  Each seat chooses in
its own tree, by what it alone has seen.  Where the tree ends, the adviser evaluates the position for every seat (or
random moves play it to its end), and every node on the path is updated with the result.

Open decisions are chosen by PUCT, which counts how often a move was legal instead of how often its parent was visited.
Sealed decisions are chosen by regret matching, because only a mixed strategy is sound for simultaneous choices; a
seat's tree learns what others have sealed once all choices are open.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import final

from guanxi.bots.core.preselection import preselect
from guanxi.bots.core.tree import SearchTree
from guanxi.engine.core.adviser import Adviser
from guanxi.engine.core.position import MOST_MOVES, MOST_SEATS, NOBODY, Moves, Position, Record, first_owing, playout
from guanxi.engine.record import array, decimals, record

MOST_NUMBERS = 2048  # every move's number is below this
DEPTH = 512  # the most decisions in one iteration
FEW = 3  # sealed choices that are compared where the tree ends
OPENED = MOST_SEATS  # a seat number that stands for all seats together
TRUSTED = 20.0  # iterations that the adviser's guess of a sealed choice counts for
LEAST = 0.02  # lower bound of the spread of guesses
CURIOSITY = 0.1  # exploration of sealed choices, so that none is forgotten


def watched(seat: int, move: int) -> int:
    """The key of another seat's move in a tree; it differs from all keys of the seat's own moves."""
    return (seat + 1) * MOST_NUMBERS + move


@final
@record
class TreeSearch(Record):
    """The state of a search; `root` is the position as the seat sees it, `world` is played on."""

    root: Position
    world: Position
    before: Position  # a copy of the world while moves are tried on it
    adviser: Adviser  # evaluates `world`
    tree: SearchTree
    moves: Moves
    seat: int = 0
    cheats: int = 0  # 1: the root is the true position, and nothing is sampled
    uses_beliefs: int = 0  # 1: infer hidden cards from what others did
    random_playouts: int = 0  # 1: evaluate by random games instead of the adviser
    exploration: float = 0.0
    sharpness: float = 0.0  # how strongly the priors differ between the best and the worst guess
    steps: int = 0  # decisions in this iteration
    decided: list[int] = array(DEPTH)  # the node of each
    parent: list[int] = array(DEPTH)  # the node it was chosen at, for sealed choices; else 0
    decider: list[int] = array(DEPTH)
    at: list[int] = array(MOST_SEATS)  # the current node of each seat in its tree
    fresh: list[int] = array(MOST_MOVES)  # 1: a listed move whose node is new
    slot: list[int] = array(MOST_NUMBERS)  # the node of each move, while one is chosen
    worth: list[float] = decimals(MOST_SEATS)

    def run(self, iterations: int) -> int:
        """Run more iterations; returns the number of nodes."""
        for _ in range(iterations):
            self.iterate()
        return self.tree.count

    def findings(self) -> list[tuple[int, int, float, float, float]]:
        """Rows for `MoveStats`: move, visits, mean result, cumulative share of sealed choices, standard error."""
        tree = self.tree
        rows = []
        node = tree.child[tree.root[self.seat]]
        while node:
            if tree.key[node] < MOST_NUMBERS:
                rows.append((tree.key[node], tree.visits[node], tree.mean(node), tree.share[node], tree.doubt(node)))
            node = tree.sibling[node]
        return rows

    def follow(self, move: int) -> None:
        """Continue below one of the seat's own moves, keeping the statistics there."""
        for other in range(self.root.seats):
            key = move if other == self.seat else watched(self.seat, self.root.seen(self.seat, move, other))
            self.tree.root[other] = self.tree.below(self.tree.root[other], key)

    def iterate(self) -> None:
        """Run one iteration: sample, choose, evaluate, update."""
        world = self.world
        world.copy_from(self.root)
        if not self.cheats:
            world._imagine(self.seat)
            if self.uses_beliefs:
                self.adviser.believe(self.seat)
        for seat in range(world.seats):
            self.at[seat] = self.tree.root[seat]
        self.steps = 0
        while world.owing and self.steps < DEPTH:
            seat = self.next_seat()
            only = self.only_move(seat)
            if only != NOBODY and (self.steps or seat != self.seat):
                # Nobody learns anything from it, so no tree needs a node for it.
                world.play(seat, only)
                continue
            node = self.at[seat]
            self.tree.passes[node] += 1
            # Node 0: the tree had no room for what the seat saw.
            if node == 0 or (self.tree.passes[node] == 1 and self.steps) or not self.offer(seat, node):
                break
            self.step(seat, node)
        self.evaluate()
        self.update()
        # The next iteration continues the same random stream.
        for word in range(4):
            self.root.words[word] = world.words[word]

    def next_seat(self) -> int:
        """Return the next seat to decide; the searching seat seals first, so that its moves are visited."""
        world = self.world
        return self.seat if world.sealing and world.owing & (1 << self.seat) else first_owing(world)

    def only_move(self, seat: int) -> int:
        """The one move of a seat that the adviser would look at, or NOBODY."""
        return NOBODY if self.random_playouts else self.adviser.only_move(seat)

    def offer(self, seat: int, node: int) -> int:
        """List a seat's moves and find or create their nodes; returns 0 if the tree has no room for them."""
        tree = self.tree
        self.moves.fill(self.world, seat)
        only = self.only_move(seat)
        if only != NOBODY:
            self.moves.number[0] = only
            self.moves.count = 1
        for index in range(self.moves.count):
            self.slot[self.moves.number[index]] = 0
        child = tree.child[node]
        while child:
            if tree.key[child] < MOST_NUMBERS:
                self.slot[tree.key[child]] = child
            child = tree.sibling[child]
        missing = 0
        for index in range(self.moves.count):
            missing += self.slot[self.moves.number[index]] == 0
        if missing:
            if tree.is_full(missing + MOST_SEATS):
                return 0
            self.grow(seat, node)
        self.leave_out_pruned()
        for index in range(self.moves.count):
            tree.offers[self.slot[self.moves.number[index]]] += 1
        return 1

    def leave_out_pruned(self) -> None:
        """Leave out the moves that looked too bad at a glance to be evaluated."""
        moves = self.moves
        count = 0
        for index in range(moves.count):
            if self.tree.weight[self.slot[moves.number[index]]] > 0.0:
                moves.number[count] = moves.number[index]
                count += 1
        if count == 0:  # other cards, other moves: of these, none has been evaluated
            for index in range(moves.count):
                self.tree.weight[self.slot[moves.number[index]]] = 1.0
        else:
            moves.count = count

    def grow(self, seat: int, node: int) -> None:
        """Add the listed moves that a node lacks, each with the adviser's guess; the worst at a glance are pruned."""
        tree = self.tree
        count = self.moves.count
        if not self.random_playouts:
            self.before.copy_from(self.world)
            if self.world.sealing == 0:
                preselect(self.world, self.before, self.adviser, seat, self.moves, self.adviser.most_moves())
        for index in range(self.moves.count):
            move = self.moves.number[index]
            self.fresh[index] = self.slot[move] == 0
            if self.fresh[index]:
                child = tree.grow(node, move)
                self.slot[move] = child
                if not self.random_playouts and self.moves.count > 1:
                    self.world.play_unchecked(seat, move)
                    tree.guess[child] = self.adviser.value(seat)
                    self.world.copy_from(self.before)
        if not self.random_playouts:
            self.weigh(node)
        self.prune(node, count)

    def prune(self, node: int, count: int) -> None:
        """Add the moves behind those that were preselected, `count` with them, as ones that are never chosen."""
        tree = self.tree
        worst = 2.0
        for index in range(self.moves.count):
            worst = min(worst, tree.guess[self.slot[self.moves.number[index]]])
        for index in range(self.moves.count, count):
            move = self.moves.number[index]
            if self.slot[move] == 0:
                child = tree.grow(node, move)
                self.slot[move] = child
                tree.guess[child] = worst
                tree.weight[child] = 0.0
        self.moves.count = count

    def weigh(self, node: int) -> None:
        """Set the priors of new moves: 1 for the best guess, and less for the worst the larger the sharpness is."""
        tree = self.tree
        best = -2.0
        worst = 2.0
        guesses = 0.0
        for index in range(self.moves.count):
            guess = tree.guess[self.slot[self.moves.number[index]]]
            guesses += guess
            best = max(best, guess)
            worst = min(worst, guess)
        tree.spread[node] = max(tree.spread[node], best - worst)
        for index in range(self.moves.count):
            child = self.slot[self.moves.number[index]]
            if self.fresh[index] and best > worst:
                tree.weight[child] = exp(self.sharpness * (tree.guess[child] - best) / (best - worst))
                # Start as if it had been regretted for some iterations already.
                tree.regret[child] = TRUSTED * max(0.0, tree.guess[child] - guesses / self.moves.count)

    def step(self, seat: int, node: int) -> None:
        """Choose one of the listed moves, play it, and advance every seat's tree by what that seat sees."""
        world = self.world
        sealing = world.sealing
        child = self.choose_sealed(node) if sealing else self.choose_open(node)
        move = self.tree.key[child]
        self.decided[self.steps] = child
        self.decider[self.steps] = seat
        self.parent[self.steps] = node if sealing else 0
        self.steps += 1
        self.at[seat] = child
        world.play_unchecked(seat, move)
        if sealing == 0:
            for other in range(world.seats):
                if other != seat:
                    self.at[other] = self.tree.below(self.at[other], watched(seat, world.seen(seat, move, other)))
        elif world.sealing == 0 or world.sealing != sealing:
            # All choices are open now.  Outcomes are distinguished only by which seats decide next.
            for other in range(world.seats):
                self.at[other] = self.tree.below(self.at[other], watched(OPENED, world.owing))

    def choose_open(self, node: int) -> int:
        """Return the node with the highest PUCT score; the first of equals."""
        tree = self.tree
        weights = 0.0
        for index in range(self.moves.count):
            weights += tree.weight[self.slot[self.moves.number[index]]]
        # Explore in proportion to what is at stake.
        scale = self.exploration * (1.0 if self.random_playouts else max(LEAST, tree.spread[node])) / weights
        best = -1000.0
        chosen = 0
        for index in range(self.moves.count):
            child = self.slot[self.moves.number[index]]
            curiosity = tree.weight[child] * sqrt(tree.offers[child]) / (1 + tree.visits[child])
            score = tree.mean(child) + scale * curiosity
            if score > best:
                best = score
                chosen = child
        return chosen

    def choose_sealed(self, node: int) -> int:
        """Draw a node by regret matching."""
        tree = self.tree
        child = tree.child[node]
        while child:
            tree.likely[child] = 0.0
            child = tree.sibling[child]
        self.mix()
        ticket = self.world.below(1000000) / 1000000.0
        chosen = 0
        for index in range(self.moves.count):
            child = self.slot[self.moves.number[index]]
            if ticket >= 0.0:
                chosen = child
                ticket -= tree.likely[child]
        return chosen

    def mix(self) -> None:
        """Set the probabilities of the listed moves: by regret, mixed with a little of the prior."""
        tree = self.tree
        regrets = 0.0
        weights = 0.0
        for index in range(self.moves.count):
            child = self.slot[self.moves.number[index]]
            regrets += max(0.0, tree.regret[child])
            weights += tree.weight[child]
        for index in range(self.moves.count):
            child = self.slot[self.moves.number[index]]
            promising = (tree.weight[child] / weights + 1.0 / self.moves.count) / 2
            if regrets > 0.0:
                regretted = max(0.0, tree.regret[child]) / regrets
                tree.likely[child] = (1 - CURIOSITY) * regretted + CURIOSITY * promising
                tree.share[child] += regretted
            else:
                tree.likely[child] = promising
                tree.share[child] += promising

    def evaluate(self) -> None:
        """Evaluate the position for each seat, by the adviser or by a random game."""
        world = self.world
        if self.random_playouts:
            playout(world, self.moves)
        elif world.sealing and not self.adviser.settle():
            self.settle()
        if world.owing:
            self.adviser.value_all(world.seats, self.worth)
        else:
            for seat in range(world.seats):
                self.worth[seat] = world._returns(seat)

    def settle(self) -> None:
        """Make the sealed choices that are still pending, since the adviser cannot evaluate before they are open."""
        world = self.world
        while world.sealing:
            seat = first_owing(world)
            self.moves.fill(world, seat)
            world.play_unchecked(seat, self.promising(seat))

    def promising(self, seat: int) -> int:
        """Return the best-looking of a few moves drawn at random."""
        best = -1000.0
        chosen = self.moves.number[0]
        for _ in range(min(FEW, self.moves.count)):
            move = self.moves.number[self.world.below(self.moves.count)]
            self.before.copy_from(self.world)
            self.world.play_unchecked(seat, move)
            value = self.adviser.value(seat)
            self.world.copy_from(self.before)
            if value > best:
                best = value
                chosen = move
        return chosen

    def update(self) -> None:
        """Update the nodes of this iteration with its result."""
        tree = self.tree
        for step in range(self.steps):
            child = self.decided[step]
            result = self.worth[self.decider[step]]
            if self.parent[step]:
                self.regret(self.parent[step], child, result)
            tree.visits[child] += 1
            tree.total[child] += result
            tree.squares[child] += result * result

    def regret(self, node: int, chosen: int, result: float) -> None:
        """Update the regrets of sealed choices: the result each would have had, minus that of the mixture.

        Only the chosen one's result is known; for the others the mean stands in.  Weighting by the inverse probability
        would be unbiased, but is mostly noise in a search of a few thousand iterations.
        """
        tree = self.tree
        surprise = result - tree.mean(chosen)
        expected = tree.likely[chosen] * surprise
        child = tree.child[node]
        while child:
            expected += tree.likely[child] * tree.mean(child)
            child = tree.sibling[child]
        child = tree.child[node]
        while child:
            brought = tree.mean(child) + (surprise if child == chosen else 0.0)
            tree.regret[child] = max(0.0, tree.regret[child] + brought - expected)
            child = tree.sibling[child]
