// The site in Chromium, from files and without a network: node site/tests/browser.mjs SITE [SCREENSHOTS]
// With ONLY=words, the tests whose names have these words.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import http from 'node:http';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { spawnSync } from 'node:child_process';
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
const url = (name) => pathToFileURL(path.resolve(site, name)).href;
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
// True where a verdict of this file was heard, and not that the rules are at work; runs in the page.
const heard_of = (file) => `(document.getElementById('heard').textContent.startsWith(${JSON.stringify(`${file}: `)}) && !document.querySelector('#verdict.busy'))`;
// Chooses a file on the page, and gives what is heard of it.
async function give(page, file, bytes, wanted = /./, most = 60_000) {
  const at = path.join(profile, file);
  fs.writeFileSync(at, bytes);
  await page.evaluate(() => { document.getElementById('heard').textContent = ''; });
  await page.setInputFiles('#file', at);
  await until(page, `${file}: ${wanted}`, `${heard_of(file)} && ${wanted}.test(document.getElementById('heard').textContent)`, most);
  return page.textContent('#heard');
}
// From now on the rules answer a question of the page only after this.
const held = (page, first) => page.evaluate(`(() => {
  const ask = rules.ask.bind(rules);
  rules.ask = async (asked, ...rest) => { await (${first})(asked); return ask(asked, ...rest); };
})()`);
// Whether an element can be seen without scrolling.
const seen = (page, selector) => page.evaluate((selector) => {
  const { top, bottom, height } = document.querySelector(selector).getBoundingClientRect();
  return height > 0 && top >= 0 && top < innerHeight && Math.min(bottom, innerHeight) - top > Math.min(height, 60) - 1;
}, selector);
// What the program says of a file, or nothing where it is not here or does not know the game.
const program = path.join(process.env.CARGO_TARGET_DIR ?? path.resolve(import.meta.dirname, '../../target'), 'debug/stickler');
const records = path.resolve(import.meta.dirname, '../../fixtures/records');
const has_program = games.includes('gomoku.html') && fs.existsSync(program);
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
// Until a file is judged and nothing is at work any more: a word that the rules are at work is heard before, and the form folds then.
const judged = (page, file) => until(page, `a verdict of ${file}`, `${heard_of(file)} && document.getElementById('stop').hidden`);
const tests = [];
const test = (name, run) => tests.push([name, run]);

test('each page is small, each link leads somewhere, and nothing complains by day at a desk or by night on a phone', async () => {
  const ids = new Map();
  const texts = new Map(pages.map((name) => [name, fs.readFileSync(path.join(site, name), 'utf8')]));
  for (const [name, text] of texts) ids.set(name, new Set([...text.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)));
  let links = 0;
  for (const [name, text] of texts) {
    // What a reader feels is held below; this only tells of an accident.
    assert.ok(text.length < 500_000, `${name} has ${text.length} characters`);
    assert.match(text, /<title>.+ · stickler<\/title>/, name);
    assert.match(text, /<meta name="description" content="[^"]{10,}/, name);
    // Who shares a link sees a picture, where the site was told its address.
    const image = /<meta property="og:image" content="https:\/\/example\.org\/([^"]+)">/.exec(text)?.[1];
    if (has_program) assert.ok(image && fs.existsSync(path.join(site, image)), `${name}: no picture`);
    assert.equal((text.match(/<h2>/g) ?? []).length, (text.match(/<section id="[^"]+"><h2>/g) ?? []).length, `${name}: a heading has no id`);
    for (const [, target] of text.matchAll(/\shref="([^"]+)"/g)) {
      const [file, id] = target.split('#');
      if (/^(https?|data):/.test(target) || file.endsWith('.css')) continue;
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
  await judged(page, 'match.log');
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
  await give(page, 'own.log.gz', zlib.gzipSync(text));
  const broken = await give(page, 'broken.bin', Buffer.from([0, 255, 254, 1, 2]), /cannot be judged/);
  await give(page, 'cut.log.gz', zlib.gzipSync(text).subarray(0, 60));
  const begun = Date.now();
  const line = '0< NOTHING THAT ANY JUDGE WOULD EVER SAY 12345\n';
  const head = Buffer.from(`stickler: 1\ngame: ${name}\n`);
  const large = await give(page, 'large.log', Buffer.concat([head, Buffer.alloc(100 << 20, line)]), /judge was wrong|does not tell|Install/);
  const took = Date.now() - begun;
  await give(page, 'own.log', text);
  await close();
  return `${broken.slice(0, 90)}; 100 MB: ${large.slice(0, 120)} after ${took} ms`;
});

test('each example is judged', async () => {
  const { page, close } = await open('index.html');
  const count = await page.locator('#example-list button').count();
  for (let at = 0; at < count; at++) {
    const before = await page.textContent('#heard');
    await page.evaluate(() => { document.getElementById('heard').textContent = ''; document.getElementById('game-shown').replaceChildren(); });
    await page.locator('#example-list button').nth(at).click();
    await until(page, `example ${at}, after ${before}`, () => document.getElementById('heard').textContent && document.querySelector('#verdict .headline') && document.querySelector('#game-shown .viewer'));
  }
  await close();
  assert.ok(count > 0);
  return `${count} examples`;
});

test('before the first click the index shows a verdict with its board, which is that of the first example', async () => {
  if (!has_program) return 'skipped: it is about a record of Gomoku';
  for (const name of ['index.html', 'index.ko.html']) {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      const { page, close } = await open(name, { viewport });
      const [head, why] = await page.locator('#sample p').allTextContents();
      assert.match(await page.locator('#sample svg').innerHTML(), /MOVE 7 9/);
      if (viewport.width > 1000) for (const part of ['#sample .sampled', '#sample svg', '#file']) assert.ok(await seen(page, part), part);
      await page.click('#see-sample');
      await until(page, 'the verdict', () => document.querySelector('#game-shown .viewer') && document.querySelector('#verdict .why-so'));
      assert.equal(await page.textContent('#verdict .headline'), head);
      assert.ok((await page.textContent('#verdict .reason')).startsWith(why), why);
      assert.ok(!await page.isVisible('#sample'));
      await close();
    }
  }
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
  await page.click('#same');
  await until(page, 'a new match', () => !document.querySelector('#lines .fault') && document.querySelector('#lines .told'));
  await page.click('#ends summary');
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
      const state = await until(page, `case ${at}`, `(() => { const own = document.querySelectorAll('details.case')[${at}].querySelector('.drawn-game'); return own?.querySelector('.viewer') ? 'drawn' : !own?.textContent.includes('being drawn') && own?.textContent; })()`);
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
  assert.ok(cases > 10 && steps > cases, `${cases} cases, ${steps} steps`);
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
    const text = await until(page, 'the verdicts', () => !/being judged/.test(document.getElementById('changed').textContent) && document.getElementById('changed').textContent, 60_000);
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

test('the page of each game begins with its goal, a turn, what one writes and how one loses, in English and Korean', async () => {
  if (!games.includes('gomoku.html')) return 'skipped: it is about the games of the contests';
  for (const name of games) {
    for (const viewport of [{ width: 1280, height: 800 }, { width: 390, height: 844 }]) {
      const { page, close } = await open(name, { viewport });
      assert.ok(await page.evaluate(() => document.querySelector('h1').nextElementSibling.matches('.goals')), name);
      const [english, korean] = await page.locator('.goals dl').evaluateAll((all) => all.map((own) => [...own.querySelectorAll('dt')].map((dt) => [dt.textContent, dt.nextElementSibling.textContent])));
      assert.deepEqual(english.map(([word]) => word), ['Goal', 'A turn', 'You write', 'You lose if']);
      assert.ok(korean.length === 4 && korean.every(([, line]) => /[가-힣]/.test(line)), name);
      // The documents come last, and blocks are drawn.
      const place = await page.evaluate(() => { const all = [...document.querySelectorAll('.text > p, .text > section, .text > h2')]; return all.length - all.findIndex((own) => own.textContent.startsWith('Source: ')); });
      assert.equal(place, 1, `${name}: its source stands ${place - 1} blocks before the end`);
      const shapes = await page.locator('td svg.shape').count();
      assert.equal(shapes, { betris: 21, blokus: 21 }[name.split('.')[0]] ?? 0, `${name}: ${shapes} drawn shapes`);
      const low = await page.evaluate(() => document.querySelector('.goals').getBoundingClientRect().bottom);
      assert.ok(low < viewport.height, `${name}: the four lines end at ${low}`);
      await page.click('.goals summary');
      assert.ok(await page.isVisible('.goals dl[lang=ko]'));
      await close();
    }
  }
});

test('the contents of a page mark the section that one reads', async () => {
  const { page, close } = await open(games[0], { viewport: { width: 1280, height: 800 } });
  const marked = () => page.locator('.contents [aria-current=location]').evaluateAll((all) => all.map((own) => own.hash));
  const all = await page.locator('.contents a').evaluateAll((all) => all.map((own) => own.hash));
  assert.ok(all.length > 2);
  for (const id of [all[1], all[all.length >> 1]]) {
    await page.evaluate((id) => document.getElementById(id.slice(1)).scrollIntoView({ block: 'start' }), id);
    await until(page, `${id} is marked`, `document.querySelector('.contents [aria-current=location]')?.hash === ${JSON.stringify(id)}`);
    assert.deepEqual(await marked(), [id]);
  }
  await page.evaluate(() => scrollTo(0, 0));
  await until(page, 'the mark goes back', `document.querySelector('.contents [aria-current]')?.hash !== ${JSON.stringify(all[all.length >> 1])}`);
  await close();
});

test('a position is asked about, the oracle answers, and a word is found', async () => {
  const { page, close } = await open('ask.html');
  await page.locator('#questions button').nth(1).click();
  await page.click('#send');
  await until(page, 'an answer', () => document.querySelector('#answers .told')?.textContent.includes('"answer"'));
  await page.goto(url(games[0]));
  await page.click('#legal');
  await until(page, 'legal actions', () => /legal actions/.test(document.getElementById('bench-said').textContent));
  await page.fill('#words', 'board');
  await until(page, 'something found', () => document.querySelector('#found [role=option]'));
  await close();
});

test('on each game page the board follows the actions; a cell, a listed action and a written one are added, and taken back', async () => {
  const said = [];
  for (const name of games) {
    const { page, close } = await open(name);
    const lines = () => page.inputValue('#plies').then((text) => text.split('\n').filter(Boolean));
    // Nothing is loaded before somebody comes to the board.
    assert.equal(await page.evaluate(() => document.getElementById('bench-board').childElementCount), 0);
    await page.evaluate(() => document.getElementById('workbench').scrollIntoView());
    await until(page, 'a board and a sentence', () => document.querySelector('#bench-board svg') && document.getElementById('bench-hint').textContent.trim());
    const cells = await page.locator('#bench-board .hit').count();
    if (cells) {
      await page.locator('#bench-board .t:has(.hit)').nth(cells >> 1).click();
      await until(page, 'the action of a cell', () => document.getElementById('plies').value);
    }
    await page.click('#legal');
    const listed = await until(page, 'legal actions', () => /legal action/.test(document.getElementById('bench-said').textContent) && document.querySelectorAll('#bench-legal button').length);
    const before = await lines();
    await page.locator('#bench-legal button').first().click();
    await until(page, 'a listed action', `document.getElementById('plies').value.split('\\n').filter(Boolean).length === ${before.length + 1}`);
    const after = await lines();
    await page.click('#back');
    await until(page, 'the action is taken back', `document.getElementById('plies').value.split('\\n').filter(Boolean).length === ${before.length}`);
    await page.fill('#plies', [...after, 'NONSENSE'].join('\n'));
    await until(page, 'which action is refused', `document.getElementById('bench-said').textContent.startsWith('action ${after.length + 1}, NONSENSE, is refused: ')`);
    await page.fill('#plies', after.join('\n'));
    await until(page, 'the board again', () => !document.getElementById('bench-said').textContent && document.querySelector('#bench-board svg'));
    await accessible(page, `${name}, a position`);
    const has_witness = await page.locator('#witness').count();
    said.push(`${name.replace('.html', '')}: ${cells} cells, ${listed} listed${has_witness ? ', a witness' : ''}`);
    await close();
  }
  if (games.includes('gomoku.html')) {
    assert.match(said.join('; '), /gomoku: 225 cells, 224 listed(;|$)/, 'one stone was added by a cell; Gomoku finds no witness');
    assert.match(said.join('; '), /tetris: .*, a witness/);
  }
  return said.join('; ');
});

test('a match of "Be the bot" and a changed case are sent as links, and begin where they were', async () => {
  const { page, close } = await open('bot.html', { permissions: ['clipboard-read', 'clipboard-write'] });
  const game = games.includes('gomoku.html') ? 'gomoku' : games[0].replace('.html', '');
  const sent = async (button, said) => {
    await page.evaluate((said) => { document.querySelector(said).textContent = ''; }, said);
    await page.click(button);
    const told = await until(page, 'a link', `document.querySelector(${JSON.stringify(said)}).textContent`);
    const link = await page.evaluate(() => navigator.clipboard.readText()).catch(() => undefined) ?? told.split(' ').at(-1);
    await page.goto('about:blank');
    await page.goto(link);
    return link;
  };
  await page.selectOption('#game', game);
  await page.click('#setup button[type=submit]');
  const waits = () => until(page, 'the judge', () => /waits|over/.test(document.getElementById('awaits').textContent));
  await waits();
  for (let turn = 0; turn < 3; turn++) {
    await page.click('#ask-replies');
    await until(page, 'legal answers', () => document.querySelector('#replies button'));
    await page.locator('#replies button').last().click();
    await page.evaluate(() => { document.getElementById('awaits').textContent = ''; });
    await page.keyboard.press('Enter');
    await waits();
  }
  await page.click('#back');
  const done = await until(page, 'two answers', () => { const all = document.querySelectorAll('#lines .said').length; return all === 2 && document.getElementById('lines').textContent; });
  const match = await sent('#link-here', '#linked');
  assert.match(match, /bot\.html#match=[\w-]+$/);
  await until(page, 'the same match', `document.getElementById('lines').textContent === ${JSON.stringify(done)} && /waits/.test(document.getElementById('awaits').textContent)`);
  assert.equal(await page.inputValue('#game'), game);
  await page.goto(`${url('bot.html')}#match=broken`);
  await page.reload();
  await until(page, 'a damaged link', () => document.getElementById('awaits').textContent.includes('damaged'));

  await page.goto(url(games[0]));
  await page.evaluate(() => { document.querySelector('details.case').open = true; });
  await until(page, 'a case', () => document.querySelector('details.case[open] .drawn-game .viewer'));
  const text = `${await page.inputValue('details.case[open] textarea')}\nNONSENSE`;
  await page.fill('details.case[open] textarea', text);
  const verdict = await until(page, 'its verdict', () => { const brief = document.querySelector('details.case[open] .brief'); return brief.matches('.violates, .unknown') && brief.textContent; });
  const changed = await sent('details.case[open] .copy', 'details.case[open] .controls .soft');
  assert.match(changed, /#case=[\w-]+$/);
  await until(page, 'the same case', `document.querySelector('details.case[open] textarea')?.value === ${JSON.stringify(text)} && document.querySelector('details.case[open] .brief').textContent === ${JSON.stringify(verdict)}`);
  await close();
  return `a match of ${match.split('=')[1].length} letters, a case of ${changed.split('=')[1].length}`;
});

test('an example and a file, in any order, are judged as the program judges them', async () => {
  if (!has_program) return 'skipped: the program of these games is not here';
  const { page, close } = await open('index.html');
  const files = ['alphano/five.json', 'alphano/taken.json', 'alphano/late.json', 'alphano/two_rounds.json', 'moves/five.log'];
  const said = (file) => spawnSync(program, ['validate', path.basename(file)], { cwd: path.join(records, path.dirname(file)), encoding: 'utf8' }).stdout;
  const count = await page.locator('#example-list button').count();
  let pairs = 0;
  for (let example = 0; example < count; example++) {
    for (const file of [files[example % files.length], files[(example + 2) % files.length]]) {
      await page.evaluate(() => { document.getElementById('heard').textContent = ''; });
      await page.locator('#example-list button').nth(example).click();
      await until(page, `example ${example}`, () => document.querySelector('#game-shown .viewer') && document.getElementById('heard').textContent);
      await give(page, path.basename(file), fs.readFileSync(path.join(records, file)));
      const own = await until(page, 'the diagnosis', () => document.getElementById('diagnosis').textContent);
      assert.equal(own, said(file), `${file} after example ${example}`);
      assert.equal(await page.inputValue('#set') + await page.inputValue('#game'), '');
      pairs++;
    }
  }
  // Parameters that the reader sets are said beside the verdict, and one click goes back.
  await page.evaluate(() => { document.getElementById('drop').open = true; document.querySelector('#drop details').open = true; document.getElementById('set').value = 'board=9x9'; });
  await page.click('#again');
  await until(page, 'the parameters', () => document.querySelector('.given')?.textContent.includes('board=9x9'));
  await page.click('.given button');
  await until(page, 'the contest again', () => !document.querySelector('.given'));
  await close();
  return `${pairs} pairs`;
});

test('every error is said in words, can be seen without scrolling, and is heard', async () => {
  const own = games[0].replace('.html', '');
  const states = [
    ['garbage.bin', Buffer.from([0, 255, 1, 2]), /cannot be judged/], ['empty.log', '', /./], ['words.txt', 'hello\n', /./], ['no.json', '{"a": 1}', /./],
    ['head.log', `stickler: 1\ngame: ${own}\nset: no=1\n\n0< A\n`, /./], ['game.log', 'stickler: 1\ngame: chess\n\n0< A\n', /./], ['cut.gz', zlib.gzipSync('x'.repeat(1000)).subarray(0, 15), /./],
  ];
  for (const [width, height] of [[1280, 900], [390, 844]]) {
    const { page, close } = await open('index.html', { viewport: { width, height } });
    for (const [name, bytes, wanted] of states) {
      const heard = await give(page, name, bytes, wanted);
      assert.doesNotMatch(heard, /\[object|undefined|null/, name);
      assert.ok(heard.length > name.length + 10, `${name}: ${heard}`);
      assert.ok(await seen(page, '#verdict'), `${name} at ${width}: the verdict cannot be seen`);
    }
    await page.goto(`${url('index.html')}#log=broken`);
    await page.reload();
    await until(page, 'a damaged link', () => document.getElementById('heard').textContent.includes('damaged'));
    assert.ok(await seen(page, '#verdict'), 'a damaged link');
    await close();
  }
  const { page, close } = await open('ask.html');
  for (const line of ['nonsense', '', '{"id":1,"ask":{"turn":{"position":"nowhere"}}}', '{"ask":{"witness":{"wanted":"x"}}}', '{"ask":7}']) {
    await page.evaluate(() => document.getElementById('answers').replaceChildren());
    await page.fill('#line', line);
    await page.click('#send');
    const answer = await until(page, line, () => document.querySelector('#answers .fault, #answers .told')?.textContent);
    assert.match(answer, /"reason":"..|no |cannot|expected/, line);
  }
  for (const name of games) {
    await page.goto(url(name));
    await page.fill('#plies', 'NONSENSE 1 2 3');
    for (const button of ['#legal', '#value', '#witness']) {
      if (!await page.locator(button).count()) continue;
      await page.evaluate(() => { document.getElementById('bench-said').textContent = ''; });
      await page.click(button);
      const said = await until(page, `${name} ${button}`, () => document.getElementById('bench-said').textContent);
      assert.doesNotMatch(said, /\[object|undefined/, `${name} ${button}`);
    }
  }
  await close();
  return `${2 * states.length} files`;
});

test('a verdict is one screen: headline, board and moves; and its link says the same', async () => {
  if (!has_program) return 'skipped: it is about a record of Gomoku';
  const { page, close } = await open('index.html', { viewport: { width: 1280, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
  const heard = await give(page, 'taken.json', fs.readFileSync(path.join(records, 'alphano/taken.json')), /alder/);
  assert.match(heard, /The judge was right: birch wins\. Move 5: alder .*\(7,9\) holds a stone of birch/);
  // The move has one number: in the sentence, and on the board.
  assert.match(await page.textContent('#game-shown .said'), /^Move 5 · alder · MOVE 7 9 · \d+ ms/);
  await until(page, 'the board', () => document.querySelector('#game-shown .viewer .over')?.innerHTML.includes('5 · MOVE 7 9'));
  for (const part of ['#drop', '#verdict', '#game-shown .stage:not([hidden]) svg', '#game-shown .moves', '#game-shown .boards .controls']) assert.ok(await seen(page, part), part);
  const low = await page.evaluate(() => document.querySelector('#game-shown .boards .controls').getBoundingClientRect().bottom);
  assert.ok(low <= 900, `the controls end at ${low}`);
  // What is wrong is seen beside the line, once, with the player's name.
  assert.match(await page.textContent('#game-shown .mark'), /alder: gomoku\.move\.empty: \(7,9\) holds a stone of birch/);
  assert.doesNotMatch(await page.evaluate(() => document.querySelector('#game-shown .said').innerText.replace(document.querySelector('#game-shown .heard')?.innerText ?? '', '')), /holds a stone/);
  await page.click('#link');
  await until(page, 'copied', () => document.getElementById('linked').textContent);
  const link = await page.evaluate(() => navigator.clipboard.readText()).catch(() => undefined) ?? (await page.textContent('#linked')).split(' ').at(-1);
  assert.match(link, /#log=[\w-]{100,4000}$/);
  await page.goto('about:blank');
  await page.goto(link);
  await until(page, 'the same verdict', (`document.getElementById('heard')?.textContent === ${JSON.stringify(heard)}`));
  const late = await give(page, 'late.json', fs.readFileSync(path.join(records, 'alphano/late.json')), /birch/);
  assert.match(late, /birch lost by TLE: .* so the missing one had 588 ms left/);
  await close();
  return `a link of ${link.length} characters`;
});

test('on a desk the board has its size and stands beside the verdict and the moves, with all its controls; a phone has the log below it', async () => {
  if (!has_program) return 'skipped: it is about records of Gomoku and Blokus';
  const said = [];
  const box = (page, selector) => page.evaluate((selector) => {
    const { left, right, top, bottom, width } = document.querySelector(selector).getBoundingClientRect();
    return { left, right, top, bottom, width };
  }, selector);
  const files = { 'taken.json': [alphano('taken.json'), 5], 'whole.json': [fs.readFileSync(path.join(records, 'codingame/whole.json')), 25] };
  for (const [name, [bytes, count]] of Object.entries(files)) {
    const { page, close } = await open('index.html', { viewport: { width: 1280, height: 800 } });
    await give(page, name, bytes, /judge was right/);
    await until(page, 'the board', () => document.querySelector('#game-shown .moves'));
    const [board, verdict, list] = [await box(page, '#game-shown .stage:not([hidden]) svg'), await box(page, '#verdict'), await box(page, '#game-shown .moves')];
    assert.equal(board.width, 520, name);
    assert.ok(verdict.left > board.right && list.left > board.right && list.top > verdict.bottom && verdict.top < board.bottom, `${name}: ${JSON.stringify([board, verdict, list])}`);
    assert.ok(list.bottom - list.top > 200, `${name}: a list of ${list.bottom - list.top} pixels`);
    for (const part of ['.boards > .controls', '.track', '.tabs']) {
      const { top, bottom } = await box(page, `#game-shown ${part}`);
      assert.ok(top > 0 && bottom <= 800, `${name}: ${part} ends at ${bottom}`);
    }
    assert.equal(await page.locator('#game-shown .moves > li').count(), count);
    const last = page.locator('#game-shown .moves > [aria-current]');
    assert.match(await last.textContent(), new RegExp(`^${count}`));
    // The move that one sees is in view in the list, too.
    const own = await last.evaluate((row) => { const { top, bottom } = row.getBoundingClientRect(); const list = row.parentElement.getBoundingClientRect(); return top >= list.top && bottom <= list.bottom + 1; });
    assert.ok(own, `${name}: move ${count} is not in view`);
    await page.locator('#game-shown .moves > li').nth(1).click();
    assert.match(await page.textContent('#game-shown .said'), /^Move 2 · birch · /);
    assert.match(await last.textContent(), /^2birch/);
    await page.locator('#game-shown .tabs button', { hasText: 'Log' }).click();
    assert.ok(await page.isVisible('#game-shown .log') && !await page.isVisible('#game-shown .moves'));
    assert.ok(await seen(page, '#game-shown .log [aria-current]'), `${name}: the line of the log`);
    await accessible(page, `${name} with its log`);
    said.push(`${name}: a list of ${Math.round(list.bottom - list.top)} pixels`);
    // What has no board takes the whole width again.
    await give(page, 'nothing.txt', 'nothing', /cannot be judged/);
    assert.ok((await box(page, '#verdict')).width > 1000);
    await close();
  }
  const { page, close } = await open('index.html', { viewport: { width: 390, height: 844 } });
  await give(page, 'taken.json', alphano('taken.json'), /judge was right/);
  await until(page, 'the board', () => document.querySelector('#game-shown .log [aria-current]'));
  assert.deepEqual(await page.locator('#game-shown :is(.tabs, .moves)').evaluateAll((all) => all.filter((own) => own.checkVisibility()).length), 0);
  const [verdict, board, log] = [await box(page, '#verdict'), await box(page, '#game-shown .stage:not([hidden]) svg'), await box(page, '#game-shown .log')];
  assert.ok(verdict.bottom <= board.top && board.bottom <= log.top, JSON.stringify([verdict, board, log]));
  await close();
  return said.join('; ');
});

test('on phones each entry of each menu is what lies at its own place, and nothing leaves the screen', async () => {
  for (const width of [360, 390, 412]) {
    for (const name of ['index.html', 'index.ko.html'].filter((name) => pages.includes(name))) {
      const { page, close } = await open(name, { viewport: { width, height: 780 } });
      const menus = await page.evaluate(() => document.querySelectorAll('header .menu').length);
      assert(menus > 0, `${name}: it has menus`);
      for (let at = 0; at < menus; at++) {
        const wrong = await page.evaluate((at) => {
          const menu = document.querySelectorAll('header .menu')[at];
          document.querySelectorAll('header .menu').forEach((other) => { other.open = other === menu; });
          const lost = [...menu.querySelectorAll('li a')].filter((link) => {
            const { left, right, top, bottom } = link.getBoundingClientRect();
            const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            return left < 0 || right > innerWidth || !link.contains(there);
          });
          return [...lost.map((link) => link.textContent), ...(document.documentElement.scrollWidth > innerWidth ? ['the page is wider than the screen'] : [])];
        }, at);
        assert.deepEqual(wrong, [], `${name} at ${width}, menu ${at}`);
      }
      await close();
    }
  }
});

test('the same file can be chosen again', async () => {
  const { page, close } = await open('index.html');
  await give(page, 'again.log', 'no log', /cannot|not/);
  const left = await page.evaluate(() => {
    const file = document.getElementById('file');
    file.addEventListener('click', (event) => event.preventDefault(), { once: true });
    file.click();
    return file.value;
  });
  assert.equal(left, '', 'a file of the same name is a new choice');
  await close();
});

// A link to a verdict, as the page makes it.
function linkTo(about, bytes) {
  const packed = zlib.deflateRawSync(Buffer.concat([Buffer.from(`${JSON.stringify(about)}\n`), Buffer.from(bytes)]));
  return `${url('index.html')}#log=${packed.toString('base64url')}`;
}
const heardOf = (page, words) => until(page, words, `document.getElementById('heard')?.textContent.match(${words})`);

test('a verdict stays after Back and after a reload, and the address never holds another file', async () => {
  if (!has_program) return 'skipped: it is about records of Gomoku';
  const record = (file) => fs.readFileSync(path.join(records, 'alphano', file));
  const server = http.createServer((request, response) => {
    const file = path.join(site, path.basename(new URL(request.url, 'http://x').pathname));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' }[path.extname(file)] });
    response.end(fs.readFileSync(file));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const context = await browser.newContext();
  const served = await context.newPage();
  const { page: opened, close } = await open('index.html');
  const said = [];
  for (const [page, start] of [[opened, url('index.html')], [served, `http://127.0.0.1:${server.address().port}/index.html`]]) {
    await page.goto(start);
    const heard = await give(page, 'taken.json', record('taken.json'), /alder/);
    await until(page, 'the board', () => document.querySelector('#game-shown .viewer'));
    await page.click('#verdict .reason a.id');
    await until(page, 'the clause', () => document.body.dataset.page === 'gomoku');
    await page.goBack();
    await until(page, 'the verdict again', `document.getElementById('heard')?.textContent === ${JSON.stringify(heard)} && document.querySelector('#game-shown .viewer')`);
    await page.reload();
    await until(page, 'the verdict after a reload', `document.getElementById('heard')?.textContent === ${JSON.stringify(heard)} && document.querySelector('#game-shown .viewer')`);
    const link = linkTo({ name: 'late.json', set: [] }, record('late.json')).replace(url('index.html'), start);
    await page.goto(link);
    await heardOf(page, '/birch lost by TLE/');
    assert.equal(page.url(), link, 'the address of a link stays');
    await page.reload();
    await heardOf(page, '/birch lost by TLE/');
    await give(page, 'five.json', record('five.json'), /five/);
    assert.equal(page.url(), start, 'another file leaves the address of the first');
    await page.reload();
    await heardOf(page, '/^five\\.json: The judge was right/');
    said.push(start.split(':')[0]);
  }
  await close();
  await context.close();
  server.close();
  return said.join(', ');
});

test('a link with other rules than the contest says so, and one click leads to the contest', async () => {
  if (!has_program) return 'skipped: it is about a record of Gomoku';
  const { page, close } = await open('index.html');
  const five = fs.readFileSync(path.join(records, 'alphano/five.json'));
  await page.goto(linkTo({ name: 'match 4711.json', set: ['board=3x3', 'row=3'] }, five));
  await heardOf(page, "/Under other rules than the contest's \\(board=3x3 row=3\\)/");
  const { state, accent, other } = await page.evaluate(() => ({
    state: document.getElementById('verdict').className, accent: getComputedStyle(document.getElementById('verdict')).borderLeftColor,
    other: getComputedStyle(document.documentElement).getPropertyValue('--bad'),
  }));
  assert.match(state, /other/);
  assert.notEqual(accent, other);
  assert.doesNotMatch(await page.textContent('#verdict .headline'), /^. ?The judge was/);
  await page.click('.given button');
  await heardOf(page, '/: The judge was right: .* wins\\. Everybody kept to the rules/');
  assert.ok(!page.url().includes('#'), 'the address no longer holds the other rules');
  // What is the contest's own value is no other rule.
  await page.goto('about:blank');
  await page.goto(linkTo({ name: 'same.json', set: ['board=15x15'] }, five));
  await heardOf(page, '/: The judge was right: .* wins\\. Everybody kept to the rules/');
  assert.equal(await page.locator('.given button').count(), 0);
  await close();
});

test('under each headline stands a reason; a file without its game asks for it; a record and an example keep their own', async () => {
  if (!has_program) return 'skipped: it is about records of the games of the contests';
  const { page, close } = await open('index.html');
  const all = fs.readdirSync(records, { recursive: true }).filter((file) => /\.(json|txt|log|interaction)$/.test(file) && !file.endsWith('twins.json')).sort();
  let without = 0;
  for (const file of all) {
    const heard = await give(page, path.basename(file), fs.readFileSync(path.join(records, file)));
    if (await page.locator('#verdict .many').count()) continue;
    const { state, reasons } = await page.evaluate(() => ({ state: document.getElementById('verdict').className, reasons: [...document.querySelectorAll('#verdict .reason')].map((own) => own.textContent) }));
    if (/unknown|wrong|broken/.test(state)) assert.ok(reasons.length && reasons.every((text) => text.length > 15), `${file}: ${heard}`);
    assert.ok(!heard.includes('`'), `${file}: ${heard}`);
    // The board says what the verdict says: nothing is marked where nothing was found.
    if (/unreadable/.test(state)) continue;
    await until(page, `${file}: its board`, () => document.querySelector('#game-shown .viewer') || document.getElementById('game-shown').textContent.startsWith('There is no game'), 60_000);
    const marks = await page.locator('#game-shown .viewer .mark').count();
    if (!/broken|wrong/.test(state) && await page.locator('#verdict .reason .id').count() === 0) assert.equal(marks, 0, `${file}: ${heard}`);
    without++;
  }
  const crash = await give(page, 'crash.json', fs.readFileSync(path.join(records, 'alphano/crash.json')));
  assert.match(crash, /failed, and the answer that failed is not in the file\. All other answers are right\. Every answer that is in the file is legal and in time/);
  // No program is named to somebody who has none, and a click goes on.
  const ended = await give(page, 'ended.txt', fs.readFileSync(path.join(records, 'domjudge/ended.txt')));
  assert.doesNotMatch(ended, /stickler validate/);
  assert.ok(await seen(page, '#verdict .which button'));
  await accessible(page, 'which game is it');
  assert.match(await page.textContent('#verdict .which'), /^Read as Black Out, since the file names no game/);
  assert.ok(!await page.evaluate(() => document.getElementById('drop').open), 'the form does not unfold');
  await page.evaluate(() => { document.getElementById('game').value = 'betris'; document.getElementById('set').value = ''; });
  await give(page, 'taken.json', fs.readFileSync(path.join(records, 'alphano/taken.json')), /alder/);
  await page.evaluate(() => { document.getElementById('set').value = 'board=9x9'; document.getElementById('heard').textContent = ''; });
  await page.locator('#example-list button').first().click();
  await heardOf(page, '/The judge was right: birch wins. Move 5: alder/');
  assert.equal(await page.locator('.given').count(), 0);
  await close();
  return `${all.length} records, ${without} with boards`;
});

test('the value that decides who wins stands in the open', async () => {
  if (!has_program) return 'skipped: it is about Betris';
  const log = [
    'stickler: 1', 'game: betris', 'set: rounds=2', '', '0< READY', '1< READY', '0> OK @0ms', '1> OK @1ms', '0< PHASE1 F5 U5 10000 10000', '1< PHASE1 F5 U5 10000 10000',
    '0> BET F5 2 @0ms', '1> BET F5 2 @0ms', '0< PHASE2 U5 24 22 10000 10000', '1< PHASE2 F5 22 24 10000 10000', '0> PLACE 5 1 1 1 2 1 3 2 1 2 3 @0ms',
    '1> PLACE 5 1 2 2 1 2 2 2 3 3 1 @0ms', '0< OPP 5 1 2 2 1 2 2 2 3 3 1', '1< OPP 5 1 1 1 2 1 3 2 1 2 3', '0< PHASE1 I5 O4 10000 10000', '1< PHASE1 I5 O4 10000 10000',
    '0> BET I5 2 @0ms', '1> BET I5 2 @0ms', '0< PHASE2 O4 24 20 10000 10000', '1< PHASE2 I5 20 24 10000 10000', '0> PLACE 4 1 4 1 5 2 4 2 5 @0ms',
    '1> PLACE 5 3 2 3 3 3 4 3 5 3 6 @0ms', '0< OPP 5 3 2 3 3 3 4 3 5 3 6', '1< OPP 4 1 4 1 5 2 4 2 5', '0< FINISH', '1< FINISH', '',
  ].join('\n');
  const { page, close } = await open('index.html');
  const heard = await give(page, 'game.log', log, /kept to the rules/);
  assert.match(heard, /Everybody kept to the rules, and so did the judge's messages/, 'a log holds no verdict of the judge');
  const decides = await page.evaluate(() => [...document.querySelectorAll('#verdict .decides')].filter((own) => own.checkVisibility()).map((own) => own.textContent));
  assert.ok(decides.some((text) => /with chip-points=0, which no document excludes, seat 1 would win/.test(text)), decides.join('; '));
  assert.match(await page.textContent('#verdict .facts'), /by these rules seat 0 wins/);
  await give(page, 'five.json', fs.readFileSync(path.join(records, 'alphano/five.json')), /judge was right/);
  assert.equal(await page.locator('#verdict .decides').count(), 0);
  await close();
  return decides.join('; ');
});

test('a position is sent as a link, a verdict as text and a board as a picture; a log under the name of another game is noticed', async () => {
  if (!has_program) return 'skipped: it is about records of Gomoku';
  const { page, close } = await open('index.html', { permissions: ['clipboard-read', 'clipboard-write'] });
  const copied = async (button) => {
    await page.evaluate(() => { document.getElementById('linked').textContent = ''; });
    await page.click(button);
    const told = await until(page, 'copied', () => document.getElementById('linked').textContent);
    return await page.evaluate(() => navigator.clipboard.readText()).catch(() => undefined) ?? told;
  };
  await give(page, 'taken.json', fs.readFileSync(path.join(records, 'alphano/taken.json')), /alder/);
  await until(page, 'the clause', () => document.querySelector('#verdict .why-so'));
  // The contest's word for what happened, which the loser looks for.
  assert.ok((await page.locator('#verdict .facts li').allTextContents()).includes('alder: RE'));
  // A player has the colour of its stones.
  assert.equal(await page.locator('#game-shown .said .swatch .k0').count(), 1);
  // The boards have their numbers, the last move its mark, and the link leads back here.
  const text = await copied('#as-text');
  assert.match(text, /taken\.json: ✓ The judge was right: birch wins\.[^]*holds a stone of birch[^]*```\n +1  2  3 [^]*\n 7( \. ){7} W \[W\]( \. ){6}\n 8( \. ){7} B  B ( \. ){6}\n[^]*\n15[ .]+\n```\n/);
  assert.match(text, /index\.html#log=[\w-]+$/);
  await page.click('#game-shown [data-go=back]');
  const step = Number(await page.inputValue('#game-shown input[type=range]'));
  const link = (await copied('#link-step')).match(/file:\S+/)[0];
  assert.match(link, new RegExp(`&step=${step + 1}$`));
  const frame = (await copied('#frame')).match(/<iframe src="([^"]+)" title="taken\.json"/)[1];
  const saved = page.waitForEvent('download');
  await page.click('#as-picture');
  const picture = fs.readFileSync(await (await saved).path(), 'utf8');
  assert.match(picture, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
  await page.goto('about:blank');
  await page.goto(link);
  await until(page, 'the position', `document.querySelector('#game-shown input[type=range]')?.value === '${step}'`);
  // Within somebody's page: the verdict, its board and a way here, and no more.
  await page.goto('about:blank');
  await page.goto(frame);
  await until(page, 'the verdict in a frame', () => document.querySelector('#game-shown .viewer'));
  assert.deepEqual(await page.locator(':is(header, footer, #drop, #examples-shown, #link)').evaluateAll((all) => all.filter((own) => own.checkVisibility()).map((own) => own.id || own.tagName)), []);
  const [whole] = await Promise.all([page.waitForEvent('popup'), page.click('#whole')]);
  await until(whole, 'the verdict on its own page', () => document.querySelector('#game-shown .viewer') && document.querySelector('header').checkVisibility());
  await whole.close();
  await page.goto('about:blank');
  await page.goto(link);
  const log = 'stickler: 1\ngame: betris\n\n0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 8 8 @5ms\n1< OPP 8 8 5\n1< TURN 10000 9995\n1> MOVE 8 9 @5ms\n';
  await give(page, 'named.log', log, /These lines are not those of Betris\. They fit Gomoku/);
  assert.equal(await page.getAttribute('#verdict', 'class'), 'verdict other');
  await page.locator('#verdict .which button', { hasText: 'Gomoku' }).click();
  await heardOf(page, '/^named\\.log: This file alone does not tell/');
  await close();
});

// A zip of these files, as other programs write one.
function zip(all) {
  const [parts, list] = [[], []];
  let at = 0;
  for (const [name, bytes, packing] of all) {
    const own = packing ? zlib.deflateRawSync(bytes) : Buffer.from(bytes);
    const head = Buffer.alloc(30);
    head.writeUInt32LE(0x04034b50, 0);
    head.writeUInt16LE(packing, 8);
    head.writeUInt16LE(name.length, 26);
    const entry = Buffer.alloc(46);
    entry.writeUInt32LE(0x02014b50, 0);
    entry.writeUInt16LE(packing, 10);
    entry.writeUInt32LE(own.length, 20);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt32LE(at, 42);
    parts.push(head, Buffer.from(name), own);
    list.push(entry, Buffer.from(name));
    at += 30 + name.length + own.length;
  }
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(all.length, 10);
  end.writeUInt32LE(at, 16);
  return Buffer.concat([...parts, ...list, end]);
}

test('several files, an archive and a file of many records are a table, and a click opens one', async () => {
  if (!has_program) return 'skipped: it is about records of Gomoku';
  const { page, close } = await open('index.html');
  const record = (file) => fs.readFileSync(path.join(records, 'alphano', file));
  const line = (file) => JSON.stringify(JSON.parse(record(file)));
  const ways = {
    files: () => page.setInputFiles('#file', ['taken.json', 'five.json', 'late.json'].map((name) => ({ name, mimeType: 'application/json', buffer: record(name) }))),
    archive: () => page.setInputFiles('#file', { name: 'all.zip', mimeType: 'application/zip', buffer: zip([['a/taken.json', record('taken.json'), 8], ['five.json', record('five.json'), 0], ['late.json', record('late.json'), 8]]) }),
    lines: () => page.setInputFiles('#file', { name: 'all.jsonl', mimeType: 'text/plain', buffer: Buffer.from(`${line('taken.json')}\n${line('five.json')}\n${line('late.json')}\n`) }),
  };
  for (const [what, give] of Object.entries(ways)) {
    await page.evaluate(() => { document.getElementById('heard').textContent = ''; });
    await give();
    await heardOf(page, '/3 matches: 0 judged wrongly, 0 with a broken rule, 1 undecided, 2 right/');
    const rows = await page.locator('#verdict tbody tr').allTextContents();
    assert.equal(rows.length, 3, `${what}: ${await page.textContent("#verdict")}`);
    assert.equal(await page.getAttribute('#verdict', 'class'), 'verdict unknown', what);
    // What nobody can tell comes before what is right; players have their names, and a reason stands beside it.
    assert.match(rows[0], /^\? .*(late|:3).*Gomoku/, what);
    assert.match(rows[1], /✓.*(taken|:1).*Gomoku.*alder – birch.*Move 5: alder gave an answer that the rules forbid.*birch wins/, what);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), what);
    await accessible(page, `a table of ${what}`);
    await page.locator('#verdict tbody button', { hasText: /taken|:1$/ }).first().click();
    await heardOf(page, '/alder gave an answer that the rules forbid/');
    await until(page, 'its board', () => document.querySelector('#game-shown .viewer'));
  }
  // Packed without saying so, and as PowerShell writes text.
  const plain = await give(page, 'packed', zlib.gzipSync(record('five.json')), /The judge was right/);
  assert.match(plain, /^packed: /);
  await give(page, 'wide.json', Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(record('five.json').toString(), 'utf16le')]), /The judge was right/);
  await page.evaluate((text) => {
    const transfer = new DataTransfer();
    transfer.setData('text/plain', text);
    dispatchEvent(new ClipboardEvent('paste', { clipboardData: transfer, bubbles: true }));
  }, record('taken.json').toString());
  await heardOf(page, '/^pasted: The judge was right: birch wins. Move 5: alder/');
  await close();
});

const rows_of = (page) => page.locator('#verdict tbody tr').allTextContents();
// Chooses these files, each a name and its bytes, and waits for their table.
async function give_all(page, all, wanted) {
  await page.evaluate(() => { document.getElementById('heard').textContent = ''; });
  await page.setInputFiles('#file', all.map(([name, buffer]) => ({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(buffer) })));
  await heardOf(page, wanted);
  return rows_of(page);
}
const alphano = (name) => fs.readFileSync(path.join(records, 'alphano', name));

test('of several files each has a row, also those that cannot be read; and an old verdict never stands for them', async () => {
  if (!has_program) return 'skipped: it is about records of Gomoku';
  const { page, close } = await open('index.html');
  const good = [['taken.json', alphano('taken.json')], ['five.json', alphano('five.json')], ['late.json', alphano('late.json')]];
  const cut_gz = ['cut.gz', zlib.gzipSync('x'.repeat(1000)).subarray(0, 15)];
  const cut_zip = ['cut.zip', zip([['a.json', alphano('five.json'), 8]]).subarray(0, 300)];
  const mixes = { 'good and bad': [...good, cut_gz, cut_zip], 'all bad': [cut_gz, cut_zip], 'one good': [cut_zip, good[1]], 'a readme': [good[0], ['readme.txt', 'hello\n'], good[1], ['notes.md', 'Notes\n']] };
  for (const [what, all] of Object.entries(mixes)) {
    await give(page, 'five.json', alphano('five.json'), /judge was right/);
    const readmes = all.filter(([name]) => /readme|notes/.test(name)).length;
    const rows = await give_all(page, all, `/${all.length - readmes} matches: /`);
    assert.equal(rows.length, all.length - readmes, `${what}: ${rows.join(' | ')}`);
    assert.equal(await page.locator('#verdict details li').count(), readmes, what);
    for (const [name] of all) assert.ok((await page.textContent('#verdict')).includes(name), `${what}: ${name}`);
  }
  // A bad file alone takes the old verdict away, and it does not come back.
  await give(page, 'five.json', alphano('five.json'), /judge was right/);
  await give(page, 'cut.zip', cut_zip[1], /damaged/);
  assert.equal(await page.locator('#game-shown .viewer').count(), 0);
  await page.reload();
  await until(page, 'ready', () => document.body.dataset.ready);
  assert.ok(await page.isHidden('#result'));
  // Of an archive with a damaged file in it the others are judged; what a system put there is nobody's file.
  const mixed = zip([['a/five.json', alphano('five.json'), 8], ['b/five.json', alphano('late.json'), 8], ['__MACOSX/._a', 'x', 0], ['.DS_Store', 'x', 0]]);
  const rows = await give_all(page, [['mixed.zip', mixed]], '/2 matches: /');
  assert.deepEqual(rows.map((row) => /[ab]\/five\.json/.exec(row)?.[0]).sort(), ['a/five.json', 'b/five.json']);
  // Five thousand files are five thousand rows.
  const many = await give_all(page, [['many.zip', zip(Array.from({ length: 5000 }, (_, at) => [`${at}.log`, 'stickler: 1\ngame: gomoku\n0< READY FIRST\n0> OK\n', 0]))]], '/5000 matches: /');
  assert.equal(many.length, 5000);
  await close();
});

test('of any two kinds of file every record has a row, and what is no record is counted', async () => {
  if (!has_program) return 'skipped: it is about records of Gomoku';
  const { page, close } = await open('index.html');
  const [five, taken] = [alphano('five.json'), alphano('taken.json')];
  const line = (bytes) => JSON.stringify(JSON.parse(bytes));
  const log = 'stickler: 1\r\ngame: gomoku\r\n\r\n0< READY FIRST\r\n0> OK\r\n';
  // How many records each of them has.
  const kinds = [
    ['five.json', five, 1], ['lines.jsonl', `${line(five)}\n${line(taken)}\n`, 2], ['list.json', `[${line(five)},${line(taken)},${line(five)}]`, 3],
    ['two.zip', zip([['a.json', five, 8], ['b/c.json', taken, 0]]), 2], ['packed.gz', zlib.gzipSync(taken), 1], ['within.zip', zip([['a.json.gz', zlib.gzipSync(five), 0]]), 1],
    ['crlf.log', log, 1], ['wide.log', Buffer.from(`\ufeff${log}`, 'utf16le'), 1], ['cut.gz', zlib.gzipSync('x'.repeat(1000)).subarray(0, 15), 1],
    ['picture.png', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 1],
  ];
  let sets = 0;
  for (const [at, one] of kinds.entries()) {
    for (const other of kinds.slice(at + 1)) {
      const all = [one, other];
      const records = one[2] + other[2];
      await give_all(page, all, '/ match(es)?: /');
      const rows = await page.locator('#verdict tbody tr').count();
      const others = await page.locator('#verdict details li').count();
      assert.equal(rows + others, records, `${one[0]} and ${other[0]}: ${rows} rows, ${others} others`);
      sets += 1;
    }
  }
  await close();
  return `${sets} sets`;
});

test('a row of a table is a step of the history, and Back, a button and a reload lead to the table again', async () => {
  if (!has_program) return 'skipped: it is about records of Gomoku';
  const { page, close } = await open('index.html', { permissions: ['clipboard-read', 'clipboard-write'] });
  const wrong = Buffer.from(alphano('five.json').toString().replace('"winner": "FIRST"', '"winner": "SECOND"').replace('AGENT1_WIN', 'AGENT2_WIN'));
  const all = [['five.json', alphano('five.json')], ['taken.json', alphano('taken.json')], ['wrong-1.json', wrong], ['wrong-2.json', wrong]];
  const list = [['list.json', `[${all.map(([, bytes]) => bytes).join(',\n')}]`]];
  for (const [what, given] of Object.entries({ files: all, list })) {
    const rows = await give_all(page, given, '/4 matches: 2 judged wrongly, 0 with a broken rule, 0 undecided, 2 right/');
    assert.match(rows[0], /^✗ /, `${what}: the worst comes first`);
    const buttons = page.locator('#verdict tbody button');
    assert.equal(await buttons.count(), 4, what);
    await buttons.first().click();
    await heardOf(page, '/The judge was wrong/');
    await until(page, 'its board', () => document.querySelector('#game-shown .viewer'));
    assert.equal(await page.textContent('#to-table'), '← 4 matches');
    // The next one with an error, by its key; then there is none.
    await page.keyboard.press('n');
    await until(page, 'the second', () => document.getElementById('next-wrong').hidden && !document.getElementById('of-table').hidden);
    await page.click('#to-table');
    await until(page, 'the table', () => document.querySelector('#verdict tbody'));
    assert.equal((await rows_of(page)).length, 4, what);
    await buttons.last().click();
    await until(page, 'a board', () => document.querySelector('#game-shown .viewer'));
    await page.goBack();
    await until(page, 'the table', () => document.querySelector('#verdict tbody'));
    await page.goForward();
    await until(page, 'the row', () => document.querySelector('#game-shown .viewer') && !document.querySelector('#verdict tbody'));
    await page.goBack();
    await until(page, 'the table', () => document.querySelector('#verdict tbody'));
    await page.reload();
    await until(page, 'the table after a reload', () => document.querySelector('#verdict tbody'));
    assert.equal((await rows_of(page)).length, 4, what);
  }
  // Chips and a name show a part of the rows, and the same part is copied.
  await page.locator('.chips button', { hasText: 'judged wrongly' }).click();
  assert.equal(await page.locator('#verdict tbody tr:not([hidden])').count(), 2);
  await page.locator('.chips button', { hasText: 'Copy as CSV' }).click();
  const csv = await page.evaluate(() => navigator.clipboard.readText()).catch(() => undefined);
  if (csv !== undefined) assert.match(csv, /^file,game,players,verdict,judge,by,clause,why,result\n?\r?\n(.*judge.*\r?\n){2}$/);
  await page.locator('.chips button', { hasText: 'All' }).click();
  await page.fill('.chips input', 'nobody of this name');
  assert.equal(await page.locator('#verdict tbody tr:not([hidden])').count(), 0);
  await page.fill('.chips input', 'alder');
  assert.equal(await page.locator('#verdict tbody tr:not([hidden])').count(), 4);
  // On a phone nothing is too wide.
  await page.setViewportSize({ width: 390, height: 844 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await accessible(page, 'a table with its filters');
  await close();
});

test('a file that names no game is read as the one that it fits, and a game named by mistake accuses nobody', async () => {
  if (!has_program) return 'skipped: it is about Gomoku';
  const { page, close } = await open('index.html');
  const lines = '0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n0> MOVE 8 8 @5ms\n1< OPP 8 8 5\n1< TURN 10000 9995\n1> MOVE 8 8 @5ms\n';
  await give(page, 'bare.log', `stickler: 1\n\n${lines}`, /holds a stone|move\.empty|rules forbid/);
  assert.match(await page.textContent('#verdict .which'), /Read as Gomoku/);
  // The reader names another one: the lines accuse nobody under a wrong name.
  await page.locator('#verdict .which button', { hasText: 'Betris' }).click();
  await heardOf(page, '/These lines are not those of Betris. They fit Gomoku/');
  assert.equal(await page.getAttribute('#verdict', 'class'), 'verdict other');
  assert.equal(await page.locator('#game-shown .viewer').count(), 0);
  await page.locator('#verdict .which button', { hasText: 'Judge as Gomoku' }).click();
  await heardOf(page, '/rules forbid/');
  await close();
});

test('long things: many lines, one long answer and long names neither freeze the page nor make it wide', async () => {
  if (!has_program) return 'skipped: it is about Gomoku';
  const { page, close } = await open('index.html', { viewport: { width: 390, height: 844 } });
  const head = 'stickler: 1\ngame: gomoku\nseats: 0\n\n0< READY FIRST\n0> OK\n';
  const took = {};
  const given = async (what, name, bytes) => {
    const begun = Date.now();
    await give(page, name, bytes, /./, 60_000);
    await until(page, `the board of ${what}`, () => document.getElementById('stop').hidden && !document.getElementById('game-shown').textContent.includes('being drawn'), 60_000);
    // A frozen page answers nothing.
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
    took[what] = Date.now() - begun;
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${what}: ${wide} pixels too wide`);
  };
  await given('10,000 lines', 'many.log', head + '0< TURN 10000 10000\n0> MOVE 8 8 @1ms\n'.repeat(5000));
  await given('one answer of 200 kB', 'long.log', `${head}0< TURN 10000 10000\n0> ${'#'.repeat(200_000)} @1ms\n`);
  await given('an answer of 2,000 letters', 'wide.log', `${head}0< TURN 10000 10000\n0> ${'MOVE8'.repeat(400)} @1ms\n`);
  const named = alphano('taken.json').toString().replaceAll('alder', 'a'.repeat(300));
  await given('a name of 300 letters', 'named.json', named);
  for (const [what, ms] of Object.entries(took)) assert.ok(ms < 20_000, `${what}: ${ms} ms`);
  await close();
  return Object.entries(took).map(([what, ms]) => `${what}: ${(ms / 1000).toFixed(1)} s`).join('; ');
});

test('where a server has a strict policy, or the rules do not arrive, the page says so and what to do', async () => {
  const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };
  let policy = '';
  let is_cut = false;
  const server = http.createServer((request, response) => {
    const file = path.join(site, path.basename(new URL(request.url, 'http://x').pathname));
    if (!fs.existsSync(file) || (is_cut && file.endsWith('module.js'))) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[path.extname(file)], ...(policy && { 'content-security-policy': policy }) });
    response.end(fs.readFileSync(file));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  const visit = async () => {
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${server.address().port}/index.html`);
    return { page, close: () => context.close() };
  };
  policy = "script-src 'self'";
  const strict = await visit();
  await until(strict.page, 'which policy the rules need', () => document.getElementById('verdict').textContent.includes("'wasm-unsafe-eval'"));
  assert.equal(await strict.page.locator('#no-script').count(), 0);
  await strict.close();
  policy = "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:";
  const enough = await visit();
  await until(enough.page, 'ready', () => document.body.dataset.ready);
  await enough.close();
  policy = "script-src 'none'";
  const none = await visit();
  await new Promise((done) => setTimeout(done, 3500));
  assert.ok(await none.page.locator('#no-script').isVisible());
  assert.match(await none.page.textContent('#no-script'), /wasm-unsafe-eval/);
  await none.close();
  [policy, is_cut] = ['', true];
  const cut = await visit();
  await until(cut.page, 'that the rules did not arrive', () => document.getElementById('verdict').textContent.includes('The rules did not arrive.'));
  is_cut = false;
  await cut.page.locator('#verdict button', { hasText: 'Try again' }).click();
  await until(cut.page, 'ready', () => document.body.dataset.ready);
  await cut.close();
  server.close();
});

test('the same match has the same verdict whether its file is small or large', async () => {
  if (!has_program) return 'skipped: it is about records of Gomoku';
  const { page, close } = await open('index.html');
  const five = alphano('five.json').toString();
  const headline = async () => (await page.textContent('#verdict .headline')).trim();
  await give(page, 'five.json', five, /judge was right/);
  const small = await headline();
  for (const size of [3 << 20, 9 << 20]) {
    await give(page, `five-${size}.json`, `${five}${' '.repeat(size)}`, /judge was right/);
    assert.equal(await headline(), small, `${size} bytes`);
    await until(page, 'the board', () => document.querySelector('#game-shown .viewer'));
  }
  await close();
});

test('who lost by an answer that the file does not have stands at its question, answers it there, and copies the command', async () => {
  if (!has_program) return 'skipped: it is about records of Gomoku and Betris';
  const five = JSON.parse(alphano('five.json'));
  Object.assign(five, { result: 'AGENT2_WIN', agent1_reason: 'RE', agent2_reason: 'INTERRUPTED' });
  Object.assign(five.data, { winner: 'SECOND', total_turn: 8 });
  five.data.move.pop();
  const lost = {
    'crash.json': [alphano('crash.json'), 'birch', 'PHASE1 P5 I1 9894 9876', 'BET P5 5', 'PLACE', /PHASE2/],
    'stone.json': [JSON.stringify(five), 'alder', 'TURN 9640 9610', 'MOVE 8 12', 'MOVE', /end of your program/],
  };
  for (const [name, [bytes, who, question, answer, next, then]] of Object.entries(lost)) {
    const { page, close } = await open('index.html', { permissions: ['clipboard-read', 'clipboard-write'] });
    await give(page, name, bytes, new RegExp(`${who} failed, and the answer that failed is not in the file`));
    const button = page.locator('#verdict .which button', { hasText: 'Answer it yourself' });
    await until(page, 'the way on', () => document.querySelectorAll('#verdict .which button').length === 2);
    assert.equal(await page.textContent('#game-shown .said'), `to ${who}: ${question}`);
    assert.ok((await page.textContent('#game-shown .log [aria-current]')).endsWith(`< ${question}`));
    // The answer that is not there has a row of its own.
    assert.equal(await page.textContent('#game-shown .moves li:last-child.bad'), `${who}no answer in the file`);
    const copy = page.locator('#verdict .which button', { hasText: 'Copy' });
    assert.equal(await copy.textContent(), `Copy: stickler replay ${name} -- ./bot`);
    await copy.click();
    await until(page, 'copied', () => document.getElementById('linked').textContent);
    const command = await page.evaluate(() => navigator.clipboard.readText()).catch(() => undefined) ?? await page.textContent('#linked');
    assert.ok(command.endsWith(`stickler replay ${name} -- ./bot`), command);
    await Promise.all([page.waitForURL(/bot\.html#match=/), button.click()]);
    const asked = () => until(page, 'the question', `document.getElementById('awaits')?.textContent.startsWith('The judge writes ${question}, and waits')`);
    await asked();
    // What was played before stands there, and goes on; no answer is taken back beyond it.
    const before = await page.textContent('#lines');
    assert.match(before, /READY/);
    assert.ok(before.endsWith(`< ${question}`), before);
    assert.ok(await page.isDisabled('#back'));
    await page.fill('#answer', answer);
    await page.keyboard.press('Enter');
    await until(page, 'what comes next', `${then}.test(document.getElementById('awaits').textContent)`);
    assert.equal(await page.locator('#lines .fault').count(), 0);
    await page.evaluate(() => { document.getElementById('linked').textContent = ''; });
    await page.click('#link-here');
    const told = await until(page, 'a link', () => document.getElementById('linked').textContent);
    const link = await page.evaluate(() => navigator.clipboard.readText()).catch(() => undefined) ?? told.split(' ').at(-1);
    const now = await page.textContent('#lines');
    await page.goto('about:blank');
    await page.goto(link);
    await until(page, 'the same match', `document.getElementById('lines')?.textContent === ${JSON.stringify(now)}`);
    await page.locator('#back, #back-over').filter({ visible: true }).click();
    await asked();
    // What is wrong is said as in every match.
    await page.fill('#answer', `${next} nonsense`);
    await page.keyboard.press('Enter');
    await until(page, 'a fault', () => document.querySelector('#lines .fault'));
    await page.click('#same');
    await asked();
    await close();
  }
});

test('a name cannot turn the sentence around it, and one from right to left stands apart from it', async () => {
  if (!has_program) return 'skipped: it is about a record of Gomoku';
  const { page, close } = await open('index.html');
  const taken = alphano('taken.json').toString();
  const under = async (file, name) => {
    await give(page, file, taken.replaceAll('alder', name), /gave an answer that the rules forbid/);
    await until(page, 'the moves', () => document.querySelector('#game-shown .moves .who'));
    return page.evaluate(() => [document.querySelector('#verdict .reason').textContent, document.querySelector('#game-shown .said').textContent, document.querySelector('#game-shown .mark').textContent, document.querySelector('#game-shown .moves .who').textContent]);
  };
  for (const text of await under('turned.json', '\u202egnp.redla\u2066')) {
    assert.match(text, /gnp\.redla/);
    assert.doesNotMatch(text, /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
  }
  // The winner stands in the headline.
  await give(page, 'winner.json', taken.replaceAll('birch', '\u202egnp.redla\u2066'), /judge was right/);
  assert.equal(await page.textContent('#verdict .headline'), '✓ The judge was right: gnp.redla wins.');
  for (const text of await under('hebrew.json', '\u05d0\u05d1\u05d2')) assert.match(text, /\u2068\u05d0\u05d1\u05d2\u2069/);
  await close();
});

test('where both failed the headline says so, with both reasons; where a part is missing it is told what the record claims', async () => {
  if (!has_program) return 'skipped: it is about records of Betris';
  const { page, close } = await open('index.html');
  const both = await give(page, 'both_fail.json', alphano('both_fail.json'), /bets go from 0 to 5/);
  assert.match(both, /^both_fail\.json: Both failed: draw\. Move 1: seat 0 .*a bet of 6 chips.* How seat 1 failed is not told: the record's word is taken for it\.$/);
  assert.doesNotMatch(await page.textContent('#verdict .facts'), /draw/);
  const tie = await give(page, 'tie.json', alphano('tie.json'), /missing/);
  assert.match(tie, /The record says that seat 0 failed\. A part of it is missing, so nothing can confirm this\./);
  assert.doesNotMatch(await page.textContent('#verdict'), /position is not known: nothing/);
  await close();
});

test('links with letters after them, packed files in archives, other encodings and web pages are read or named', async () => {
  if (!has_program) return 'skipped: it is about records of Gomoku';
  const { page, close } = await open('index.html');
  const five = alphano('five.json');
  const korean = Buffer.concat([Buffer.from(five.toString().split('alder')[0]), Buffer.from([0xb0, 0xa1]), Buffer.from(five.toString().split('alder').slice(1).join('alder'))]);
  const files = {
    'gz in a zip': ['in.zip', zip([['five.json.gz', zlib.gzipSync(five), 8]]), /judge was right/],
    'a zip of another name': ['download', zip([['five.json', five, 8]]), /judge was right/],
    'UTF-16 without its mark': ['wide.json', Buffer.from(five.toString(), 'utf16le'), /judge was right/],
    'a name in CP949': ['korean.json', korean, /judge was right: 가 wins/],
    'a web page': ['page.html', '<!DOCTYPE html><html><body>match</body></html>', /web page, not the record/],
  };
  for (const [what, [name, bytes, wanted]] of Object.entries(files)) {
    await page.evaluate(() => { document.getElementById('heard').textContent = ''; });
    await page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) });
    await until(page, what, `${wanted}.test(document.getElementById('heard').textContent)`);
  }
  await close();
  // Chats and mail add a letter or two to a link.
  const packed = zlib.deflateRawSync(Buffer.concat([Buffer.from('{"name":"five.json"}\n'), five])).toString('base64url');
  for (const more of ['.', ')', '&utm_source=x', '&step=abc']) {
    const { page: other, close: done } = await open('index.html');
    await other.goto('about:blank');
    await other.goto(`${url('index.html')}#log=${packed}${more}`);
    await until(other, `a link with ${more}`, () => document.getElementById('heard').textContent.startsWith('five.json: The judge was right'));
    await done();
  }
});

test('a link that unpacks to much is refused, and one without a head too', async () => {
  for (const [what, packed] of [['much', zlib.deflateRawSync(Buffer.concat([Buffer.from('{"name":"x"}\n'), Buffer.alloc(40 << 20)]))], ['no head', zlib.deflateRawSync(Buffer.from('null\nx'))]]) {
    const { page, close } = await open('index.html');
    await page.goto(`${url('index.html')}#log=${packed.toString('base64url')}`);
    await page.reload();
    await heardOf(page, '/damaged/');
    assert.ok(await page.isVisible('#verdict'), what);
    await close();
  }
});

test('"Be the bot" says what each line means and what to answer, and keeps what is to be found out', async () => {
  if (!games.includes('gomoku.html')) return 'skipped: it is about the games of the contests';
  const explained = {
    gomoku: [/READY FIRST to seat 0/, /You answer: The answer to READY is the word OK/],
    betris: [/READY, without any further word/, /You answer: The answer to READY is the word OK/],
    blackout: [/The first line is the number of games that follow\./, /You answer: A move is a line of four integers/],
    blokus: [/The first message begins with the number of shapes/, /You answer: An answer is one line x y Lfrn/],
    tetris: [/The first line is the number of cases/, /You answer: Each answer is a line with exactly the word YES or the word NO/],
  };
  for (const [game, wanted] of Object.entries(explained)) {
    const { page, close } = await open('bot.html');
    await page.selectOption('#game', game);
    await page.click('#setup button[type=submit]');
    await until(page, `${game}: the judge`, () => document.getElementById('awaits').textContent.includes('waits'), 60_000);
    const text = await page.textContent('#explained');
    for (const words of wanted) assert.match(text, words, game);
    if (game === 'betris') {
      await page.fill('#answer', 'OK');
      await page.keyboard.press('Enter');
      await until(page, 'the first phase', () => document.getElementById('explained').textContent.includes('PHASE1'));
      assert.match(await page.textContent('#explained'), /You answer: The answer to PHASE1 is the word BET, the name of a block/);
    }
    if (game === 'tetris') {
      assert.doesNotMatch(await page.evaluate(() => document.getElementById('board').textContent + document.getElementById('answer').placeholder), /\b(YES|NO)\b/);
    }
    await close();
  }
});

test('a match that is over says that you lost and why; "Take back" comes first, and the match can begin again', async () => {
  if (!games.includes('gomoku.html')) return 'skipped: it is about Gomoku';
  const { page, close } = await open('bot.html');
  await page.selectOption('#game', 'gomoku');
  const awaits = (words) => until(page, `${words}`, `${words}.test(document.getElementById('awaits').textContent)`);
  const say = async (text, words) => {
    await page.fill('#answer', text);
    await page.keyboard.press('Enter');
    await awaits(words);
  };
  await page.click('#setup button[type=submit]');
  await awaits(/READY/);
  await say('OK', /TURN/);
  await say('MOVE 99 99', /end of your program|over/);
  if (!/over/.test(await page.textContent('#awaits'))) await page.click('#exit');
  await awaits(/^The game is over\. You lost: row 99 is off the board/);
  assert.deepEqual(await page.locator('#over-controls button').allTextContents(), ['Take back', 'Begin again']);
  assert.equal(await page.getAttribute('#back-over', 'class'), 'primary');
  await page.click('#back-over');
  await awaits(/TURN|end of your program/);
  await close();
});

test('a verdict has the clause in words and what was allowed there; the judge\'s own error comes first', async () => {
  if (!has_program) return 'skipped: it is about records of Gomoku';
  const { page, close } = await open('index.html', { viewport: { width: 1280, height: 900 } });
  await give(page, 'taken.json', fs.readFileSync(path.join(records, 'alphano/taken.json')), /alder/);
  await until(page, 'the clause', () => document.querySelector('#verdict .why-so')?.textContent.match(/A move names an empty cell.*Allowed here: 221 answers; nearest: MOVE 6 9/));
  // Where the time went stands beside the board.
  assert.match(await page.textContent('#game-shown .times'), /birch: \d+ of 10000 ms.*alder: \d+ of 10000 ms|alder: \d+ of 10000 ms.*birch: \d+ of 10000 ms/);
  // The bank of each player is a bar, and a part of it leads to its answer.
  assert.equal(await page.locator('#game-shown .bank').count(), 2);
  assert.ok(await page.locator('#game-shown .times rect').count() >= 5);
  await give(page, 'two.json', fs.readFileSync(path.join(records, 'codingame/two.json')), /judge was wrong/);
  const [first, cause] = await page.locator('#verdict .reason').allTextContents();
  assert.match(first, /^The judge: /);
  assert.match(cause, /^What came before it: /);
  await close();
});

test('keys step within a game only, by moves; and one letter elsewhere does nothing', async () => {
  const { page, close } = await open('index.html', { viewport: { width: 1280, height: 500 } });
  await page.locator('#example-list button').first().click();
  await until(page, 'a game', () => document.querySelector('#game-shown .viewer'));
  const at = () => page.inputValue('#game-shown input[type=range]');
  const begun = await at();
  await page.focus('.brand');
  await page.evaluate(() => scrollTo(0, 300));
  for (const key of ['Home', 'f', 'ArrowLeft']) await page.keyboard.press(key);
  assert.equal(await at(), begun);
  await page.focus('#game-shown .viewer');
  await page.keyboard.press('ArrowLeft');
  const back = await at();
  assert.ok(Number(back) < Number(begun), `${back} < ${begun}`);
  await page.keyboard.press('Shift+ArrowRight');
  assert.equal(Number(await at()), Number(back) + 1);
  await page.keyboard.press('Home');
  assert.equal(await at(), '0');
  await page.keyboard.press('f');
  assert.equal(await at(), begun);
  await close();
});

test('search by the keyboard: the own page first, arrows and Enter; / can be turned off', async () => {
  const { page, close } = await open(games[0]);
  await page.keyboard.press('/');
  await page.keyboard.type('answer');
  const first = await until(page, 'results', () => document.querySelector('#found [aria-selected=true]')?.dataset.href);
  assert.equal(first.split('.')[0], games[0].split('.')[0]);
  await page.keyboard.press('ArrowDown');
  const second = await page.evaluate(() => document.querySelector('#found [aria-selected=true]').dataset.href);
  assert.notEqual(first, second);
  await accessible(page, 'a search');
  await page.keyboard.press('Escape');
  assert.ok(await page.isHidden('#found'));
  await page.keyboard.press('ArrowDown');
  await until(page, 'results again', () => !document.getElementById('found').hidden);
  await page.keyboard.press('Enter');
  await until(page, 'the place', `location.href.endsWith(${JSON.stringify(first)})`);
  if (games.includes('gomoku.html')) {
    await page.fill('#words', '시간 초과');
    await until(page, 'Korean words find', () => document.querySelector('#found [role=option]'));
    // A reader's own word counts for more than what it may mean.
    await page.goto(url('index.html'));
    for (const [words, wanted] of [['taken', /gomoku\.move\.empty|taken/i], ['33', /gomoku\.move\.free/], ['금수', /gomoku\.move\.free/], ['장목', /gomoku\.win\.overline/], ['런타임 에러', /./]]) {
      await page.evaluate(() => document.getElementById('found').replaceChildren());
      await page.fill('#words', words);
      const first = await until(page, words, () => document.querySelector('#found [role=option]')?.textContent);
      assert.match(first, wanted, words);
    }
  }
  await page.uncheck('#slash');
  await page.focus('.brand');
  await page.keyboard.press('/');
  assert.notEqual(await page.evaluate(() => document.activeElement.id), 'words');
  await page.check('#slash');
  await close();
});

test('search knows the words of players: a taken cell, a stone, a turn, output and a newline, also in Korean', async () => {
  if (!games.includes('gomoku.html')) return 'skipped: it is about the games of the contests';
  const wanted = {
    'index.html': { taken: /^(gomoku|betris)\.(move|start)\.empty/, occupied: /^(gomoku|betris)\.(move|start)\.empty/ },
    'index.ko.html': { 돌: /gomoku/, 차례: /turn/, 출력: /answer/, 개행: /newline/, '런타임 에러': /alive|died/, '중복 착수': /move\.empty/ },
  };
  for (const [name, words] of Object.entries(wanted)) {
    const { page, close } = await open(name);
    for (const [word, first] of Object.entries(words)) {
      await page.fill('#words', '');
      await page.fill('#words', word);
      const found = await until(page, `${word} is found`, `(() => { const own = document.querySelector('#found:not([hidden]) [role=option] b'); return own && document.getElementById('words').value === ${JSON.stringify(word)} && own.textContent; })()`);
      assert.match(found, first, word);
    }
    await close();
  }
});

test('a match on a phone begins in view; a cell is chosen, an answer is taken back, and the judge is heard', async () => {
  const { page, close } = await open('bot.html', { viewport: { width: 390, height: 844 }, hasTouch: true });
  if (games.includes('gomoku.html')) await page.selectOption('#game', 'gomoku');
  await page.click('#setup button[type=submit]');
  await until(page, 'the judge', () => document.getElementById('awaits').textContent.includes('waits'));
  assert.ok(await seen(page, '#awaits'));
  assert.ok(await seen(page, '#board svg'));
  assert.equal(await page.getAttribute('#lines', 'role'), 'log');
  assert.match(await page.textContent('#awaits'), /The judge writes \w+.*, and waits for your answer/);
  await page.fill('#answer', 'OK');
  await page.keyboard.press('Enter');
  if (games.includes('gomoku.html')) {
    await until(page, 'legal cells', () => document.querySelectorAll('#board .can').length === 225);
    await page.locator('#board .t').nth(7 * 15 + 7).click();
    assert.equal(await page.inputValue('#answer'), 'MOVE 8 8');
    assert.equal(await page.locator('#board .aimed').count(), 1);
    assert.match(await page.textContent('#hint'), /Every free cell is legal/);
    assert.match(await page.textContent('#explained'), /TURN my_time opp_time.*gomoku\./);
    await page.keyboard.press('Enter');
    await until(page, 'a stone', () => document.querySelectorAll('#board .k0').length === 1 && document.querySelectorAll('#board .k1').length === 1 && document.querySelectorAll('#board .can').length === 223);
    await page.click('#back');
    await until(page, 'no stone', () => document.querySelectorAll('#board .k0, #board .k1').length === 0 && document.querySelectorAll('#board .can').length === 225);
    await accessible(page, 'a match with cells to choose');
    await page.fill('#answer', 'MOVE 99 99');
    await page.keyboard.press('Enter');
    await until(page, 'the end', () => document.getElementById('awaits').textContent.includes('over'));
    await page.click('#link-match');
    const link = await until(page, 'a link', () => document.getElementById('said').textContent);
    assert.match(link, /Copied|index\.html#log=/);
    await page.click('#back-over');
    await until(page, 'the answer is asked again', () => document.getElementById('awaits').textContent.includes('waits for your answer'));
  }
  await close();
});

test('on paper closed cases are open; in forced colours the current line and the current page keep their marks', async () => {
  const { page, close } = await open(games[0], { forcedColors: 'active' });
  const shown = () => page.evaluate(() => [...document.querySelectorAll('details.case pre')].filter((pre) => pre.checkVisibility({ contentVisibilityAuto: true })).length);
  assert.equal(await shown(), 0);
  await page.emulateMedia({ media: 'print' });
  // A long page needs a moment for the style of paper.
  const cases = await page.locator('details.case').count();
  for (let tries = 0; tries < 50 && (await shown()) !== cases; tries += 1) await new Promise((go) => setTimeout(go, 100));
  assert.equal(await shown(), cases);
  await page.emulateMedia({ media: 'screen', forcedColors: 'active' });
  await page.goto(url('index.html'));
  await page.locator('#example-list button').first().click();
  await until(page, 'a game', () => document.querySelector('#game-shown [aria-current=step]'));
  const marked = await page.evaluate(() => [...document.querySelectorAll('#game-shown [aria-current], header [aria-current]')].map((own) => getComputedStyle(own).outlineStyle));
  assert.deepEqual(marked, ['solid', 'solid', 'solid'], 'the move, its line and the page');
  await close();
});

test('in Korean: the frame, a verdict, and how to read', async () => {
  const { page, close } = await open('index.html');
  await page.click('.language');
  await until(page, 'Korean', () => document.documentElement.lang === 'ko');
  await until(page, 'ready', () => document.body.dataset.ready);
  if (has_program) {
    const heard = await give(page, 'taken.json', fs.readFileSync(path.join(records, 'alphano/taken.json')), /alder/);
    assert.match(heard, /심판의 판정이 맞습니다/);
    assert.match(await until(page, 'the clause', () => document.querySelector('#verdict .why-so')?.textContent), /빈칸에만 둘 수 있으며/);
    // Each example has a title of its own, and not the name of a case.
    const titles = await page.locator('#example-list span:not(.soft)').allTextContents();
    assert.deepEqual(titles.filter((title) => !/[가-힣]/.test(title)), []);
    await accessible(page, 'a verdict in Korean');
  }
  // Every word that the pages say has its Korean one.
  const table = await page.evaluate(() => JSON.parse(document.getElementById('korean').textContent));
  const said = ['words', 'rules', 'search', 'files', 'verdict', 'moves', 'judge', 'link'].flatMap((name) =>
    [...fs.readFileSync(path.resolve(import.meta.dirname, `../src/web/${name}.js`), 'utf8').replace(/^\s*\/\/.*$/gm, '').matchAll(/say\("((?:[^"\\]|\\.)+)"/g)].map(([, words]) => words));
  assert.deepEqual(said.filter((words) => !table[words]), []);
  // No sentence that a common slip leads to is half English.
  let slips = 0;
  if (has_program) {
    const begun = 'stickler: 1\ngame: gomoku\n\n0< READY FIRST\n1< READY SECOND\n0> OK\n1> OK\n0< TURN 10000 10000\n';
    const ends = [
      ...['MOVE', 'MOVE x y', 'move 8 8', 'MOVE 8 8 8', 'MOVE +8 8', 'MOVE 08 8', 'MOVE  8 8', 'MOVE\t8 8', 'MOVE 0 0', 'MOVE 8 16', '8 8', 'MOVE 8.5 8', 'MOVE -1 3'].map((answer) => `0> ${answer} @10ms`),
      '0! exit 1', '0! signal 11', '0! silent @10000ms', '0> MOVE 8 8 @10001ms', '0> MOVE 8 8 @5ms\n0> HELLO', '0> MOVE 8 8 @5ms\n1< OPP 8 8 5\n1< TURN 10000 9995\n1> MOVE 8 8 @5ms',
      '0> MOVE 8 8 @5ms\n1< OPP 8 8 5\n1< TURN 10000 9000\n1> MOVE 8 9 @5ms',
    ];
    for (const end of ends) {
      await give(page, `slip-${slips++}.log`, `${begun}${end}\n`);
      await until(page, 'its board', () => document.querySelector('#game-shown .viewer'));
      const texts = await page.locator('#verdict .reason').allTextContents();
      for (const text of texts) assert.doesNotMatch(text.replaceAll(/\([^)]*\)|[a-z]+\.[a-z]+\.[a-z]+/g, ''), /[a-z]+ [a-z]+ [a-z]+/, `${end}: ${text}`);
      assert.ok(texts.length > 0, end);
      // A broken rule has its sign and its colour, though the judge's messages are right.
      assert.match(await page.getAttribute('#verdict', 'class'), /broken|unknown|wrong/, end);
    }
    // A particle goes by the last sound of the name before it.
    assert.deepEqual(await page.evaluate(() => ['birch', '심판', '참가자', 'John', '0번(선공)', 'bot'].map((who) => particles(`${who}(이/가)`))), ['birch가', '심판이', '참가자가', 'John이', '0번(선공)이', 'bot이(가)']);
  }
  if (has_program) {
    // Neither are the cards of the examples, nor what stands below a board at any of its positions, nor the marked line.
    const is_half = (text) => /[a-z]{3,} [a-z]{2,}/.test(text);
    const cards = await page.locator('#example-list button').allTextContents();
    assert.deepEqual(cards.filter(is_half), []);
    for (let at = 0; at < cards.length; at++) {
      await page.evaluate(() => { document.getElementById('game-shown').replaceChildren(); });
      await page.locator('#example-list button').nth(at).click();
      await until(page, `the board of ${cards[at]}`, () => document.querySelector('#game-shown .viewer .notes'));
      const below = await page.evaluate(() => {
        const own = document.querySelector('#game-shown .viewer');
        const slider = own.querySelector('input[type=range]');
        const texts = [...own.querySelectorAll('.mark')].map((mark) => mark.textContent);
        for (let step = 0; step <= Number(slider.max); step++) {
          slider.value = step;
          slider.dispatchEvent(new Event('input'));
          texts.push(...[...own.querySelectorAll('.notes li')].map((note) => note.textContent));
        }
        return texts;
      });
      assert.deepEqual([...new Set(below)].filter(is_half), [], cards[at]);
    }
  }
  const english = await page.locator('header nav a[hreflang=en]').evaluateAll((links) => links.map((link) => link.textContent.slice(-2)));
  assert.ok(english.length > 1 && english.every((mark) => mark === 'EN'), english.join());
  if (pages.includes('spec.ko.html')) {
    await page.goto(url('spec.ko.html'));
    await accessible(page, 'how to read, in Korean');
  }
  await close();
  return `${said.length} sentences, ${slips} slips`;
});

test('on a slow phone: seconds until ready, until a verdict and until its board; a new file ends old work', async () => {
  const { page, close } = await open('index.html', { viewport: { width: 390, height: 844 } });
  const client = await page.context().newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  const begun = Date.now();
  await page.reload();
  await until(page, 'ready', () => document.body.dataset.ready, 60_000);
  const ready = Date.now() - begun;
  const times = [];
  if (has_program) {
    for (const file of ['alphano/taken.json', 'codingame/other_letters.json']) {
      const asked = Date.now();
      await give(page, path.basename(file), fs.readFileSync(path.join(records, file)));
      const verdict = Date.now() - asked;
      await until(page, 'a board or its announcement', () => document.getElementById('game-shown').textContent.length > 0);
      await until(page, 'the board', () => document.querySelector('#game-shown .viewer'), 60_000);
      times.push(`${file}: verdict ${verdict} ms, board ${Date.now() - asked} ms`);
      assert.ok(verdict < 10_000 && Date.now() - asked < 30_000, times.at(-1));
    }
    const old = path.join(profile, 'other_letters.json');
    await page.setInputFiles('#file', []);
    await page.setInputFiles('#file', old);
    const after = Date.now();
    await give(page, 'next.json', fs.readFileSync(path.join(records, 'alphano/taken.json')));
    times.push(`a new file in the midst of an old one: ${Date.now() - after} ms`);
  }
  assert.ok(ready < 15_000, `ready after ${ready} ms`);
  await close();
  return `ready after ${ready} ms with a quarter of this machine; ${times.join('; ')}`;
});

test('over a slow network: readable at once, a word while the rules are loaded, and then ready', async () => {
  const types = { '.html': 'text/html; charset=utf-8', '.js': 'text/javascript', '.css': 'text/css' };
  const server = http.createServer((request, response) => {
    const file = path.join(site, path.basename(new URL(request.url, 'http://x').pathname));
    if (!fs.existsSync(file)) return response.writeHead(404).end();
    response.writeHead(200, { 'content-type': types[path.extname(file)], 'content-encoding': 'gzip' });
    response.end(zlib.gzipSync(fs.readFileSync(file)));
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  // What a reader does first on a page, and when the rules have answered.
  const first = [
    ['index.html', async () => {}, () => document.body.dataset.ready],
    ['index.ko.html', async () => {}, () => document.body.dataset.ready],
    ['bot.html', (page) => page.click('#setup button[type=submit]'), () => document.getElementById('awaits').textContent.includes('waits')],
    ['ask.html', (page) => page.click('#send'), () => document.querySelector('#answers .told')],
    [games[0], (page) => page.evaluate(() => document.getElementById('workbench').scrollIntoView()), () => document.querySelector('#bench-board svg')],
  ];
  const seconds = (from) => ((Date.now() - from) / 1000).toFixed(1);
  const said = await Promise.all(first.map(async ([name, does, has]) => {
    const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
    const page = await context.newPage();
    const client = await context.newCDPSession(page);
    await client.send('Network.enable');
    // A slow third-generation network: 400 kbit/s, and 0.4 s for each way there and back.
    await client.send('Network.emulateNetworkConditions', { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 });
    const begun = Date.now();
    await page.goto(`http://127.0.0.1:${server.address().port}/${name}`, { waitUntil: 'domcontentloaded', timeout: 60_000 });
    const readable = seconds(begun);
    await does(page);
    const asked = Date.now();
    await until(page, 'a word', () => /being loaded|불러오는/.test(document.getElementById('loading').textContent), 20_000);
    assert.ok(await seen(page, '#loading'), name);
    const word = seconds(asked);
    await until(page, 'the rules', has, 90_000);
    assert.ok(await page.isHidden('#loading'), name);
    const ready = seconds(begun);
    await context.close();
    assert.ok(readable < 8 && word < 4 && ready < 40, `${name}: readable after ${readable} s, a word after ${word} s more, ready after ${ready} s`);
    return `${name}: readable after ${readable} s, a word ${word} s after the question, its answer after ${ready} s`;
  }));
  server.close();
  return `at 400 kbit/s: ${said.join('; ')}`;
});

// How people with the common kinds of colour blindness see a colour: Machado, Oliveira and Fernandes (2009), in linear light.
const SEEN = {
  'full colours': [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
};
// A colour such as `#a3007a` as lightness and two hues of CIELAB.
function lab(colour, seen) {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit).join('') : colour.slice(1);
  const light = [0, 2, 4].map((at) => parseInt(digits.slice(at, at + 2), 16) / 255).map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  const [red, green, blue] = SEEN[seen].map((row) => Math.min(1, Math.max(0, row.reduce((sum, factor, at) => sum + factor * light[at], 0))));
  const root = (part) => (part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116);
  const [x, y, z] = [(0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047, 0.2126 * red + 0.7152 * green + 0.0722 * blue, (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883].map(root);
  return { lightness: 116 * y - 16, red: 500 * (x - y), yellow: 200 * (y - z) };
}
function apart(one, other, seen) {
  const [first, second] = [lab(one, seen), lab(other, seen)];
  return Math.hypot(first.lightness - second.lightness, first.red - second.red, first.yellow - second.yellow);
}

test('colours of boards that mean different things are told apart by the colour-blind, by day and by night', async () => {
  const style = /<style>(\.stickler\{.*?)<\/style>/s.exec(fs.readFileSync(path.join(site, games[0]), 'utf8'))[1];
  const [day, night] = style.split('@media(prefers-color-scheme:dark)');
  const variables = (text) => Object.fromEntries([...text.matchAll(/--(\w+):(?:var\([^,]+,)?(#[0-9a-f]{3,6})/g)].map(([, name, colour]) => [name, colour]));
  const of = (rule, what) => new RegExp(`\\.stickler \\.${rule}\\{[^}]*${what}:(#[0-9a-f]{3,6})`).exec(style)[1];
  const least = { distance: Infinity };
  let pairs = 0;
  for (const [time, own] of [['day', variables(day)], ['night', { ...variables(day), ...variables(night) }]]) {
    const seats = { 'a free cell': own.b, 'seat 0': own.s0, 'seat 1': own.s1, 'seat 2': own.s2, 'seat 3': own.s3 };
    const pieces = { ...seats, 'piece 4': own.s4, 'piece 5': own.s5, 'piece 6': own.s6, 'piece 7': own.s7 };
    const stones = { 'a free crossing': of('w', 'fill'), 'a black stone': of('k0', 'fill'), 'a white stone': of('k1', 'fill') };
    const rings = { 'the winning row': of('row', 'stroke'), 'the last stone': of('last', 'stroke'), 'a refused move': own.x };
    for (const colour of Object.values({ ...pieces, ...stones, ...rings })) assert.match(colour, /^#[0-9a-f]{3,6}$/, time);
    const groups = [[seats, seats, 25], [pieces, pieces, 15], [stones, stones, 20], [rings, rings, 15], [rings, stones, 15], [{ refused: own.x }, seats, 15]];
    for (const [these, those, wanted] of groups) {
      for (const [name, colour] of Object.entries(these)) {
        for (const [other, against] of Object.entries(those).filter(([other]) => other !== name)) {
          for (const seen of Object.keys(SEEN)) {
            const distance = apart(colour, against, seen);
            assert.ok(distance >= wanted, `${name} ${colour} and ${other} ${against} by ${time}: ${distance.toFixed(1)} of ${wanted} apart with ${seen}`);
            if (distance < least.distance) Object.assign(least, { distance, words: `${name} and ${other} by ${time} with ${seen}` });
            pairs++;
          }
        }
      }
    }
  }
  return `${pairs} pairs; the nearest are ${least.words}: ${least.distance.toFixed(1)}`;
});

// Everything that the keyboard must reach, in the order of the page; runs in the page.
const reachable = () => {
  const all = document.querySelectorAll('a[href], button, input, select, textarea, summary, [tabindex]');
  return [...all].filter((element) => !element.disabled && element.tabIndex >= 0 && !(element.matches('summary') && element.parentElement.firstElementChild !== element)
    && element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }));
};
// Goes on until an element has the focus, by Tab alone.
async function tabTo(page, selector, key = 'Tab', most = 1500) {
  for (let step = 0; step < most; step++) {
    await page.keyboard.press(key);
    if (await page.evaluate((selector) => document.activeElement.matches(selector), selector)) return;
  }
  throw new Error(`${page.url()}: ${key} never comes to ${selector}`);
}

// Goes through the page by Tab and back by Shift+Tab: everything is come to, in its order, in view and with a mark, and left again.
async function walked(page, name) {
  // What was left is looked at when the next key is pressed: then the page has scrolled.
  await page.evaluate(`window.reachable = ${reachable}`);
  const count = await page.evaluate(() => {
    const wanted = reachable();
    const top = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0;
    window.walk = { wanted, order: [], hidden: [], unmarked: [] };
    addEventListener('focusin', ({ target }) => {
      // The window's own focus tells of an element twice.
      if (target === document.body || target === walk.order.at(-1)) return;
      walk.order.push(target);
      const { outlineStyle, outlineWidth } = getComputedStyle(target);
      if (outlineStyle === 'none' || parseFloat(outlineWidth) < 1) walk.unmarked.push(target.outerHTML.slice(0, 120));
    });
    addEventListener('keydown', () => {
      const own = document.activeElement;
      if (own === document.body) return;
      const box = own.getBoundingClientRect();
      const under = own.closest('header, .skip') ? 0 : top;
      if (box.bottom <= under || box.top >= innerHeight) walk.hidden.push(own.outerHTML.slice(0, 120));
    }, true);
    return wanted.length;
  });
  for (const [key, way] of [['Tab', 1], ['Shift+Tab', -1]]) {
    // The walk begins at the start of the page, wherever the focus was.
    await page.evaluate(() => {
      document.body.tabIndex = -1;
      document.body.focus();
      document.body.removeAttribute('tabindex');
      walk.order = [];
    });
    let out = false;
    for (let step = 0; step < count + 400 && !out; step++) {
      await page.keyboard.press(key);
      if (step % 25 === 24 || step >= count - 1) out = await page.evaluate(() => document.activeElement === document.body || walk.order.lastIndexOf(walk.order[0]) > 0);
    }
    assert.ok(out, `${name}: ${key} never leaves the page`);
    const { missed, back } = await page.evaluate((way) => {
      const { wanted } = walk;
      // The walk begins anew at its first element.
      const again = walk.order.indexOf(walk.order[0], 1);
      const order = again < 0 ? walk.order : walk.order.slice(0, again);
      const met = new Set(order);
      const words = (element) => element.outerHTML.slice(0, 120);
      const is_after = (one, other) => Boolean(one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
      const turns = order.slice(1).filter((element, at) => (way > 0 ? !is_after(order[at], element) : !is_after(element, order[at])));
      return {
        missed: wanted.filter((element) => element.isConnected && !met.has(element)).map(words),
        back: turns.map(words),
      };
    }, way);
    assert.deepEqual(missed, [], `${name}: ${key} does not come to`);
    assert.deepEqual(back, [], `${name}: ${key} jumps back to`);
  }
  const { hidden, unmarked } = await page.evaluate(() => ({ hidden: [...new Set(walk.hidden)], unmarked: [...new Set(walk.unmarked)] }));
  assert.deepEqual(hidden, [], `${name}: has the focus and cannot be seen`);
  assert.deepEqual(unmarked, [], `${name}: nothing shows the focus`);
  return count;
}

test('Tab and Shift+Tab come to everything on each page, in its order, in view and with a mark, and out again', async () => {
  let stops = 0;
  for (const name of pages) {
    const { page, close } = await open(name);
    const count = await walked(page, name);
    // A page without tables or links of its own has those of the frame.
    assert.ok(count >= 8, `${name} has ${count} stops`);
    stops += count;
    await close();
  }
  return `${stops} stops`;
});

test('a verdict, a match, answers of the oracle, an open case and a position, in English and Korean: axe and Tab', async () => {
  const own = games[0].replace('.html', '');
  const judged = (file, bytes) => (page) => give(page, file, bytes, /./);
  const log = `stickler: 1\ngame: ${own}\n\n0< NONSENSE\n`;
  const states = [];
  for (const name of ['index.html', 'index.ko.html']) {
    states.push([name, 'a verdict', async (page) => { await judged('match.log', log)(page); await until(page, 'its boards', () => document.querySelector('#game-shown .viewer')); }]);
    states.push([name, 'what cannot be judged', judged('notes.txt', 'hello\n')]);
    states.push([name, 'an unknown game', judged('game.log', 'stickler: 1\ngame: chess\n\n0< A\n')]);
    states.push([name, 'an example', async (page) => {
      await page.locator('#example-list button').first().click();
      await until(page, 'its boards', () => document.querySelector('#game-shown .viewer'));
      await page.evaluate(() => { document.querySelectorAll('#verdict details, #more details').forEach((details) => { details.open = true; }); });
    }]);
  }
  states.push(['bot.html', 'a match', async (page) => {
    await page.click('#setup button[type=submit]');
    await until(page, 'the judge', () => document.getElementById('awaits').textContent.includes('waits'));
    await page.click('#ask-replies');
    await until(page, 'legal answers', () => document.querySelector('#replies button'));
  }]);
  states.push(['bot.html', 'a lost match', async (page) => {
    await page.click('#setup button[type=submit]');
    await until(page, 'the judge', () => document.getElementById('awaits').textContent.includes('waits'));
    await page.fill('#answer', 'nonsense');
    await page.keyboard.press('Enter');
    await until(page, 'the end or a fault', () => document.querySelector('#lines .fault'));
  }]);
  states.push(['ask.html', 'answers', async (page) => {
    for (const line of ['{"ask":{"hello":{}}}', 'nonsense']) {
      await page.fill('#line', line);
      await page.click('#send');
    }
    await until(page, 'answers', () => document.querySelector('#answers .fault') && document.querySelector('#answers .told'));
  }]);
  states.push([games[0], 'an open case', async (page) => {
    await page.evaluate(() => { document.querySelector('details.case').open = true; });
    await until(page, 'its boards', () => document.querySelector('details.case[open] .viewer'));
  }]);
  states.push([games[0], 'a position', async (page) => {
    await page.evaluate(() => document.getElementById('workbench').scrollIntoView());
    await page.click('#legal');
    await until(page, 'legal actions', () => document.querySelector('#bench-board svg') && document.querySelector('#bench-legal button'));
    // Of three hundred alike a few will do.
    await page.evaluate(() => [...document.querySelectorAll('#bench-legal button')].slice(5).forEach((button) => button.remove()));
  }]);
  let stops = 0;
  for (const [name, what, does] of states) {
    for (const options of [{}, { viewport: { width: 380, height: 700 }, colorScheme: 'dark' }]) {
      const { page, close } = await open(name, options);
      await does(page);
      await accessible(page, `${name}, ${what}`);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${name}, ${what}: ${wide} pixels too wide`);
      if (!options.viewport) stops += await walked(page, `${name}, ${what}`);
      await close();
    }
  }
  return `${states.length} states, ${stops} stops`;
});

test('the report of a run and the page of a game: axe, Tab, on a phone, by night; the verdict first, the names of files alone', async () => {
  if (!has_program) return 'skipped: the program of these games is not here';
  const refbot = path.join(path.dirname(program), 'refbot');
  const make = (...words) => spawnSync(program, words, { cwd: profile, encoding: 'utf8' });
  make('check', 'gomoku', '--shrink', '0', '--enough', '3', '--cases', '1', '--search', '0', '--html', 'run.html', '--', refbot, 'gomoku', '--fault', 'crash');
  make('show', path.join(records, 'alphano/taken.json'), '--html', 'show.html');
  const said = [];
  for (const file of ['run.html', 'show.html']) {
    for (const [kind, options] of [['desk', {}], ['phone', { viewport: { width: 390, height: 844 }, colorScheme: 'dark' }]]) {
      const { page, close } = await open(path.join(profile, file), options);
      const name = `${file}, ${kind}`;
      await accessible(page, name);
      const { wide, high, title, closing, viewers, groups } = await page.evaluate(() => ({
        wide: document.documentElement.scrollWidth - innerWidth, high: document.documentElement.scrollHeight, title: document.querySelector('h1').textContent,
        closing: document.querySelector('h1').nextElementSibling.className, groups: document.querySelectorAll('h3').length,
        viewers: [...document.querySelectorAll('.viewer')].filter((viewer) => viewer.checkVisibility({ contentVisibilityAuto: true })).length,
      }));
      assert.ok(wide <= 0, `${name}: ${wide} pixels too wide`);
      assert.doesNotMatch(title, /\//, name);
      // The bot of the run broke a rule; the judge of the record was right.
      assert.match(closing, file === 'run.html' ? /^closing failed$/ : /^closing$/, name);
      assert.ok(await seen(page, '.closing'), name);
      if (file === 'run.html') {
        assert.equal(viewers, groups, `${name}: of each clause the smallest game is open`);
        const top = await page.evaluate(() => document.querySelector('.viewer').getBoundingClientRect().top);
        assert.ok(top < 844, `${name}: the first game begins at ${top}`);
        assert.match(await page.textContent('h3 + p'), /\(\d+ of \d+ games? failed\)/);
        assert.ok(await page.evaluate(() => [...document.querySelectorAll('h3')].every(({ id }) => /^\w+\.\w+\.[\w-]+$/.test(id))), name);
        assert.ok(await page.locator('.numbers tr').count() >= 3, name);
        // It was 15,500 once.
        assert.ok(high < 9000, `${name} is ${high} pixels high`);
      }
      if (kind === 'desk') await walked(page, name);
      said.push(`${name}: ${high} pixels high`);
      await close();
    }
  }
  return said.join('; ');
});

test('boards that come late take nobody from where they are on the page', async () => {
  const { page, close } = await open('index.html');
  await until(page, 'ready', () => document.body.dataset.ready);
  await held(page, async (asked) => { if (asked.do === 'show') await new Promise((go) => { window.go = go; }); });
  await page.click('#example-list button');
  await until(page, 'a verdict, and no boards yet', () => window.go && document.querySelector('#verdict .headline'));
  for (let step = 0; step < 3; step++) await page.keyboard.press('Tab');
  const where = () => page.evaluate(() => [document.activeElement.outerHTML, scrollY > 0]);
  await page.evaluate(() => scrollTo(0, 120));
  const before = await where();
  await page.evaluate(() => window.go());
  await until(page, 'boards', () => document.querySelector('#game-shown .viewer') && document.getElementById('stop').hidden);
  assert.deepEqual(await where(), before);
  await close();
});

test('by the keyboard alone: a file is judged and stepped through, a menu opened and left, a case and a clause opened', async () => {
  const { page, close } = await open('index.html');
  await until(page, 'ready', () => document.body.dataset.ready);
  const [text, example] = await page.evaluate(() => {
    const [{ name, game, set, text }] = JSON.parse(document.getElementById('examples').textContent);
    return [text.startsWith('{') ? text : `stickler: 1\ngame: ${game}\n${set ? `set: ${set}\n` : ''}${text}`, name];
  });
  const file = path.join(profile, 'keys.log');
  fs.writeFileSync(file, text);
  await tabTo(page, '#file');
  // Chromium loses the choice of a file now and then.
  let chooser;
  for (let tries = 0; !chooser && tries < 3; tries++) {
    const opened = page.waitForEvent('filechooser', { timeout: 10_000 }).catch(() => undefined);
    await page.keyboard.press('Space');
    chooser = await opened;
  }
  assert.ok(chooser, 'Space opens the choice of a file');
  await held(page, () => new Promise((go) => setTimeout(go, 140)));
  await chooser.setFiles(file);
  await judged(page, 'keys.log');
  await tabTo(page, '#drop > summary', 'Shift+Tab');
  // The form has folded, unless something is missing in it.
  if (!await page.evaluate(() => document.getElementById('drop').open)) await page.keyboard.press('Enter');
  await tabTo(page, '#text');
  await page.keyboard.insertText(`stickler: 1\ngame: ${games[0].replace('.html', '')}\n\n0< NONSENSE\n`);
  await tabTo(page, '#judge-text');
  await page.keyboard.press('Space');
  await judged(page, 'pasted');
  await tabTo(page, '#example-list button');
  await page.keyboard.press('Enter');
  await judged(page, example);
  await tabTo(page, '#game-shown .viewer', 'Shift+Tab');
  const at = () => page.inputValue('#game-shown input[type=range]').then(Number);
  await page.keyboard.press('Home');
  const stands = (board) => until(page, `board ${board}`, `document.querySelector('#game-shown input[type=range]').value === '${board}'`);
  await stands(0);
  await page.keyboard.press('Shift+ArrowRight');
  await stands(1);
  await tabTo(page, '[data-go=next]');
  await page.keyboard.press('Space');
  assert.ok(await at() > 1);
  await tabTo(page, '#game-shown input[type=range]');
  await page.keyboard.press('ArrowLeft');
  await tabTo(page, '#more summary');
  await page.keyboard.press('Enter');
  assert.ok(await page.isVisible('#diagnosis'));
  // A menu in a wide and in a narrow window.
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(url('index.html'));
    await tabTo(page, '.menu:not(.tools) summary');
    await page.keyboard.press('Enter');
    await until(page, 'an open menu', () => document.querySelector('.menu:not(.tools)').open);
    await page.keyboard.press('Tab');
    assert.ok(await page.evaluate(() => document.activeElement.matches('.menu:not(.tools) a')), 'Tab goes into the menu');
    await page.keyboard.press('Escape');
    assert.ok(await page.evaluate(() => !document.querySelector('.menu:not(.tools)').open && document.activeElement.matches('.menu:not(.tools) summary')), 'Escape closes the menu');
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(url(games[0]));
  await tabTo(page, 'details.case summary');
  await page.keyboard.press('Space');
  await until(page, 'an opened case', () => document.querySelector('details.case[open] .viewer, details.case[open] .drawn-game')?.textContent.length > 30);
  await tabTo(page, 'details.case[open] textarea');
  await page.keyboard.press('Tab');
  assert.ok(await page.evaluate(() => !document.activeElement.matches('textarea')), 'Tab leaves a field of text');
  await close();
});

test('by the keyboard alone: a match is set up, played to its end, and its log is checked', async () => {
  const { page, close } = await open('bot.html');
  const has_small = games.includes('gomoku.html');
  await tabTo(page, '#game');
  if (has_small) {
    await page.keyboard.type('Gomoku');
    assert.equal(await page.inputValue('#game'), 'gomoku');
    await tabTo(page, '#setup details summary');
    await page.keyboard.press('Enter');
    await tabTo(page, '#set');
    await page.keyboard.type('board=3x3 row=3');
  }
  await tabTo(page, '#setup [type=submit]');
  await page.keyboard.press('Enter');
  let answers = 0;
  for (let over = false; !over && answers < 400;) {
    const said = await until(page, 'the judge', () => { const text = document.getElementById('awaits').textContent; return /waits|over/.test(text) && text; });
    over = /over/.test(said);
    if (over) break;
    await page.evaluate(() => { document.getElementById('awaits').textContent = ''; });
    if (said.includes('end of your program')) await tabTo(page, '#exit');
    else {
      await tabTo(page, '#ask-replies');
      await page.keyboard.press('Enter');
      await until(page, 'legal answers', () => document.querySelector('#replies button'));
      await tabTo(page, '#replies button');
      // A chosen answer stands in the field, and Enter sends it.
      await page.keyboard.press('Enter');
      assert.ok(await page.evaluate(() => document.activeElement.id === 'answer' && document.activeElement.value));
    }
    await page.keyboard.press('Enter');
    answers++;
  }
  assert.match(await page.textContent('#awaits'), /over/);
  await until(page, 'the log of the match', () => !document.getElementById('over-controls').hidden);
  await tabTo(page, '#check');
  await page.keyboard.press('Enter');
  await until(page, 'the check', () => document.getElementById('checked').textContent.includes('the whole game'));
  await close();
  return `${answers} answers`;
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
