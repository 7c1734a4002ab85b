"""A bot that reads and writes lines: guanxi match hanamikoji --bots "program:python examples/bots/first.py",random"""

import json
import random
import sys


def worth(move, charm):
    """Value a move: keep charm, and split offers evenly.  A random number below 1 breaks ties."""
    named = move.get("cards") or [card for pair in move.get("pairs", [[move.get("card")]]) for card in pair]
    cards = [charm[card] for card in named]
    kept = {
        "trade-off": -sum(cards),
        "gift": sum(cards) - 2 * max(cards),  # the opponent takes the best one
        "competition": -abs(sum(cards[:2]) - sum(cards[2:])),
    }
    return kept.get(move["do"], sum(cards)) + random.random()


def choose(view, legal):
    """The move with the highest value; a random one in games other than Hanamikoji."""
    if view["game"] != "hanamikoji":
        return random.choice(legal)["number"]
    charm = {geisha["item"]: geisha["charm"] for geisha in view["geishas"]}
    return max(legal, key=lambda offer: worth(offer["move"], charm))["number"]


for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        random.seed(message["seed"])
    elif message["type"] == "decide":
        print(json.dumps({"move": choose(message["view"], message["legal"]), "stay": True}), flush=True)
