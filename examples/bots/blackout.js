// A Black Out bot that always wins: the middle row first, then the image of each reply under a half turn.
"use strict";
const [ROWS, COLS] = [5, 6];
const play = (...segment) => console.log(segment.join(" "));
const open = () => play(3, 1, 3, COLS);
let games = null;

const lines = require("readline").createInterface({ input: process.stdin });
lines.on("line", (line) => {
  const [word, ...rest] = line.split(" ");
  if (word === "MOVE") {
    const [r1, c1, r2, c2] = rest.map(Number);
    return play(ROWS + 1 - r2, COLS + 1 - c2, ROWS + 1 - r1, COLS + 1 - c1);
  }
  games = games === null ? Number(word) : games - 1;
  if (games > 0) open();
  else process.exit();
});
