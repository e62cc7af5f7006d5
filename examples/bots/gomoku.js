// A Gomoku bot: it wins where it can, blocks where it must, and else stays near the other stones.
"use strict";
const SIZE = 15;
const DIRECTIONS = [[0, 1], [1, 0], [1, 1], [1, -1]];
const board = new Map();
const key = (x, y) => x * 100 + y;

// Length of the row of `who` through a cell, counting the cell itself.
function run(x, y, who, [dx, dy]) {
  let length = 1;
  for (const sign of [1, -1]) {
    let step = sign;
    while (board.get(key(x + step * dx, y + step * dy)) === who) {
      length += 1;
      step += sign;
    }
  }
  return length;
}

function worth(x, y) {
  const longest = (who) => Math.max(...DIRECTIONS.map((direction) => run(x, y, who, direction)));
  const [mine, theirs] = [longest("me"), longest("opponent")];
  return (mine >= 5 ? 10000 : 0) + (theirs >= 5 ? 5000 : 0) + 100 * (mine + theirs) - Math.abs(x - 8) - Math.abs(y - 8);
}

function choose() {
  let [best, most] = [null, -Infinity];
  for (let x = 1; x <= SIZE; x++) {
    for (let y = 1; y <= SIZE; y++) {
      if (board.has(key(x, y))) continue;
      const value = worth(x, y);
      if (value > most) [best, most] = [[x, y], value];
    }
  }
  return best;
}

const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const [word, x, y] = line.split(" ");
  if (word === "READY") console.log("OK");
  if (word === "OPP") board.set(key(Number(x), Number(y)), "opponent");
  if (word === "TURN") {
    const [row, column] = choose();
    board.set(key(row, column), "me");
    console.log(`MOVE ${row} ${column}`);
  }
  if (word === "FINISH") process.exit();
});
