"use strict";
// Was I judged rightly? A file is dropped, chosen or pasted, and judged here.
(() => {
  const at = (id) => document.getElementById(id);
  const clauses = shown.clauses();
  const examples = JSON.parse(at("examples").textContent);
  // Of a larger one only the verdict is shown, and a reload does not bring it back.
  const STEPPED = 8 << 20;
  // Of more records a table has no rows.
  const ROWS = 2000;
  let current;
  let turn = 0;

  // Within another page only a verdict is shown, and a way to the whole of this one.
  const is_embedded = new URLSearchParams(location.search).has("embed");
  document.body.classList.toggle("embedded", is_embedded);
  at("whole").href = location.href.split(/[?#]/)[0] + location.hash;

  // What an example shows stands there in the program's own words.
  const named = verdict.naming([]);
  for (const line of document.querySelectorAll("#example-list .soft")) {
    const [, by, number, why] = /^(.*) breaks a rule at line (\d+): (.*)$/.exec(line.textContent) ?? [];
    line.textContent = by
      ? say("{who} breaks a rule at line {line}: {why}", { who: named(say(by)), line: number, why: named(translated(why)) })
      : named(translated(line.textContent));
  }

  async function take(given) {
    const own = ++turn;
    const read = [];
    for (const file of given) {
      try {
        read.push(...await files.read(file));
      } catch (error) {
        if (given.length === 1 && own === turn) tell(file.name, error.message, "unknown");
      }
      if (own !== turn) return;
    }
    if (read.length === 1) await judge(read[0]);
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

  // Something to say that is no verdict of a record.
  function tell(name, text, state) {
    at("diagnosis").replaceChildren();
    at("game-shown").replaceChildren();
    at("more").hidden = true;
    const line = name ? `${name}: ${text}` : text;
    put([Object.assign(document.createElement("p"), { className: "headline", textContent: line })], state, line);
  }

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
    busy.wait = setTimeout(() => tell(name, say("the rules are at work …"), "busy"), 250);
  }, end: () => clearTimeout(busy.wait) };

  // The verdict stays where the reader goes back or loads the page anew, and the address never holds another file's.
  function remember(file, ask) {
    const address = file.link && file.link === location.hash ? location.href : location.href.split("#")[0];
    const { name, bytes } = file;
    const given = { ...file.given, game: ask.game, set: ask.set, strict: ask.strict };
    const judged = bytes.length > STEPPED ? undefined : { name, bytes, given, link: file.link };
    try {
      history.replaceState({ judged }, "", address);
    } catch {
      // A browser that keeps less loses the verdict on the way, and nothing else.
    }
  }

  // A record knows its game better than a field, or a link.
  const is_of_another = (records) => records.length === 1 && /^this is a record of |^its header names another game/.test(records[0].trouble?.why ?? "");

  async function judge(file) {
    const own = ++turn;
    // What was asked before is of no use any more.
    if (!at("stop").hidden) rules.stop();
    current = file;
    let ask = asked(file);
    at("stop").hidden = false;
    busy.start(file.name);
    try {
      let records = file.bytes.length > STEPPED ? [] : await examine(ask, file.bytes);
      if (ask.game && is_of_another(records)) {
        ask = { ...ask, game: undefined };
        records = await examine(ask, file.bytes);
      }
      const told = await rules.ask({ do: "judge", ...ask }, file.bytes);
      const better = await fitting(records, file, ask);
      const others = file.given?.is_example ? [] : await unusual(records[0]?.game ?? ask.game, ask.set);
      if (own !== turn) return;
      busy.end();
      current.ask = ask;
      current.game = records[0]?.game;
      at("diagnosis").replaceChildren(...shown.diagnosis(told.text, clauses));
      at("more").hidden = false;
      at("json").hidden = true;
      at("linked").textContent = "";
      at("game-shown").replaceChildren();
      settle();
      remember(file, ask);
      const of = { told, records, ask, others, better };
      const is_many = records.length > 1;
      if (is_many) table(file.name, records, lines_of(file, records));
      else conclude(of);
      // A file that cannot be judged has no verdict that one could share.
      for (const id of ["link", "as-text", "frame"]) at(id).hidden = is_many || Boolean(records[0]?.trouble);
      for (const id of ["link-step", "as-picture"]) at(id).hidden = true;
      if (is_many) return;
      if (file.bytes.length > STEPPED) at("game-shown").textContent = say("The file is too large to step through here.");
      else await show(false, (seen) => own === turn && conclude(of, seen));
    } catch (error) {
      busy.end();
      if (own === turn) tell(file.name, error.message, "unknown");
    } finally {
      if (own === turn) at("stop").hidden = true;
    }
  }

  // Where a log does not fit the game that its head names: another game that it fits, and the file under that name.
  async function fitting([record, ...rest], file, ask) {
    if (!record || rest.length || record.judge !== "wrong" || record.shape !== "log" || file.bytes.length > STEPPED) return undefined;
    const text = new TextDecoder().decode(file.bytes);
    const head = /^game: .*$/m;
    if (!head.test(text)) return undefined;
    for (const { value, textContent: title } of at("game").options) {
      if (!value || value === record.game) continue;
      const other = { ...file, link: undefined, bytes: new TextEncoder().encode(text.replace(head, `game: ${value}`)) };
      const [found] = await examine({ ...ask, game: undefined }, other.bytes);
      if (found.game && found.judge !== "wrong") return { file: other, title };
    }
    return undefined;
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
  function conclude({ told, records: [record], ask, others, better }, seen) {
    const is_first = !seen;
    if (!record) {
      const line = shown.words(told.text.trimEnd().split("\n").at(-1)).replace(`${ask.name}: `, "");
      const head = Object.assign(document.createElement("p"), { className: "headline", textContent: `${ask.name}: ${line}` });
      return put([head], ["right", "broken", "unknown"][told.code], head.textContent, is_first);
    }
    const { own, parts } = verdict.show(record, {
      names: seen?.names ?? [], facts: seen?.facts, known: clauses, given: ask.set, others, strict: ask.strict, depends: told.depends, rests_on: told.rests_on,
    });
    const given = parts.flatMap((part) => [...part.querySelectorAll(".given")])[0];
    if (given && (others.length || record.trouble)) given.append(" ", shown.button(say("Back to the contest's values"), back));
    if (better) {
      const row = Object.assign(document.createElement("p"), { className: "controls which" });
      row.append(say("The lines are not those of the game that the file names. Is it another one?"), shown.button(better.title, () => judge(better.file)));
      parts.push(row);
    }
    if (verdict.is_nameless(record)) parts.push(games());
    put(parts, record.trouble ? `${own} unreadable` : own, `${ask.name}: ${parts.filter((part) => part.matches(".headline, .reason")).map((part) => part.textContent.replace(/^[✓✗?!] /, "")).join(" ")}`, is_first);
  }

  function back() {
    at("set").value = "";
    at("strict").checked = false;
    judge({ ...current, link: undefined, given: { ...current.given, set: [], strict: false } });
  }

  // The way on where a file does not name its game.
  function games() {
    const row = Object.assign(document.createElement("p"), { className: "controls which" });
    const own = [...at("game").options].filter(({ value }) => value);
    row.append(say("Which game is it?"), ...own.map(({ value, textContent }) => shown.button(textContent, () => judge({ ...current, link: undefined, given: { ...current.given, game: value } }))));
    return row;
  }

  // Each record of a file of JSON lines as a file of its own.
  function lines_of({ name, bytes }, records) {
    const plain = name.replace(/\.gz$/, "");
    if (!/\.(jsonl|ndjson)$/.test(plain)) return [];
    const text = new TextDecoder().decode(bytes).split("\n");
    return records.map(({ file }) => {
      const line = Number(/:(\d+)$/.exec(file)?.[1] ?? 0);
      return line ? { name: `${plain.replace(/\.\w+$/, "")}-${line}.json`, bytes: new TextEncoder().encode(text[line - 1]) } : undefined;
    });
  }

  // Several files, each judged alone, as the rows of one table.
  async function many(all) {
    const own = ++turn;
    if (!at("stop").hidden) rules.stop();
    current = undefined;
    at("stop").hidden = false;
    const [records, opened] = [[], []];
    try {
      for (const [number, file] of all.entries()) {
        if (number % 20 === 0) tell("", say("{done} of {all} files are judged …", { done: number, all: all.length }), "busy");
        let ask = asked(file);
        let found = await examine(ask, file.bytes);
        if (ask.game && is_of_another(found)) found = await examine({ ...ask, game: undefined }, file.bytes);
        if (own !== turn) return;
        const inner = found.length > 1 ? lines_of(file, found) : [file];
        records.push(...found);
        opened.push(...found.map((_, at) => inner[at]));
      }
      at("game-shown").replaceChildren();
      at("more").hidden = true;
      settle();
      table("", records, opened);
    } catch (error) {
      if (own === turn) tell("", error.message, "unknown");
    } finally {
      if (own === turn) at("stop").hidden = true;
    }
  }

  // Many records of one file, or of several: how many came to what, and a row for each. `opened` are their files, as far as each has one.
  function table(name, records, opened) {
    const element = (tag, ...content) => {
      const made = document.createElement(tag);
      made.append(...content);
      return made;
    };
    const count = (...states) => records.filter((record) => states.includes(verdict.state(record))).length;
    const wrong = count("wrong");
    const head = say("{all} matches: {right} right, {broken} with a broken rule, {wrong} judged wrongly, {unknown} of which nobody can tell.", {
      all: records.length, right: count("right"), broken: count("broken"), wrong, unknown: count("unknown"),
    });
    const rows = records.slice(0, ROWS).map((record, number) => {
      const file = opened[number];
      const state = verdict.state(record);
      const called = file ? shown.button(record.file, () => judge(file)) : record.file;
      const first = (record.judge === "wrong" && record.findings.find(({ by }) => by === "judge")) || record.findings[0];
      const link = first && Object.assign(document.createElement("a"), { href: `${first.clause.split(".")[0]}.html#${first.clause}`, textContent: first.clause });
      const sign = Object.assign(element("span", verdict.signs[state]), { className: "sign" });
      sign.setAttribute("aria-hidden", "true");
      const row = element("tr", element("td", sign, " ", called), element("td", record.game ? verdict.title(record.game) : ""), element("td", verdict.headline(record)), element("td", first ? `${named(say(first.by))}: ` : "", link && clauses.has(first.clause) ? link : first?.clause ?? ""), element("td", record.outcome ? named(translated(record.outcome)) : ""));
      row.className = `row ${state}`;
      return row;
    });
    const titles = ["File", "Game", "Verdict", "Who and what", "Result"].map((words) => Object.assign(element("th", say(words)), { scope: "col" }));
    const body = element("div", element("table", element("thead", element("tr", ...titles)), element("tbody", ...rows)));
    body.className = "scroll many";
    body.tabIndex = 0;
    body.setAttribute("role", "region");
    body.setAttribute("aria-label", say("Matches"));
    const more = records.length > ROWS ? [element("p", say("The table has the first {rows} of them.", { rows: ROWS }))] : [];
    put([Object.assign(element("p", head), { className: "headline" }), ...more, body], ["wrong", "broken", "unknown"].find((state) => count(state)) ?? "right", name ? `${name}: ${head}` : head);
  }

  async function show(values, seen) {
    const own = turn;
    const into = at("game-shown");
    into.textContent = say("The boards are being drawn …");
    try {
      const { text } = await rules.ask({ do: "show", values, ...current.ask }, current.bytes);
      if (own !== turn) return;
      shown.markup(into, text);
      at("link-step").hidden = false;
      at("as-picture").hidden = !into.querySelector(".stage svg");
      const { names } = JSON.parse(into.querySelector("script").textContent);
      const said = Object.fromEntries([...into.querySelectorAll(".viewer > dl > dt")].map((own) => [own.textContent, own.nextElementSibling.textContent]));
      const facts = { of: into.querySelector(".viewer > .why")?.textContent, clause: said.clause, allowed: said["allowed here"], word: /^(.*) in this contest's words$/.exec(said.verdict)?.[1] };
      // A link may begin at a step of the game.
      const slider = into.querySelector("input[type=range]");
      if (link.step() && current.link === location.hash) {
        slider.value = link.step() - 1;
        slider.dispatchEvent(new Event("input"));
      }
      at("values").hidden = values || !at("values").dataset.solved.split(" ").includes(current.game);
      seen?.({ names, facts });
    } catch (error) {
      if (own !== turn) return;
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
    return shown.copy(`<iframe src="${to.replace("#", "?embed#")}" title="${title}" width="100%" height="800"></iframe>`, at("linked"));
  }));
  // The verdict for those who read it elsewhere: words, and the boards as they stand.
  const said = () => [...document.querySelectorAll("#verdict :is(.headline, .reason, .why-so, .decides)")].map((own) => own.innerText.trim());
  at("as-text").addEventListener("click", async () => {
    const [head, ...rest] = said();
    const moves = document.querySelector("#game-shown .stage:not([hidden]) desc")?.textContent.trim();
    const board = moves ? ["", "```", moves, "```"] : [];
    await shown.copy([`**${current.name}: ${head}**`, ...rest, ...board].join("\n"), at("linked"));
  });
  at("as-picture").addEventListener("click", () => {
    const svg = document.querySelector("#game-shown .stage:not([hidden]) svg");
    if (svg) shown.save(`${current.name.replace(/\.\w+$/, "").replace(/.*[/\\]/, "")}.svg`, new XMLSerializer().serializeToString(svg), "image/svg+xml");
  });
  at("example-list").addEventListener("click", (event) => {
    const example = examples[event.target.closest("button")?.dataset.example];
    if (example) judge({ name: example.name, bytes: new TextEncoder().encode(example.text), given: { game: example.game, set: shown.settings(example.set), is_example: true } });
  });

  // What the reader came back to, or else what the link holds that led here.
  async function linked() {
    try {
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
  // Where a verdict comes back, the page scrolls to it by itself.
  history.scrollRestoration = "manual";
  const began = performance.now();
  rules.ask({ do: "games" }).then(
    () => { document.body.dataset.ready = Math.round(performance.now() - began); },
    (error) => tell(say("The rules cannot be loaded"), error.message, "unknown"),
  );
  linked();
})();
