"use strict";
// Was I judged rightly? A file is dropped, chosen or pasted, and judged here.
(() => {
  const at = (id) => document.getElementById(id);
  const clauses = shown.clauses();
  const examples = JSON.parse(at("examples").textContent);
  // A larger one does not come back after a reload.
  const KEPT = 8 << 20;
  // Of a log with more lines only the verdict is shown.
  const STEPPED = 50_000;
  let current;
  // The table that rows were opened from, with the number under which its place in the history knows it; and the row that is open.
  let matches, opened;
  let tables = 0;
  let turn = 0;

  // Within another page only a verdict is shown, and a way to the whole of this one.
  const is_embedded = new URLSearchParams(location.search).has("embed");
  document.body.classList.toggle("embedded", is_embedded);
  at("whole").href = location.href.split(/[?#]/)[0] + location.hash;
  // A link leads out of the frame, and not the frame away from its page.
  if (is_embedded) {
    document.head.append(Object.assign(document.createElement("base"), { target: "_blank" }));
  }

  // What an example shows stands there in the program's own words.
  const named = verdict.naming([]);
  for (const line of document.querySelectorAll("#example-list .soft")) {
    const { by, why, line: number } = line.dataset;
    line.textContent = by
      ? say("{who} breaks a rule at line {line}: {why}", { who: verdict.who(by, named), line: number, why: named(translated(why)) })
      : named(translated(line.textContent));
  }

  async function take(given) {
    const own = ++turn;
    const read = [];
    for (const file of given) {
      try {
        read.push(...await files.read(file));
      } catch (error) {
        read.push({ name: files.path(file), trouble: error.message });
      }
      if (own !== turn) return;
    }
    if (read.length === 1 && read[0].trouble) {
      forget();
      tell(read[0].name, read[0].trouble, "unknown");
    } else if (read.length === 1) await judge(read[0]);
    else if (read.length) await many(read);
  }

  // Shows a verdict: its elements, its state, and the sentence that is heard. One that is only told better now, as its boards are
  // here, takes nobody from where they read.
  function put(parts, state, heard, is_first = true) {
    const was_inside = at("verdict").contains(document.activeElement);
    at("result").hidden = false;
    at("verdict").className = `verdict ${state}`;
    at("verdict").replaceChildren(...parts);
    at("heard").textContent = heard;
    // A frame takes nobody from the page around it.
    if (is_embedded) return;
    if (!is_first) {
      if (was_inside) at("verdict").focus({ preventScroll: true });
      return;
    }
    // The form has folded to a line above it: the page begins with both. Where it is open, the verdict comes first.
    if (at("drop").open) at("result").scrollIntoView({ block: "start" });
    else scrollTo(0, 0);
    // Whoever is in a menu or in the search by then stays there.
    if (!document.activeElement?.closest("header")) at("verdict").focus({ preventScroll: true });
  }

  // Something to say that is no verdict of a record, and what can be done about it.
  function tell(name, text, state, again) {
    at("of-table").hidden = !opened;
    at("diagnosis").replaceChildren();
    at("game-shown").replaceChildren();
    at("result").classList.remove("with-board");
    at("more").hidden = true;
    const line = name ? `${name}: ${text}` : text;
    const retry = again ? [shown.button(say("Try again"), again)] : [];
    put([Object.assign(document.createElement("p"), { className: "headline", textContent: line }), ...retry], state, line);
  }

  // An error of the rules: one of loading them can be over by now.
  const failed = (name, error, again) => tell(name, error.message, "unknown", error.is_load ? again : undefined);

  // What is asked of a file: what came with it, and what the reader set. An example is judged as it is.
  function asked({ name, given = {} }) {
    if (given.is_example) return { name, game: given.game, set: given.set, strict: false };
    const set = [...(given.set ?? []), ...shown.settings(at("set").value)];
    return { name, game: at("game").value || given.game || undefined, set, strict: at("strict").checked || Boolean(given.strict) };
  }

  // Which of these parameters are not the contest's own.
  async function unusual(game, set) {
    if (!game || !set.length) return [];
    try {
      const usual = (await rules.ask({ do: "parameters", game, set: [] })).map(({ name, value }) => `${name}=${value}`);
      return set.filter((one) => !usual.includes(one));
    } catch {
      return set;
    }
  }

  const busy = { wait: 0, start(name) {
    clearTimeout(busy.wait);
    // Until the rules are here another line says so.
    busy.wait = setTimeout(() => at("loading").hidden && tell(name, say("the rules are at work …"), "busy"), 250);
  }, end: () => clearTimeout(busy.wait) };

  // The verdict stays where the reader goes back or loads the page anew, and the address never holds another file's.
  function remember(file, ask) {
    const address = file.link && file.link === location.hash ? location.href : location.href.split("#")[0];
    const { name, bytes } = file;
    const given = { ...file.given, game: ask.game, set: ask.set, strict: ask.strict };
    const judged = bytes.length > KEPT ? undefined : { name, bytes, given, link: file.link };
    keep({ judged, row: opened ? { of: matches.number, at: matches.rows.indexOf(opened) } : undefined }, address);
  }

  function keep(state, address = location.href.split("#")[0]) {
    try {
      history.replaceState(state, "", address);
    } catch {
      // A browser that keeps less loses the verdict on the way, and nothing else.
    }
  }

  // Nothing of an older file stays.
  function forget() {
    current = opened = undefined;
    keep({});
  }

  // A record knows its game better than a field, or a link.
  const is_of_another = (records) => records.length === 1 && records[0].trouble?.code === "other-game";

  async function judge(file, row = undefined) {
    const own = ++turn;
    opened = row;
    // What was asked before is of no use any more.
    if (!at("stop").hidden) rules.stop();
    current = file;
    at("stop").hidden = false;
    busy.start(file.name);
    try {
      const { ask, records, fits } = await read_as(file);
      const told = await rules.ask({ do: "judge", ...ask }, file.bytes);
      const better = await fitting(records, file, ask);
      const others = file.given?.is_example ? [] : await unusual(records[0]?.game ?? ask.game, ask.set);
      if (own !== turn) return;
      busy.end();
      current.ask = ask;
      current.game = records[0]?.game;
      current.lacking = records[0] && verdict.lacks_an_answer(records[0]) ? verdict.lacking(records[0])[0] : undefined;
      at("diagnosis").replaceChildren(...shown.diagnosis(told.text, clauses));
      at("more").hidden = false;
      at("json").hidden = true;
      at("linked").textContent = "";
      at("game-shown").replaceChildren();
      settle();
      remember(file, ask);
      const of = { told, records, ask, others, better, fits };
      const is_many = records.length > 1;
      const is_stepped = !is_many && !better && !is_long(file, records[0]);
      at("result").classList.toggle("with-board", is_stepped && !records[0]?.trouble);
      at("of-table").hidden = !opened;
      at("next-wrong").hidden = !opened || !table.next_wrong(matches, opened);
      if (is_many) list(file.name, records.map((record, number) => table.row(record, () => part_of(file, ask, number, record.file))), [file]);
      else conclude(of);
      // A file that cannot be judged has no verdict that one could share.
      for (const id of ["link", "as-text", "frame"]) at(id).hidden = is_many || Boolean(records[0]?.trouble);
      for (const id of ["link-step", "as-picture"]) at(id).hidden = true;
      if (is_many || better) return;
      if (!is_stepped) at("game-shown").textContent = say("The file is too large to step through here.");
      else await show(false, (seen) => own === turn && conclude(of, seen));
    } catch (error) {
      busy.end();
      if (own === turn) failed(file.name, error, () => judge(file, row));
    } finally {
      if (own === turn) at("stop").hidden = true;
    }
  }

  // A log of very many lines: to draw each of them takes minutes.
  function is_long({ bytes }, record) {
    let lines = 0;
    if (record && verdict.is_log(record)) for (let at = bytes.indexOf(10); at >= 0 && lines <= STEPPED; at = bytes.indexOf(10, at + 1)) lines++;
    return lines > STEPPED || bytes.length > 8 * KEPT;
  }

  // The games of the site, but for this one.
  const other_games = (name) => [...at("game").options].filter(({ value }) => value && value !== name);
  // True where each line could be one of its game, whether right or wrong in it.
  const is_of = (record) => record?.game && !record.trouble && !record.findings.some(({ by, clause, kind }) => by === "log" || clause === "wire.judge.form" || kind === "format");

  // The games that a file fits that names none: one of which a whole message was read before one that may be cut at its first.
  async function games_of(file, ask) {
    const [fit, cut] = [[], []];
    if (file.bytes.length > KEPT) return fit;
    for (const option of other_games()) {
      const [record, ...rest] = await examine({ ...ask, game: option.value }, file.bytes).catch(() => []);
      if (!rest.length && is_of(record)) (["cut", "torn", "empty"].includes(record.extent) ? cut : fit).push(option);
    }
    return fit.length ? fit : cut;
  }

  // Where a log does not fit the game that its head or the reader names: another game that it fits, and the file under that name.
  async function fitting([record, ...rest], file, ask) {
    if (!record || rest.length || record.judge !== "wrong" || is_of(record) || record.shape === "alphano" || file.bytes.length > KEPT) return undefined;
    const text = new TextDecoder().decode(file.bytes);
    const head = /^game: .*$/m;
    const is_headed = record.shape === "log" && head.test(text);
    if (!is_headed && !file.given?.is_chosen) return undefined;
    for (const { value, textContent: title } of other_games(record.game)) {
      const given = { ...file.given, game: is_headed ? undefined : value };
      const bytes = is_headed ? new TextEncoder().encode(text.replace(head, `game: ${value}`)) : file.bytes;
      const other = { ...file, link: undefined, bytes, given };
      const [found] = await examine({ ...ask, game: given.game }, bytes).catch(() => []);
      if (is_of(found)) return { file: other, title };
    }
    return undefined;
  }

  // The records of a file, what was asked of it, and where it names no game those that it fits: a record knows its game better than a
  // field, and a file that fits one game alone is read as that.
  async function read_as(file) {
    const ask = asked(file);
    const records = await examine(ask, file.bytes);
    const under = async (game, fits) => ({ ask: { ...ask, game }, records: await examine({ ...ask, game }, file.bytes), fits });
    if (ask.game && is_of_another(records)) return under(undefined);
    if (records.length !== 1 || !verdict.is_nameless(records[0])) return { ask, records };
    const fits = await games_of(file, ask);
    return fits.length === 1 ? under(fits[0].value, fits) : { ask, records, fits };
  }

  // The form makes room for the verdict.
  function settle() {
    at("drop").open = false;
    document.querySelector("#drop details").open = false;
    at("of").textContent = say("Another file, or other settings");
    at("examples-title").textContent = say("Other examples");
    document.body.classList.add("judged");
  }

  async function examine(ask, bytes) {
    const { text } = await rules.ask({ do: "examine", ...ask }, bytes);
    return text.trim().split("\n").map((line) => JSON.parse(line).record).filter(Boolean);
  }

  // The verdict in words; `seen` is what the viewer knows beside it, once it is here: the players' names by seat, and facts of the
  // first finding.
  function conclude({ told, records: [record], ask, others, better, fits }, seen) {
    const is_first = !seen;
    if (better) {
      const line = say("These lines are not those of {game}. They fit {other}.", { game: verdict.title(record.game), other: better.title });
      const row = Object.assign(document.createElement("p"), { className: "controls which" });
      row.append(shown.button(say("Judge as {game}", { game: better.title }), () => judge(better.file, opened)));
      return put([Object.assign(document.createElement("p"), { className: "headline", textContent: line }), row], "other", `${ask.name}: ${line}`, is_first);
    }
    const { own, parts } = verdict.show(record, {
      names: seen?.names ?? record.players ?? [], facts: seen?.facts, known: clauses, given: ask.set, others, strict: ask.strict, depends: told.depends, rests_on: told.rests_on,
    });
    const given = parts.flatMap((part) => [...part.querySelectorAll(".given")])[0];
    if (given && (others.length || record.trouble)) given.append(" ", shown.button(say("Back to the contest's values"), back));
    if (fits?.length === 1) parts.push(games(say("Read as {game}, since the file names no game and fits no other. Another one?", { game: fits[0].textContent }), record.game));
    else if (current.given?.is_chosen) parts.push(games(say("Another game?"), record.game));
    else if (verdict.is_nameless(record)) parts.push(games(say("Which game is it?"), undefined, fits));
    if (verdict.lacks_an_answer(record) && !others.length) parts.push(on_from(record));
    put(parts, record.trouble ? `${own} unreadable` : own, `${ask.name}: ${parts.filter((part) => part.matches(".headline, .reason")).map((part) => part.textContent.replace(/^[✓✗?!] /, "")).join(" ")}`, is_first);
  }

  function back() {
    at("set").value = "";
    at("strict").checked = false;
    judge({ ...current, link: undefined, given: { ...current.given, set: [], strict: false } });
  }

  // The way on where a file does not name its game: those that it fits, or else all.
  function games(words, but, fits = []) {
    const row = Object.assign(document.createElement("p"), { className: "controls which" });
    const own = fits.length ? fits : other_games(but);
    row.append(words, ...own.map(({ value, textContent }) => shown.button(textContent, () => judge({ ...current, link: undefined, given: { ...current.given, game: value, is_chosen: true } }, opened))));
    return row;
  }

  // The way on for somebody who lost, and whose last answer is not in the file: here they answer it themselves, and at home their own
  // bot is asked the same.
  function on_from(record) {
    const name = record.file.split(/[\\/]/).at(-1);
    const command = `stickler replay ${/^[\w.-]+$/.test(name) ? name : `'${name.replaceAll("'", "'\\''")}'`} -- ./bot`;
    const row = Object.assign(document.createElement("p"), { className: "controls which" });
    const asked = question();
    if (asked) row.append(shown.button(say("Answer it yourself"), () => answer_it(asked)));
    row.append(shown.button(say("Copy: {command}", { command }), () => shown.copy(command, at("linked"))));
    const how = say("The first button goes on from this question in your browser. The command asks your own bot, in a terminal that has stickler.");
    if (asked) row.append(Object.assign(document.createElement("span"), { className: "soft", textContent: how }));
    return row;
  }

  // The question that was not answered, once the game is there to step through: the last line to its seat, which hears nothing after
  // its failure; and the remark in which the log has that failure.
  function question() {
    const lines = [...document.querySelectorAll("#game-shown .log > li:not(.more)")];
    const text = (line) => line.querySelector("code").textContent;
    const told = lines.findLastIndex((line) => text(line).startsWith(`${current.lacking}< `));
    const end = lines.slice(told + 1).find((line) => text(line).startsWith("#"));
    return told >= 0 && end ? { told: lines[told], seat: current.lacking, end, line: end.value } : undefined;
  }

  async function answer_it({ seat, line }) {
    const { name, game, set } = current.ask;
    const match = { from: { name, game, set, line }, game: current.game, seat, done: [] };
    try {
      location.href = await link.to({ match }, current.bytes, new URL("bot.html", location.href).href, "match");
    } catch (error) {
      at("linked").textContent = error.message;
    }
  }

  // A record of a file of many, as a file of its own.
  async function part_of(file, ask, number, name) {
    const { text } = await rules.ask({ do: "part", ...ask, number }, file.bytes);
    return { name: `${name.split(/[\\/]/).at(-1).replace(/\.(jsonl?|ndjson)(\.gz)?(?=\W|$)/, "").replace(/[^\w.-]+/g, "-")}.json`, bytes: new TextEncoder().encode(text), given: file.given };
  }

  // The records of a file, each as a row of a table.
  async function rows_of(file) {
    if (file.trouble) return [table.row(table.unread(file.name, file.trouble))];
    const { ask, records } = await read_as(file);
    if (records.length === 1) return [table.row(records[0], async () => file)];
    return records.map((record, number) => table.row(record, () => part_of(file, ask, number, record.file)));
  }

  // Several files, each judged alone, as the rows of one table.
  async function many(all) {
    const own = ++turn;
    if (!at("stop").hidden) rules.stop();
    current = opened = undefined;
    at("stop").hidden = false;
    const rows = [];
    try {
      for (const [number, file] of all.entries()) {
        if (number % 20 === 0) tell("", say("{done} of {all} files are judged …", { done: number, all: all.length }), "busy");
        try {
          rows.push(...await rows_of(file));
        } catch (error) {
          if (own === turn) rows.push(table.row(table.unread(file.name, error.message)));
        }
        if (own !== turn) return;
      }
      at("game-shown").replaceChildren();
      at("more").hidden = true;
      settle();
      list("", rows, all);
    } finally {
      if (own === turn) at("stop").hidden = true;
    }
  }

  // Shows a new table of these rows, made of these files, which come back after a reload where they are not too large.
  function list(name, rows, all) {
    matches = { ...table.of(rows), number: ++tables, name, given: all };
    const size = all.reduce((sum, { bytes }) => sum + (bytes?.length ?? 0), 0);
    keep({ table: { number: matches.number, files: size > KEPT ? undefined : all.map(({ name, bytes, trouble, given }) => ({ name, bytes, trouble, given })) } });
    put_table();
  }

  function put_table() {
    opened = undefined;
    at("result").classList.remove("with-board");
    at("of-table").hidden = true;
    const head = table.head(matches.rows);
    put(table.parts(matches, open_row), table.worst(matches.rows), matches.name ? `${matches.name}: ${head}` : head);
    const body = document.querySelector("#verdict .many");
    body.scrollTop = matches.scrolled ?? 0;
    at("to-table").textContent = `← ${say("{count} matches", { count: matches.rows.length })}`;
  }

  // A row is a step of its own in the history, so that Back leads to the table.
  async function open_row(row) {
    matches.scrolled = document.querySelector("#verdict .many")?.scrollTop ?? matches.scrolled;
    const own = ++turn;
    try {
      const file = await row.open();
      if (own !== turn) return;
      if (!opened) history.pushState({}, "");
      await judge(file, row);
    } catch (error) {
      if (own === turn) failed(row.record.file, error, () => open_row(row));
    }
  }

  // The table again, with its filter and where the reader was in it.
  function back_to_table(state) {
    turn++;
    if (matches?.number !== state.table.number) return state.table.files ? many(state.table.files) : tell("", say("These files were too many to be kept: choose them again."), "unknown");
    for (const id of ["game-shown", "diagnosis"]) at(id).replaceChildren();
    at("more").hidden = true;
    put_table();
    document.querySelector("#verdict .many").focus({ preventScroll: true });
  }

  async function show(values, seen) {
    const own = turn;
    const into = at("game-shown");
    into.textContent = say("The boards are being drawn …");
    try {
      const { text } = await rules.ask({ do: "show", values, ...current.ask }, current.bytes);
      if (own !== turn) return;
      shown.markup(into, text);
      moves.lay(into.querySelector(".viewer"), current.lacking === undefined ? undefined : question());
      at("link-step").hidden = false;
      at("as-picture").hidden = !into.querySelector(".stage svg");
      const { names } = JSON.parse(into.querySelector("script").textContent);
      const said = Object.fromEntries([...into.querySelectorAll(".viewer dl > dt")].map((own) => [own.textContent, own.nextElementSibling.textContent]));
      const facts = { of: into.querySelector(".viewer > .why")?.textContent, clause: said.clause, allowed: said["allowed here"], word: /^(.*) in this contest's words$/.exec(said.verdict)?.[1] };
      // A link may begin at a step of the game.
      const slider = into.querySelector("input[type=range]");
      if (link.step() && current.link === location.hash) {
        slider.value = link.step() - 1;
        slider.dispatchEvent(new Event("input"));
      } else if (current.lacking !== undefined) question()?.told.click();
      at("values").hidden = values || !at("values").dataset.solved.split(" ").includes(current.game);
      seen?.({ names, facts });
    } catch (error) {
      if (own !== turn) return;
      at("result").classList.remove("with-board");
      // What cannot be read has said so already.
      at("values").hidden = true;
      into.textContent = document.querySelector("#verdict.unreadable") ? "" : say("There is no game to step through: {why}", { why: error.message });
    }
  }

  rules.onProgress = (made, of) => { at("progress").textContent = made < of ? say("A table is made: {made} of {of} parts.", { made, of }) : ""; };
  // The same file may be chosen again, once it was written anew.
  at("file").addEventListener("click", () => { at("file").value = ""; });
  at("file").addEventListener("change", () => at("file").files.length && take([...at("file").files]));
  at("again").addEventListener("click", () => current && judge(current));
  at("judge-text").addEventListener("click", () => judge({ name: "pasted", bytes: new TextEncoder().encode(at("text").value) }));
  at("stop").addEventListener("click", () => { turn++; busy.end(); rules.stop(); at("stop").hidden = true; tell(current?.name ?? "", say("Stopped."), "unknown"); });
  at("values").addEventListener("click", () => show(true));
  at("as-json").addEventListener("click", async () => {
    const { text } = await rules.ask({ do: "examine", ...current.ask }, current.bytes);
    at("json").hidden = false;
    at("json").textContent = text;
  });
  // The link to this verdict; it says what stands in its way where there is none.
  async function linking(copy) {
    try {
      const { name, game, set, strict } = current.ask;
      await copy(await link.to({ name, game, set, strict }, current.bytes));
    } catch (error) {
      at("linked").textContent = error.message;
    }
  }
  const stepped = () => Number(document.querySelector("#game-shown input[type=range]").value) + 1;
  at("link").addEventListener("click", () => linking((to) => shown.copy(to, at("linked"))));
  at("link-step").addEventListener("click", () => linking((to) => shown.copy(`${to}&step=${stepped()}`, at("linked"))));
  // The verdict and its board alone, for a frame within somebody's page.
  at("frame").addEventListener("click", () => linking((to) => {
    const title = current.name.replace(/[&<>"]/g, "");
    return shown.copy(`<iframe src="${to.replace("#", "?embed#")}" title="${title}" width="100%" height="800" style="border:0" loading="lazy"></iframe>`, at("linked"));
  }));
  // The verdict for those who read it elsewhere: words, and the boards as they stand.
  const said = () => [...document.querySelectorAll("#verdict :is(.headline, .reason, .why-so, .decides)")].map((own) => own.innerText.trim());
  // A longer link is no reading for a chat.
  const SHORT = 2000;
  async function short_link() {
    const { name, game, set, strict } = current.ask;
    const to = await link.to({ name, game, set, strict }, current.bytes).catch(() => "");
    return to && to.length <= SHORT ? [to] : [];
  }
  at("as-text").addEventListener("click", async () => {
    const [head, ...rest] = said();
    const viewer = document.querySelector("#game-shown .viewer");
    const drawn = viewer && moves.board(viewer);
    const board = drawn ? ["", "```", drawn, "```"] : [];
    await shown.copy([`**${current.name}: ${head}**`, ...rest, ...board, ...await short_link()].join("\n"), at("linked"));
  });
  at("as-picture").addEventListener("click", () => {
    const svg = document.querySelector("#game-shown .stage:not([hidden]) svg");
    if (svg) shown.save(`${current.name.replace(/\.\w+$/, "").replace(/.*[/\\]/, "")}.svg`, new XMLSerializer().serializeToString(svg), "image/svg+xml");
  });
  at("example-list").addEventListener("click", (event) => {
    const example = examples[event.target.closest("button")?.dataset.example];
    if (example) judge({ name: example.name, bytes: new TextEncoder().encode(example.text), given: { game: example.game, set: shown.settings(example.set), is_example: true } });
  });

  at("see-sample")?.addEventListener("click", () => document.querySelector("#example-list button").click());

  // What the reader came back to, or else what the link holds that led here.
  async function linked() {
    try {
      if (history.state?.table) return await back_to_table(history.state);
      const kept = history.state?.judged;
      if (kept) {
        for (const id of ["set", "game"]) at(id).value = "";
        at("strict").checked = false;
        return await judge(kept);
      }
      const held = await link.here();
      if (!held) return;
      const [{ name, game, set, strict }, bytes] = held;
      await judge({ name, bytes, given: { game, set, strict }, link: location.hash });
    } catch (error) {
      tell(say("The link"), error.message, "unknown");
    }
  }

  const drop = at("drop");
  addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
  addEventListener("dragleave", () => drop.classList.remove("over"));
  addEventListener("drop", async (event) => {
    event.preventDefault();
    if (is_embedded) return;
    drop.classList.remove("over");
    const text = event.dataTransfer.getData("text/plain");
    const all = await files.dropped(event.dataTransfer);
    if (all.length) take(all);
    else if (text.trim()) judge({ name: "dropped", bytes: new TextEncoder().encode(text) });
  });
  // Files may be pasted, too, and text anywhere but in a field.
  addEventListener("paste", (event) => {
    if (is_embedded) return;
    const text = event.clipboardData.getData("text/plain");
    if (event.clipboardData.files.length) take([...event.clipboardData.files]);
    else if (text.trim() && !event.target.closest?.("input, textarea, select")) judge({ name: "pasted", bytes: new TextEncoder().encode(text) });
  });
  addEventListener("hashchange", linked);
  addEventListener("popstate", ({ state }) => {
    if (state?.table) back_to_table(state);
    else if (state?.row && state.judged) judge(state.judged, matches?.number === state.row.of ? matches.rows[state.row.at] : undefined);
  });
  at("to-table").addEventListener("click", () => history.back());
  const next = () => { const row = opened && table.next_wrong(matches, opened); if (row) open_row(row); };
  at("next-wrong").addEventListener("click", next);
  addEventListener("keydown", (event) => {
    if (event.key === "n" && !event.ctrlKey && !event.metaKey && !event.altKey && !event.target.closest?.("input, textarea, select")) next();
  });
  // Where a verdict comes back, the page scrolls to it by itself.
  history.scrollRestoration = "manual";
  const began = performance.now();
  rules.ask({ do: "games" }).then(
    () => { document.body.dataset.ready = Math.round(performance.now() - began); },
    (error) => failed(say("The rules cannot be loaded"), error, () => location.reload()),
  );
  linked();
})();
