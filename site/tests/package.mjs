// The package for programs in JavaScript, packed, installed and used: node site/tests/package.mjs FOLDER
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execFileSync } from 'node:child_process';

const folder = path.resolve(process.argv[2]);
const tools = path.join(process.env.CARGO_TARGET_DIR ?? path.resolve(import.meta.dirname, '../../target'), 'tools/node_modules/.bin');
const packed = fs.readdirSync(folder).find((name) => name.endsWith('.tgz'));
const work = fs.mkdtempSync(path.join(os.tmpdir(), 'stickler-package-'));
process.on('exit', () => fs.rmSync(work, { recursive: true }));
fs.writeFileSync(path.join(work, 'package.json'), '{"private":true,"type":"module"}');
execFileSync('npm', ['install', '--silent', '--offline', '--no-audit', '--no-fund', path.join(folder, packed)], { cwd: work });

// A program in TypeScript: its types are held, and then it is run without them.
const program = `
import { load } from "stickler";
import type { Line, Reply, Told } from "stickler";

const { games, oracle, show, validate } = await load();
const log = "0< READY FIRST\\n1< READY SECOND\\n0> OK\\n1> OK\\n0< TURN 10000 10000\\n0> MOVE 8 16\\n";
const told: Told = validate(log, { game: "gomoku", name: "match.log" });
const line: Line = told.lines[0]!;
const ask = oracle("gomoku", { board: "9x9" });
const made: Reply = ask({ id: 1, ask: { new: { as: "a", actions: ["MOVE 5 5"] } } });
const refused: Reply = ask({ id: 2, ask: { check: { position: "a", action: "MOVE 5 5" } } });
let why = "";
try {
  show("no log at all", { game: "gomoku" });
} catch (error) {
  why = String(error);
}
console.log(JSON.stringify({ games: games().map((game) => game.name), told, line, made, refused, why, page: show(log, { game: "gomoku" }).length }));
`;
fs.writeFileSync(path.join(work, 'program.ts'), program);
const strict = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022', '--module', 'nodenext', '--moduleResolution', 'nodenext', '--lib', 'es2022,dom', 'program.ts'];
execFileSync(path.join(tools, 'tsc'), strict, { cwd: work, stdio: 'inherit' });
execFileSync(path.join(tools, 'tsc'), [...strict.slice(1)], { cwd: work, stdio: 'inherit' });
const said = JSON.parse(execFileSync('node', ['program.js'], { cwd: work, encoding: 'utf8' }));
assert.equal(said.told.code, 1);
assert.match(said.told.text, /error\[gomoku\.move\.inside\]/);
assert.equal(said.line.record?.findings[0].clause ?? said.line.findings?.[0].clause, 'gomoku.move.inside', JSON.stringify(said.line));
assert.deepEqual(said.made, { id: 1, answer: { new: { seats: [1] } } });
assert.equal(said.refused.answer.check.clause, 'gomoku.move.empty');
assert.ok(said.page > 5000 && said.games.length === 5);
console.log(`${packed}: installed, its types hold, and it answers (${said.why || 'a file without a game is shown'})`);
