// The site in Chromium, from files and without a network: node site/tests/browser.mjs SITE [SCREENSHOTS]
// With ONLY=words, the tests whose names have these words.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const site = path.resolve(process.argv[2]);
const pictures = process.argv[3] && path.resolve(process.argv[3]);
const require = createRequire(path.join(process.env.CARGO_TARGET_DIR ?? path.resolve(import.meta.dirname, '../../target'), 'tools/'));
const { chromium } = require('playwright-core');
const axe = fs.readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');
const profile = fs.mkdtempSync(path.join(os.tmpdir(), 'stickler-site-'));
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: quiet });
process.on('exit', () => fs.rmSync(profile, { recursive: true, force: true }));
const url = (name) => pathToFileURL(path.join(site, name)).href;
const pages = fs.readdirSync(site).filter((name) => name.endsWith('.html'));
const games = pages.filter((name) => fs.readFileSync(path.join(site, name), 'utf8').includes('id="workbench"'));

// A page on which nothing may complain.
async function open(name, options = {}) {
  const context = await browser.newContext({ offline: true, ...options });
  const page = await context.newPage();
  const troubles = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && troubles.push(message.text()));
  page.on('pageerror', (error) => troubles.push(error.message));
  page.on('request', (request) => /^(file|blob|data):/.test(request.url()) || troubles.push(`asks for ${request.url()}`));
  await page.goto(url(name));
  return { page, close: async () => { assert.deepEqual(troubles, [], name); await context.close(); } };
}
// The pages' policy forbids what playwright's own waiting needs.
async function until(page, what, has, most = 20_000) {
  for (const begun = Date.now(); Date.now() - begun < most;) {
    const value = await page.evaluate(has);
    if (value) return value;
    await new Promise((done) => setTimeout(done, 10));
  }
  throw new Error(`${page.url()}: never came: ${what}`);
}
async function accessible(page, name) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ['violations'], preload: false }));
  assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`), [], name);
}
const picture = (page, name) => pictures && page.screenshot({ path: path.join(pictures, `${name}.png`), fullPage: true });
const tests = [];
const test = (name, run) => tests.push([name, run]);

test('each page is small, each link leads somewhere, and nothing complains by day at a desk or by night on a phone', async () => {
  const ids = new Map();
  const texts = new Map(pages.map((name) => [name, fs.readFileSync(path.join(site, name), 'utf8')]));
  for (const [name, text] of texts) ids.set(name, new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)));
  let links = 0;
  for (const [name, text] of texts) {
    assert.ok(text.length < 150_000, `${name} has ${text.length} characters`);
    for (const [, target] of text.matchAll(/\shref="([^"]+)"/g)) {
      const [file, id] = target.split('#');
      if (/^https?:/.test(target) || file.endsWith('.css')) continue;
      const own = file || name;
      assert.ok(ids.has(own), `${name}: ${target}`);
      assert.ok(!id || ids.get(own).has(decodeURIComponent(id)), `${name}: ${target}`);
      links++;
    }
    for (const [kind, options] of [['desk', {}], ['phone', { viewport: { width: 380, height: 700 }, colorScheme: 'dark' }]]) {
      const { page, close } = await open(name, options);
      await accessible(page, `${name}, ${kind}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name}, ${kind}: ${wide} pixels too wide`);
      await picture(page, `${name}-${kind}`);
      await close();
    }
  }
  const index = fs.readFileSync(path.join(site, 'search.js'), 'utf8').match(/= (.*);/s)[1];
  for (const [target] of JSON.parse(index)) {
    const [file, id] = target.split('#');
    assert.ok(ids.has(file) && (!id || ids.get(file).has(id)), target);
  }
  return `${pages.length} pages, ${links} links`;
});

test('a log is dropped and judged, with the place marked', async () => {
  const begun = Date.now();
  const { page, close } = await open('index.html');
  await until(page, 'ready', () => document.body.dataset.ready);
  const ready = Date.now() - begun;
  const log = '0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 8 16\n';
  const text = `stickler: 1\ngame: ${games[0].replace('.html', '')}\n${log}`;
  const sent = games.includes('gomoku.html') ? text.replace(/game: .*/, 'game: gomoku') : text;
  await page.evaluate((sent) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([sent], 'match.log'));
    dispatchEvent(new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
  }, sent);
  await until(page, 'a verdict', () => document.getElementById('verdict').textContent.startsWith('match.log: '));
  if (games.includes('gomoku.html')) {
    await until(page, 'the diagnosis', () => document.getElementById('diagnosis').textContent.includes('gomoku.move.inside'));
    await until(page, 'the mark', () => document.querySelector('#game-shown .log .bad'));
    const took = await page.evaluate(async (sent) => {
      const bytes = new TextEncoder().encode(sent);
      const times = [];
      for (let turn = 0; turn < 9; turn++) {
        const begun = performance.now();
        await rules.ask({ do: 'judge', name: 'x', set: [] }, bytes);
        times.push(performance.now() - begun);
      }
      return times.sort((one, other) => one - other)[4];
    }, sent);
    await accessible(page, 'a judged log');
    await picture(page, 'judged');
    await close();
    return `from the start of opening to ready ${ready} ms; a verdict ${took.toFixed(1)} ms`;
  }
  await close();
  return `ready after ${ready} ms`;
});

test('a packed file, a broken one and one of 100 MB are answered, and the page goes on', async () => {
  const { page, close } = await open('index.html');
  const [name, text] = await page.evaluate(() => {
    const [example] = JSON.parse(document.getElementById('examples').textContent);
    return [example.game, `stickler: 1\ngame: ${example.game}\n${example.set ? `set: ${example.set}\n` : ''}${example.text}`];
  });
  const give = async (file, bytes, wanted) => {
    const at = path.join(profile, file);
    fs.writeFileSync(at, bytes);
    await page.setInputFiles('#file', at);
    await until(page, wanted, `document.getElementById('verdict').textContent.startsWith(${JSON.stringify(file)}) && /${wanted}/.test(document.getElementById('verdict').textContent)`, 60_000);
    return page.textContent('#verdict');
  };
  await give('own.log.gz', zlib.gzipSync(text), 'conforms|violates');
  const broken = await give('broken.bin', Buffer.from([0, 255, 254, 1, 2]), 'could not tell');
  await give('cut.log.gz', zlib.gzipSync(text).subarray(0, 60), '.');
  const begun = Date.now();
  const line = '0< NOTHING THAT ANY JUDGE WOULD EVER SAY 12345\n';
  const head = Buffer.from(`stickler: 1\ngame: ${name}\n`);
  const large = await give('large.log', Buffer.concat([head, Buffer.alloc(100 << 20, line)]), 'could not tell|violates|Install');
  const took = Date.now() - begun;
  await give('own.log', text, 'conforms|violates');
  await close();
  return `${broken.slice(0, 90)}; 100 MB: ${large.slice(0, 120)} after ${took} ms`;
});

test('each example is judged', async () => {
  const { page, close } = await open('index.html');
  const count = await page.locator('#example-list button').count();
  for (let at = 0; at < count; at++) {
    const before = await page.textContent('#verdict');
    await page.evaluate(() => { document.getElementById('verdict').textContent = ''; document.getElementById('game-shown').replaceChildren(); });
    await page.locator('#example-list button').nth(at).click();
    await until(page, `example ${at}, after ${before}`, () => /conforms|violates/.test(document.getElementById('verdict').textContent) && document.querySelector('#game-shown .viewer'));
  }
  await close();
  assert.ok(count > 0);
  return `${count} examples`;
});

test('a game is played to its end by typed answers in each game, and its log is checked', async () => {
  const said = [];
  for (const name of games.map((game) => game.replace('.html', ''))) {
    const { page, close } = await open('bot.html');
    await page.selectOption('#game', name);
    await page.click('#setup button[type=submit]');
    const awaits = () => until(page, `${name}: something is awaited`, () => {
      const text = document.getElementById('awaits').textContent;
      return /waits|over/.test(text) && text;
    }, 60_000);
    let answers = 0;
    for (let turn = 0; turn < 400; turn++) {
      const text = await awaits();
      if (text.includes('over')) break;
      await page.evaluate(() => { document.getElementById('awaits').textContent = ''; });
      if (text.includes('end of your program')) {
        await page.click('#exit');
        continue;
      }
      await page.click('#ask-replies');
      const replies = await until(page, 'legal answers', () => {
        const all = [...document.querySelectorAll('#replies button')].map((button) => button.textContent);
        return all.length && all;
      });
      assert.ok(replies.length > 0, name);
      // The keyboard alone does it.
      await page.focus('#answer');
      await page.fill('#answer', replies[(turn * 7) % replies.length]);
      await page.keyboard.press('Enter');
      answers++;
    }
    const end = await page.textContent('#awaits');
    assert.match(end, /over/, `${name}: ${end}`);
    await page.click('#check');
    const checked = await until(page, 'the check', () => document.getElementById('checked').textContent);
    assert.match(checked, /the whole game/, name);
    assert.doesNotMatch(checked, /the judge: |the log: /, name);
    await page.click('#fixture');
    await until(page, 'a case', () => document.getElementById('checked').textContent.startsWith('- name: '));
    await accessible(page, `${name} as a bot`);
    await picture(page, `bot-${name}`);
    said.push(`${name} ${answers} answers`);
    await close();
  }
  return said.join(', ');
});

test('a wrong answer is judged with its clause, and silence is late', async () => {
  const { page, close } = await open('bot.html');
  await page.click('#setup button[type=submit]');
  await until(page, 'the first message', () => document.querySelector('#lines .told'));
  await page.fill('#answer', 'nonsense');
  await page.keyboard.press('Enter');
  await until(page, 'a fault', () => document.querySelector('#lines .fault a[href*="#"]'));
  await page.click('#setup button[type=submit]');
  await until(page, 'a new match', () => !document.querySelector('#lines .fault') && document.querySelector('#lines .told'));
  await page.click('#silent');
  await until(page, 'a late answer', () => document.querySelector('#lines .fault')?.textContent.includes('late'));
  await close();
});

test('the cases of every page are opened, and their boards step', async () => {
  let cases = 0;
  let steps = 0;
  for (const name of pages) {
    const { page, close } = await open(name);
    const count = await page.locator('details.case').count();
    for (let at = 0; at < count; at++) {
      await page.evaluate((at) => { document.querySelectorAll('details.case')[at].open = true; }, at);
      const state = await until(page, `case ${at}`, `(() => { const own = document.querySelectorAll('details.case')[${at}].querySelector('.drawn-game'); return own?.querySelector('.viewer') ? 'drawn' : own?.textContent; })()`);
      if (state === 'drawn') {
        steps += await page.evaluate((at) => {
          const own = document.querySelectorAll('details.case')[at];
          const said = () => own.querySelector('.said').textContent;
          own.querySelector('[data-go=first]').click();
          let moved = 0;
          for (let before; before !== said(); moved++) {
            before = said();
            own.querySelector('[data-go=next]').click();
          }
          own.querySelector('[data-go=back]').click();
          return moved - 1;
        }, at);
      } else assert.match(state, /There is nothing to step through: ./, `${name}, case ${at}`);
      cases++;
      if (at === 3) await accessible(page, `${name} with open cases`);
      await page.evaluate((at) => { document.querySelectorAll('details.case')[at].open = false; }, at);
    }
    await close();
  }
  assert.ok(cases > 20 && steps > 100);
  return `${cases} cases, ${steps} steps`;
});

test('a changed parameter changes a verdict, and back again; a changed answer changes one at once', async () => {
  const said = [];
  for (const name of games) {
    const { page, close } = await open(name);
    const change = async (field, value) => {
      await page.evaluate(() => { document.getElementById('changed').textContent = ''; });
      await page.evaluate(([field, value]) => {
        const own = document.querySelector(`[data-set="${field}"]`);
        own.value = value;
        own.dispatchEvent(new Event('change'));
      }, [field, value]);
    };
    const board = await page.evaluate(() => document.querySelector('[data-set=board]')?.value);
    // A board is written with one number or with two.
    await change(board ? 'board' : 'cases', board ? (board.includes('x') ? '4x4' : '6') : '1');
    const text = await until(page, 'the verdicts', () => document.getElementById('changed').textContent, 60_000);
    said.push(`${name.replace('.html', '')}: ${text}`);
    await page.click('#defaults');
    await until(page, 'the verdicts of before', () => !document.querySelector('details.other') && !document.getElementById('changed').textContent, 60_000);
    await close();
  }
  assert.ok(said.some((text) => /the verdict of [1-9]/.test(text)), said.join('\n'));
  const { page, close } = await open(games[0]);
  await page.evaluate(() => { [...document.querySelectorAll('details.case')].find((own) => own.querySelector('.brief.conforms')).open = true; });
  await until(page, 'a field', () => document.querySelector('details.case[open] .viewer'));
  const took = await page.evaluate(async () => {
    const own = document.querySelector('details.case[open]');
    const field = own.querySelector('textarea');
    const brief = own.querySelector('.brief');
    const before = brief.textContent;
    field.value += '\nnonsense';
    const begun = performance.now();
    field.dispatchEvent(new Event('input'));
    while (brief.textContent === before && performance.now() - begun < 5000) await new Promise((done) => setTimeout(done, 1));
    return performance.now() - begun;
  });
  assert.ok(took < 1000, `the verdict of a changed answer took ${took} ms`);
  await close();
  return `${said.join('; ')}; a changed answer: ${took.toFixed(1)} ms`;
});

test('a position is asked about, the oracle answers, and a word is found', async () => {
  const { page, close } = await open('ask.html');
  await page.locator('#questions button').nth(1).click();
  await page.click('#send');
  await until(page, 'an answer', () => document.querySelector('#answers .told')?.textContent.includes('"answer"'));
  await page.goto(url(games[0]));
  await page.click('#legal');
  await until(page, 'legal actions', () => /legal actions/.test(document.getElementById('bench-said').textContent));
  await page.click('#look');
  await until(page, 'a board', () => document.querySelector('#bench-board .viewer'));
  await page.fill('#words', 'board');
  await until(page, 'something found', () => document.querySelector('#found a'));
  await close();
});

let failed = 0;
for (const [name, run] of tests.filter(([name]) => name.includes(process.env.ONLY ?? ''))) {
  const begun = Date.now();
  try {
    const said = await run();
    console.log(`ok: ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)${said ? `\n    ${said}` : ''}`);
  } catch (error) {
    failed++;
    console.log(`FAILED: ${name}\n    ${error.stack}`);
  }
}
await browser.close();
process.exitCode = failed ? 1 : 0;
