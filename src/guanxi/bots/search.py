"""The search for all games: information-set Monte Carlo tree search with a tree for every seat.

One iteration imagines a position that the searching seat holds for possible, and plays from there: each seat chooses in
its own tree, by what it has seen alone; where the tree ends the adviser says what the position is worth to everybody
(or random moves play it to its end); and every node on the way remembers what came of it.

Open decisions are chosen by what they brought and how promising they look (PUCT, counting how often a move was offered
instead of how often its parent was visited).  Sealed ones are chosen by regret matching, since a choice that is made in
secret is right only as one of a mixture; a seat's tree learns what others have sealed when all have.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import final

from guanxi.bots.tree import Tree
from guanxi.engine.adviser import Adviser
from guanxi.engine.position import MOST_MOVES, MOST_SEATS, Moves, Position, Record, first_owing, playout
from guanxi.engine.record import array, decimals, record

MOST_NUMBERS = 2048  # every move's number is below this
DEPTH = 512  # decisions of one iteration
FEW = 3  # sealed choices that are looked at where the tree ends
OPENED = MOST_SEATS  # stands for all seats together
TRUSTED = 20.0  # iterations that the adviser's guess of a sealed choice is worth
LEAST = 0.02  # as far as this moves always lie apart
CURIOSITY = 0.1  # of every sealed choice, so that none is forgotten


def watched(seat: int, move: int) -> int:
    """The key of what a seat has seen another do: no own move has it."""
    return (seat + 1) * MOST_NUMBERS + move


@final
@record
class Search(Record):
    """A search on its way; `root` is a position as the seat sees it, `world` the one that is played on."""

    root: Position
    world: Position
    before: Position  # the world while moves are tried on it
    adviser: Adviser  # looks at `world`
    tree: Tree
    moves: Moves
    seat: int = 0
    cheats: int = 0  # 1: the root is the true position, and is not imagined
    believes: int = 0  # 1: what others did is taken as a sign of what they hold
    at_random: int = 0  # 1: no adviser; games are played to their end by random moves
    exploration: float = 0.0
    sharpness: float = 0.0  # how much more promising the best-looking move is than the worst
    steps: int = 0  # decisions on the way of this iteration
    decided: list[int] = array(DEPTH)  # the node of each
    parent: list[int] = array(DEPTH)  # where it was decided; 0: it was no sealed choice
    decider: list[int] = array(DEPTH)
    at: list[int] = array(MOST_SEATS)  # where each seat is in its tree
    fresh: list[int] = array(MOST_MOVES)  # 1: a listed move whose node is new
    slot: list[int] = array(MOST_NUMBERS)  # the node of each move, while one is chosen
    worth: list[float] = decimals(MOST_SEATS)

    def run(self, iterations: int) -> int:
        """Search some more; returns how many nodes there are now."""
        for _ in range(iterations):
            self.iterate()
        return self.tree.count

    def findings(self) -> list[tuple[int, int, float, float]]:
        """The seat's moves: number, visits, what they brought on average, how often they should be chosen in secret."""
        tree = self.tree
        rows = []
        node = tree.child[tree.root[self.seat]]
        while node:
            if tree.key[node] < MOST_NUMBERS:
                rows.append((tree.key[node], tree.visits[node], tree.mean(node), tree.share[node]))
            node = tree.sibling[node]
        return rows

    def follow(self, move: int) -> None:
        """Go on below a move of the seat's own, with all that was found out there."""
        for other in range(self.root.seats):
            key = move if other == self.seat else watched(self.seat, self.root.seen(self.seat, move, other))
            self.tree.root[other] = self.tree.below(self.tree.root[other], key)

    def iterate(self) -> None:
        """Imagine, choose, evaluate, remember."""
        world = self.world
        world.copy_from(self.root)
        if not self.cheats:
            world.imagine(self.seat)
            if self.believes:
                self.adviser.believe(self.seat)
        for seat in range(world.seats):
            self.at[seat] = self.tree.root[seat]
        self.steps = 0
        while world.owing and self.steps < DEPTH:
            seat = self.next_seat()
            node = self.at[seat]
            self.tree.passes[node] += 1
            # A seat that had no room for what it saw is nowhere.
            if node == 0 or (self.tree.passes[node] == 1 and self.steps) or not self.offer(seat, node):
                break
            self.step(seat, node)
        self.evaluate()
        self.remember()
        # The next iteration goes on with the same stream of chance.
        for word in range(4):
            self.root.words[word] = world.words[word]

    def next_seat(self) -> int:
        """Who decides next: of those who do so in secret the searching seat first, so that its moves are looked at."""
        world = self.world
        return self.seat if world.sealing and world.owing & (1 << self.seat) else first_owing(world)

    def offer(self, seat: int, node: int) -> int:
        """List a seat's moves and find the node of each; returns 0 if the tree has no room for them."""
        tree = self.tree
        self.moves.fill(self.world, seat)
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
        for index in range(self.moves.count):
            tree.offers[self.slot[self.moves.number[index]]] += 1
        return 1

    def grow(self, seat: int, node: int) -> None:
        """Give a node the moves that it has not known yet, each with what the adviser expects of it."""
        tree = self.tree
        if not self.at_random:
            self.before.copy_from(self.world)
        for index in range(self.moves.count):
            move = self.moves.number[index]
            self.fresh[index] = self.slot[move] == 0
            if self.fresh[index]:
                child = tree.grow(node, move)
                self.slot[move] = child
                if not self.at_random and self.moves.count > 1:
                    self.world.play(seat, move)
                    tree.guess[child] = self.adviser.value(seat)
                    self.world.copy_from(self.before)
        if not self.at_random:
            self.weigh(node)

    def weigh(self, node: int) -> None:
        """Say how promising the new moves are: the best guess counts 1, the worst as little as sharpness lets it."""
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
                # As if it had been regretted for some time already.
                tree.regret[child] = TRUSTED * max(0.0, tree.guess[child] - guesses / self.moves.count)

    def step(self, seat: int, node: int) -> None:
        """Choose among the moves that are listed, play the choice, and let everybody see what they may."""
        world = self.world
        sealing = world.sealing
        child = self.choose_sealed(node) if sealing else self.choose_open(node)
        move = self.tree.key[child]
        self.decided[self.steps] = child
        self.decider[self.steps] = seat
        self.parent[self.steps] = node if sealing else 0
        self.steps += 1
        self.at[seat] = child
        world.play(seat, move)
        if sealing == 0:
            for other in range(world.seats):
                if other != seat:
                    self.at[other] = self.tree.below(self.at[other], watched(seat, world.seen(seat, move, other)))
        elif world.sealing == 0 or world.sealing != sealing:
            # All have opened their choices.  What came of them is told apart only by who is asked next.
            for other in range(world.seats):
                self.at[other] = self.tree.below(self.at[other], watched(OPENED, world.owing))

    def choose_open(self, node: int) -> int:
        """The move that has the best of what it brought and what it may still bring; the first of equals."""
        tree = self.tree
        weights = 0.0
        for index in range(self.moves.count):
            weights += tree.weight[self.slot[self.moves.number[index]]]
        # What is worth a closer look depends on how much there is to gain or lose.
        scale = self.exploration * (1.0 if self.at_random else max(LEAST, tree.spread[node])) / weights
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
        """One of a mixture: each move as often as it is regretted not to have been chosen."""
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
        """How likely each of the listed moves is to be chosen: by regret, and a little by how promising it looks."""
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
        """What the position is worth to each seat: as the adviser says, or as random moves end it."""
        world = self.world
        if self.at_random:
            playout(world, self.moves)
        else:
            self.settle()
        for seat in range(world.seats):
            self.worth[seat] = self.adviser.value(seat) if world.owing else world.returns(seat)

    def settle(self) -> None:
        """Let everybody who still owes a sealed choice make one, as promising as it looks: then a value can be said."""
        world = self.world
        while world.sealing:
            seat = first_owing(world)
            self.moves.fill(world, seat)
            world.play(seat, self.promising(seat))

    def promising(self, seat: int) -> int:
        """The move that looks best to the adviser, of a few drawn at random."""
        best = -1000.0
        chosen = self.moves.number[0]
        for _ in range(min(FEW, self.moves.count)):
            move = self.moves.number[self.world.below(self.moves.count)]
            self.before.copy_from(self.world)
            self.world.play(seat, move)
            value = self.adviser.value(seat)
            self.world.copy_from(self.before)
            if value > best:
                best = value
                chosen = move
        return chosen

    def remember(self) -> None:
        """Tell every decision of this iteration what came of it."""
        tree = self.tree
        for step in range(self.steps):
            child = self.decided[step]
            result = self.worth[self.decider[step]]
            if self.parent[step]:
                self.regret(self.parent[step], child, result)
            tree.visits[child] += 1
            tree.total[child] += result

    def regret(self, node: int, chosen: int, result: float) -> None:
        """What each sealed choice would have brought, beside what the mixture brings.

        That is known only on average, but for the one that was chosen.  To count this one the more the rarer it is
        would be right in the long run; in a search of some thousand iterations it is mostly noise.
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
