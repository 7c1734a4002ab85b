"""A bot that plays at a table on a server: python examples/bots/http_bot.py http://127.0.0.1:8642/join/…"""

import json
import random
import sys
from urllib.request import Request, urlopen

server, _, link = sys.argv[1].partition("/join/")


def call(path, body=None, token=""):
    """Ask the server; with a body, send it something."""
    headers = {"Content-Type": "application/json", "Authorization": f"Bearer {token}"}
    return urlopen(Request(server + path, body and json.dumps(body).encode(), headers))


def choose(view, legal):
    """Keep what has charm and give away what has little; in games without geishas make any move."""
    charm = {geisha["item"]: geisha["charm"] for geisha in view.get("geishas", [])}
    signs = {"secret": 1, "take": 1, "take-pair": 1}
    random.shuffle(legal)
    return max(legal, key=lambda m: signs.get(m["do"], -1) * sum(charm.get(w, 0) for w in m["notation"].split()))


joined = json.load(call("/api/join", {"token": link, "name": "First"}))
table, seat, token = f"/api/tables/{joined['table']}", joined["seat"], joined["token"]
known = 0
for line in call(f"{table}/stream?seat={seat}", token=token):
    if not line.startswith(b"data: "):
        continue
    state = json.loads(line.removeprefix(b"data: "))
    if state["over"]:
        print("won" if seat in state["result"]["winners"] else "lost")
        break
    if seat in state["to_move"] and state["length"] >= known:  # not what was on its way when we moved
        move = {"seat": seat, "move": choose(state["view"], state["legal"])["number"], "length": state["length"]}
        known = json.load(call(f"{table}/moves", {**move, "id": f"move-{state['length']}"}, token))["length"]
