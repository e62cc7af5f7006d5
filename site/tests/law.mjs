// The law of the module: what it says of a file is what the program says: exit code, text, JSON, and the page to step through.
// node site/tests/law.mjs MODULE STICKLER: over all fixtures, records, twins and broken files, and over many that are changed.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';
import { spawnSync } from 'node:child_process';
import { plain, rules } from './rules.mjs';

const [module, stickler] = process.argv.slice(2).map((name) => path.resolve(name));
const root = path.resolve(import.meta.dirname, '../..');
const { parse } = createRequire(path.join(process.env.CARGO_TARGET_DIR ?? path.join(root, 'target'), 'tools/'))('yaml');
const count = Number(process.env.STICKLER_CHANGED ?? 3000);
const ask = await rules(module);
const games = ask({ do: 'games' }).map(({ name }) => name);
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'stickler-law-'));
process.on('exit', () => fs.rmSync(folder, { recursive: true }));

// Every file, with what is said of it beside its bytes.
const below = (dir) => fs.readdirSync(dir, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? below(path.join(dir, entry.name)) : [path.join(dir, entry.name)]).sort();
const files = [];
for (const file of below(path.join(root, 'fixtures'))) {
  const own = path.relative(path.join(root, 'fixtures'), file);
  const [top] = own.split('/');
  if (top === 'broken' || top === 'records' && !own.endsWith('.yaml') && !own.endsWith('twins.json')) {
    files.push({ kind: top, name: `${files.length}-${path.basename(own)}`, set: [], bytes: fs.readFileSync(file) });
  } else if (top === 'converters') {
    // The program reads none of them: examples/converters do.
  } else if (own.endsWith('twins.json')) {
    const twins = JSON.parse(fs.readFileSync(file, 'utf8'));
    for (const twin of twins.twins) {
      
      const before = fs.readFileSync(path.join(path.dirname(file), twin.of), 'utf8');
      const changed = before.replace(twin.change[0], () => twin.change[1]);
      const set = Object.entries(twin.set ?? {}).map(([name, value]) => `${name}=${value}`);
      files.push({ kind: 'twin', name: `${files.length}-${twin.of}`, set, bytes: Buffer.from(changed) });
    }
  } else if (own.endsWith('.yaml') && top !== 'mutants' && top !== 'vectors') {
    for (const one of parse(fs.readFileSync(file, 'utf8'))) {
      const text = one.transcript ?? one.record;
      if (text === undefined) continue;
      const game = one.game ?? (games.includes(top) ? top : undefined);
      const set = Object.entries(one.set ?? {}).map(([name, value]) => `${name}=${value}`);
      files.push({ kind: 'case', name: `${files.length}.log`, game, set, bytes: Buffer.from(text) });
    }
  }
}

// The program's word for it; each run takes about ten milliseconds.
const run = (...words) => {
  const { status, stdout, stderr, error } = spawnSync(stickler, words, { cwd: folder, encoding: 'utf8', maxBuffer: 1 << 28 });
  if (error || ![0, 1, 2].includes(status)) throw new Error(`${words.join(' ')}: ${error ?? stderr}`);
  return { status, stdout };
};
const given = ({ set }) => set.flatMap((one) => ['--set', one]);
const wrong = [];
const compare = (what, file, own, program) => {
  if (own !== program) wrong.push({ what, file: file.name, game: file.game, set: file.set, own: `${own}`.slice(0, 800), program: `${program}`.slice(0, 800) });
};
const kinds = {};
for (const file of files) {
  kinds[file.kind] = (kinds[file.kind] ?? 0) + 1;
  fs.writeFileSync(path.join(folder, file.name), file.bytes);
  const game = file.game ? [file.game] : [];
  const { name, set } = file;
  const asked = { name, game: file.game, set };
  const text = run('validate', ...game, name, ...given(file), '--jobs', '1');
  const told = ask({ do: 'judge', ...asked }, file.bytes);
  compare('exit code', file, told.code, text.status);
  compare('text', file, plain(told.text), text.stdout);
  compare('JSON', file, ask({ do: 'examine', ...asked }, file.bytes).text, run('validate', ...game, name, ...given(file), '--jobs', '1', '--json').stdout);
  const page = path.join(folder, 'page.html');
  fs.rmSync(page, { force: true });
  run('show', name, ...(file.game ? ['--game', file.game] : []), ...given(file), '--html', 'page.html');
  const written = fs.existsSync(page) ? fs.readFileSync(page, 'utf8') : undefined;
  compare('page', file, ask({ do: 'page', ...asked }, file.bytes).text, written);
}

// Changed files: a seed of SplitMix64 gives the same ones everywhere.
let state = BigInt(process.env.STICKLER_SEED ?? 1);
const next = (below) => {
  const mask = (1n << 64n) - 1n;
  state = (state + 0x9e3779b97f4a7c15n) & mask;
  let z = state;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) & mask;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & mask;
  return Number((z ^ (z >> 31n)) % BigInt(below));
};
const NUMBERS = ['0', '-1', '256', '65536', '2147483648', '4294967295', '4294967296', '4294967297', '9223372036854775807', '99999999999999999999'];
function changed(text) {
  const lines = text.split('\n');
  const at = next(lines.length);
  const other = next(lines.length);
  switch (next(8)) {
    case 0: lines.splice(at, 1); break;
    case 1: lines.splice(at, 0, lines[other]); break;
    case 2: [lines[at], lines[other]] = [lines[other], lines[at]]; break;
    case 3: lines.splice(at); break;
    case 4: lines[at] = lines[at].slice(0, next(lines[at].length + 1)); break;
    case 5: { const byte = next(lines[at].length + 1); lines[at] = lines[at].slice(0, byte) + String.fromCharCode(32 + next(95)) + lines[at].slice(byte + 1); break; }
    default: {
      const numbers = [...lines[at].matchAll(/\d+/g)];
      if (!numbers.length) break;
      const number = numbers[next(numbers.length)];
      lines[at] = lines[at].slice(0, number.index) + NUMBERS[next(NUMBERS.length)] + lines[at].slice(number.index + number[0].length);
    }
  }
  return lines.join('\n');
}
const groups = new Map();
for (let made = 0; made < count; made++) {
  const file = files[next(files.length)];
  let text = file.bytes.toString('latin1');
  for (let turn = next(3); turn >= 0; turn--) text = changed(text);
  // A shape that the file's name says stays in it.
  const one = { ...file, name: `x${made}${path.extname(file.name)}`, bytes: Buffer.from(text, 'latin1') };
  const key = JSON.stringify([one.game ?? '', one.set]);
  groups.set(key, [...(groups.get(key) ?? []), one]);
}
const isRecord = (line) => line.startsWith('{"record"');
for (const group of groups.values()) {
  for (const { name, bytes } of group) fs.writeFileSync(path.join(folder, name), bytes);
  const words = ['validate', ...(group[0].game ? [group[0].game] : []), ...group.map(({ name }) => name), ...given(group[0]), '--jobs', '2'];
  // A file of several games has a line for each.
  const lines = run(...words, '--json').stdout.split('\n').filter(isRecord);
  for (const file of group) {
    const asked = { name: file.name, game: file.game, set: file.set };
    const told = plain(ask({ do: 'judge', ...asked }, file.bytes).text);
    // A file that is checked alone is told on what its result depends.
    const alone = run('validate', ...(file.game ? [file.game] : []), file.name, ...given(file), '--jobs', '1').stdout;
    compare('text of a changed file', file, told, alone);
    const own = ask({ do: 'examine', ...asked }, file.bytes).text.split('\n').filter(isRecord);
    compare('JSON of a changed file', file, own.join('\n'), lines.splice(0, own.length).join('\n'));
  }
}
console.log(`${files.length} files (${Object.entries(kinds).map(([kind, many]) => `${many} ${kind}`).join(', ')}) and ${count} changed ones: ${wrong.length} differences`);
for (const one of wrong.slice(0, 10)) console.log(JSON.stringify(one, null, 1));
process.exitCode = wrong.length || files.length < 500 ? 1 : 0;
