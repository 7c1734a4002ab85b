// A bot that plays at a table on a server: node examples/bots/http_bot.mjs http://127.0.0.1:8642/join/…
import { setTimeout as sleep } from "node:timers/promises";

const [server, link] = process.argv[2].split("/join/");

// GET a path, or POST a body to it.
async function call(path, token, body) {
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const answer = await fetch(server + path, { method: body ? "POST" : "GET", headers, body: JSON.stringify(body) });
  const said = await answer.json();
  if (!answer.ok) throw new Error(said.message);
  return said;
}

// Keep charm and give away little of it; in games other than Hanamikoji, make a random move.
function choose(view, legal) {
  if (view.game !== "hanamikoji") return legal[Math.floor(Math.random() * legal.length)];
  const charm = Object.fromEntries(view.geishas.map(({ item, charm }) => [item, charm]));
  const cards = (move) => [move.card ?? move.cards ?? move.pairs].flat(2);
  const sum = (move) => cards(move).reduce((total, card) => total + charm[card], 0);
  const worth = (move) => sum(move) * (["secret", "take", "take-pair"].includes(move.do) ? 1 : -1);
  return legal.map((offer) => [worth(offer.move) + Math.random(), offer]).sort(([a], [b]) => b - a)[0][1];
}

let { table, seat, token, state } = await call("/api/join", "", { token: link, name: "First" });
while (!state.over) {
  if (state.to_move.includes(seat)) {
    const { length, view, legal } = state;
    const move = { seat, move: choose(view, legal).number, length, id: `move-${length}` };
    state = await call(`/api/tables/${table}/moves`, token, move);
  } else {
    await sleep(100);
    state = await call(`/api/tables/${table}?seat=${seat}`, token);
  }
}
console.log(state.result.winners.includes(seat) ? "won" : "lost");
