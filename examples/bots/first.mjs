// A bot that reads and writes lines: guanxi match hanamikoji --bots "program:node examples/bots/first.mjs",random
import { createInterface } from "node:readline";

let seed = 1;

// The Park–Miller generator: the same seed gives the same game.
function random() {
  seed = (seed * 48271) % 2147483647;
  return seed / 2147483647;
}

// Value a move: keep charm, and split offers evenly.  A random number below 1 breaks ties.
function worth(move, charm) {
  const cards = [move.card ?? move.cards ?? move.pairs].flat(2).map((card) => charm[card]);
  const [a = 0, b = 0, c = 0, d = 0] = cards;
  const sum = cards.reduce((total, card) => total + card, 0);
  const kept = { "trade-off": -sum, gift: sum - 2 * Math.max(a, b, c), competition: -Math.abs(a + b - c - d) };
  return (kept[move.do] ?? sum) + random();
}

// The move with the highest value; a random one in games other than Hanamikoji.
function choose(view, legal) {
  if (view.game !== "hanamikoji") return legal[Math.floor(random() * legal.length)].number;
  const charm = Object.fromEntries(view.geishas.map(({ item, charm }) => [item, charm]));
  const ranked = legal.map(({ move, number }) => [worth(move, charm), number]).sort(([a], [b]) => b - a);
  return ranked[0][1];
}

for await (const line of createInterface({ input: process.stdin })) {
  const message = JSON.parse(line);
  if (message.type === "hello") {
    seed = 1 + (message.seed % 2147483646);
  } else if (message.type === "decide") {
    console.log(JSON.stringify({ move: choose(message.view, message.legal), stay: true }));
  }
}
