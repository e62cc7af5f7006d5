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
// Chooses a file on the page, and gives what is heard of it.
async function give(page, file, bytes, wanted = /./, most = 60_000) {
  const at = path.join(profile, file);
  fs.writeFileSync(at, bytes);
  await page.evaluate(() => { document.getElementById('heard').textContent = ''; });
  await page.setInputFiles('#file', at);
  await until(page, `${file}: ${wanted}`, `(() => { const heard = document.getElementById('heard').textContent; return heard.startsWith(${JSON.stringify(`${file}: `)}) && !heard.includes('at work') && ${wanted}.test(heard); })()`, most);
  return page.textContent('#heard');
}
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
  await until(page, 'a verdict', () => document.getElementById('heard').textContent.startsWith('match.log: '));
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
  const large = await give(page, 'large.log', Buffer.concat([head, Buffer.alloc(100 << 20, line)]), /could not tell|violates|Install/);
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
  await until(page, 'something found', () => document.querySelector('#found [role=option]'));
  await close();
});

test('an example and a file, in any order, are judged as the program judges them', async () => {
  if (!has_program) return 'left out: the program of these games is not here';
  const { page, close } = await open('index.html');
  const files = ['alphano/five.json', 'alphano/taken.json', 'alphano/late.json', 'alphano/two_rounds.json', 'sgf/five.sgf'];
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
  if (!has_program) return 'left out: it is about a record of Gomoku';
  const { page, close } = await open('index.html', { viewport: { width: 1280, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] });
  const heard = await give(page, 'taken.json', fs.readFileSync(path.join(records, 'alphano/taken.json')), /alder/);
  assert.match(heard, /The judge was right\. alder .*\(7,9\) holds a stone of birch/);
  await until(page, 'the board', () => document.querySelector('#game-shown .viewer .over')?.innerHTML.includes('MOVE 7 9'));
  for (const part of ['#verdict', '#game-shown .stage:not([hidden]) svg', '#game-shown .log']) assert.ok(await seen(page, part), part);
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
  }
  await page.uncheck('#slash');
  await page.focus('.brand');
  await page.keyboard.press('/');
  assert.notEqual(await page.evaluate(() => document.activeElement.id), 'words');
  await page.check('#slash');
  await close();
});

test('a match on a phone begins in view; a cell is chosen, an answer is taken back, and the judge is heard', async () => {
  const { page, close } = await open('bot.html', { viewport: { width: 390, height: 844 }, hasTouch: true });
  if (games.includes('gomoku.html')) await page.selectOption('#game', 'gomoku');
  await page.click('#setup button[type=submit]');
  await until(page, 'the judge', () => document.getElementById('awaits').textContent.includes('waits'));
  assert.ok(await seen(page, '#awaits'));
  assert.ok(await seen(page, '#board svg'));
  assert.equal(await page.getAttribute('#lines', 'role'), 'log');
  assert.match(await page.textContent('#awaits'), /The judge: \w+/);
  await page.fill('#answer', 'OK');
  await page.keyboard.press('Enter');
  if (games.includes('gomoku.html')) {
    await until(page, 'legal cells', () => document.querySelectorAll('#board .can').length === 225);
    await page.locator('#board .t').nth(7 * 15 + 7).click();
    assert.equal(await page.inputValue('#answer'), 'MOVE 8 8');
    assert.equal(await page.locator('#board .aimed').count(), 1);
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

test('in Korean: the frame, a verdict, and how to read', async () => {
  const { page, close } = await open('index.html');
  await page.click('.language');
  await until(page, 'Korean', () => document.documentElement.lang === 'ko');
  await until(page, 'ready', () => document.body.dataset.ready);
  if (has_program) {
    const heard = await give(page, 'taken.json', fs.readFileSync(path.join(records, 'alphano/taken.json')), /alder/);
    assert.match(heard, /심판의 판정이 맞습니다/);
    await accessible(page, 'a verdict in Korean');
  }
  // Every word that the pages say has its Korean one.
  const table = await page.evaluate(() => JSON.parse(document.getElementById('korean').textContent));
  const said = ['words', 'rules', 'search', 'verdict', 'judge', 'link'].flatMap((name) =>
    [...fs.readFileSync(path.resolve(import.meta.dirname, `../src/web/${name}.js`), 'utf8').replace(/^\s*\/\/.*$/gm, '').matchAll(/say\("((?:[^"\\]|\\.)+)"/g)].map(([, words]) => words));
  assert.deepEqual(said.filter((words) => !table[words]), []);
  if (pages.includes('spec.ko.html')) {
    await page.goto(url('spec.ko.html'));
    await accessible(page, 'how to read, in Korean');
  }
  await close();
  return `${said.length} sentences`;
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
    for (const file of ['alphano/taken.json', 'blksgf/boxed.blksgf']) {
      const asked = Date.now();
      await give(page, path.basename(file), fs.readFileSync(path.join(records, file)));
      const verdict = Date.now() - asked;
      await until(page, 'a board or its announcement', () => document.getElementById('game-shown').textContent.length > 0);
      await until(page, 'the board', () => document.querySelector('#game-shown .viewer'), 60_000);
      times.push(`${file}: verdict ${verdict} ms, board ${Date.now() - asked} ms`);
      assert.ok(verdict < 10_000 && Date.now() - asked < 30_000, times.at(-1));
    }
    const old = path.join(profile, 'boxed.blksgf');
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
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Network.enable');
  // A slow third-generation network: 400 kbit/s, and 0.4 s for each way there and back.
  await client.send('Network.emulateNetworkConditions', { offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 });
  const begun = Date.now();
  await page.goto(`http://127.0.0.1:${server.address().port}/index.html`, { waitUntil: 'domcontentloaded', timeout: 60_000 });
  const readable = Date.now() - begun;
  await until(page, 'a word', () => document.getElementById('progress').textContent.includes('being loaded'), 20_000);
  await until(page, 'ready', () => document.body.dataset.ready, 90_000);
  const ready = Date.now() - begun;
  await context.close();
  server.close();
  assert.ok(readable < 8_000 && ready < 40_000, `readable after ${readable} ms, ready after ${ready} ms`);
  return `readable after ${(readable / 1000).toFixed(1)} s, ready after ${(ready / 1000).toFixed(1)} s at 400 kbit/s`;
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
