"""A bot that plays at a table on a server: python examples/bots/http_bot.py http://127.0.0.1:8642/join/…"""

import json
import random
import sys
from urllib.request import Request, urlopen

server, _, link = sys.argv[1].partition("/join/")


def call(path, body=None, token=""):
    """GET a path, or POST a body to it."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    return urlopen(Request(server + path, body and json.dumps(body).encode(), headers))


def patched(value, patch):
    """Apply a patch: [new] replaces a value, [] deletes a key, an object holds the patches of its parts."""
    if isinstance(patch, list):
        return patch[0]
    for key, change in patch.items():
        if change == []:
            del value[key]
        elif isinstance(value, list):
            value[int(key)] = patched(value[int(key)], change)
        else:
            value[key] = patched(value.get(key), change)
    return value


def choose(view, legal):
    """Keep charm and give away little of it; in games other than Hanamikoji, make a random move."""
    if view["game"] != "hanamikoji":
        return random.choice(legal)["number"]
    charm = {geisha["item"]: geisha["charm"] for geisha in view["geishas"]}

    def worth(move):
        cards = move.get("cards") or [card for pair in move.get("pairs", [[move.get("card")]]) for card in pair]
        keeps = move["do"] in ("secret", "take", "take-pair")
        return sum(charm[card] for card in cards) * (1 if keeps else -1) + random.random()

    return max(legal, key=lambda offer: worth(offer["move"]))["number"]


joined = json.load(call("/api/join", {"token": link, "name": "First"}))
table, seat, token = f"/api/tables/{joined['table']}", joined["seat"], joined["token"]
kind, state, known = "", {}, 0
for line in call(f"{table}/stream?seat={seat}", token=token):
    field, _, told = line.decode().strip().partition(": ")
    kind = told if field == "event" else kind
    if field != "data" or kind not in ("state", "update"):
        continue
    state = json.loads(told) if kind == "state" else patched(state, json.loads(told)["patch"])
    if state["over"]:
        print("won" if seat in state["result"]["winners"] else "lost")
        break
    if seat in state["to_move"] and state["length"] >= known:  # not what was on its way when we moved
        move = {"seat": seat, "move": choose(state["view"], state["legal"]), "length": state["length"]}
        known = json.load(call(f"{table}/moves", {**move, "id": f"move-{state['length']}"}, token))["length"]
