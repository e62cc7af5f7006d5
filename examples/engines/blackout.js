// A Black Out engine that speaks spec/engine-protocol.md: JSON lines on standard input and output.
const readline = require("node:readline");

let rows, cols, black, plies;

function squares(action) {
  const words = action.split(" ");
  const byJury = plies % 2 === 1;
  if (byJury !== (words[0] === "MOVE")) return null;
  const numbers = (byJury ? words.slice(1) : words).map(Number);
  if (numbers.length !== 4 || !numbers.every(Number.isInteger)) return null;
  const [r1, c1, r2, c2] = numbers;
  if (r1 < 1 || c1 < 1 || r2 > rows || c2 > cols || r1 > r2 || c1 > c2) return null;
  if (r1 !== r2 && c1 !== c2) return null;
  const all = [];
  for (let row = r1; row <= r2; row++) for (let col = c1; col <= c2; col++) all.push(row * 10 + col);
  return all;
}

function apply(action) {
  const covered = squares(action);
  if (covered === null || covered.every((square) => black.has(square))) return false;
  covered.forEach((square) => black.add(square));
  plies += 1;
  return true;
}

function actions() {
  const found = [];
  const word = plies % 2 === 1 ? "MOVE " : "";
  for (let r1 = 1; r1 <= rows; r1++)
    for (let c1 = 1; c1 <= cols; c1++) {
      for (let c2 = c1; c2 <= cols; c2++) found.push(`${word}${r1} ${c1} ${r1} ${c2}`);
      for (let r2 = r1 + 1; r2 <= rows; r2++) found.push(`${word}${r1} ${c1} ${r2} ${c1}`);
    }
  return found.filter((action) => !squares(action).every((square) => black.has(square)));
}

function outcome() {
  if (black.size < rows * cols) return null;
  return [plies % 2 === 1 ? 1 : 0];
}

function answer(kind, fields) {
  if (kind === "start") {
    [rows, cols] = fields.set.board.split("x").map(Number);
    black = new Set();
    plies = 0;
    return ["actions", "outcome"];
  }
  if (kind === "apply") return apply(fields.action);
  return kind === "actions" ? actions() : outcome();
}

readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const [[kind, fields]] = Object.entries(JSON.parse(line));
  process.stdout.write(JSON.stringify({ [kind]: answer(kind, fields) }) + "\n");
});
