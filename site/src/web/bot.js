"use strict";
// Be the bot: the reader answers the judge's lines as a program would.
(() => {
  const at = (id) => document.getElementById(id);
  const clauses = shown.clauses();
  const games = JSON.parse(at("games").textContent);
  const forms = JSON.parse(at("forms").textContent);
  const shapes = JSON.parse(at("shapes").textContent);
  // Of more legal answers only so many are listed.
  const MOST = 400;
  // Messages of more lines are folded.
  const LONG = 12;
  // What began the match; the file that it goes on from, where it is one of a record; and what was done since then.
  let look, timer, sent, begun, held, blamed, done = [], legal = [];
  // What the first lines mean where no clause has their form.
  const openings = {
    blackout: "The first line is the number of games that follow.",
    blokus: "The first message begins with the number of shapes and a line for each. Then come the number of players, your own number, the size of the board and the letters in play; then the board, the moves of the others and your valid moves.",
    tetris: "The first line is the number of cases that follow; each has a line with its length and a line with its pieces.",
  };

  const card = () => games.find((game) => game.name === at("game").value);

  function choose() {
    const { name, about, seats, presets } = card();
    at("about").replaceChildren(`${about[0].toUpperCase()}${about.slice(1)}. `, Object.assign(document.createElement("a"), { href: `${name}.html`, textContent: "Its rules" }));
    at("seat").replaceChildren(...Array.from({ length: seats }, (_, seat) => new Option(`seat ${seat}`, seat)));
    at("preset").replaceChildren(new Option("as the contest plays it", ""), ...presets.map(([name, about]) => new Option(about, name)));
    at("opponent").disabled = seats < 2;
  }

  function add(text, name) {
    at("lines").append(Object.assign(document.createElement("p"), { textContent: text, className: name }));
  }

  const is_told = (line) => line[1] === "<";

  // The lines of a long message are folded, but for the first three and the last.
  function list(lines) {
    let message = [];
    const put = () => {
      if (message.length <= LONG) message.forEach((line) => add(line, "told"));
      else {
        message.slice(0, 3).forEach((line) => add(line, "told"));
        const hidden = message.slice(3, -1).map((textContent) => Object.assign(document.createElement("p"), { textContent }));
        const folded = Object.assign(document.createElement("details"), { className: "told" });
        folded.append(Object.assign(document.createElement("summary"), { textContent: `${hidden.length} more lines of this message` }), ...hidden);
        at("lines").append(folded);
        add(message.at(-1), "told");
      }
      message = [];
    };
    for (const line of lines) {
      if (is_told(line)) message.push(line);
      else {
        put();
        add(line, "said");
      }
    }
    put();
  }

  function fault({ seat, kind, word, clause: [id, sentence], why }) {
    const item = document.createElement("p");
    item.className = "fault";
    const link = Object.assign(document.createElement("a"), { href: `${id.split(".")[0]}.html#${id}`, textContent: id });
    item.append(...shown.coded(`seat ${seat}, ${kind} (${word} in this contest's words): ${why}. `), link, ": ", ...shown.coded(sentence));
    at("lines").append(item);
  }

  async function act(command, bytes) {
    clearInterval(timer);
    at("replies").replaceChildren();
    const slow = setTimeout(() => { at("awaits").textContent = "The judge is at work …"; }, 500);
    let now;
    try {
      now = await rules.ask(command, bytes);
    } catch (error) {
      at("awaits").textContent = error.message;
      return;
    } finally {
      clearTimeout(slow);
    }
    look = now;
    sent = performance.now();
    if (command.do === "does") done.push({ what: command.what, took: command.took, code: command.code, text: bytes && new TextDecoder().decode(bytes) });
    if (command.do === "take-back") done.pop();
    if (command.do !== "does") at("lines").replaceChildren();
    list(now.seen);
    now.faults.forEach(fault);
    if (command.do !== "does") blamed = undefined;
    blamed ??= now.faults.find(({ seat }) => seat === Number(begun.seat));
    at("lines").scrollTop = at("lines").scrollHeight;
    at("board").innerHTML = now.board;
    at("board").className = at("hint").textContent = "";
    const message = now.seen.slice(now.seen.findLastIndex((line) => !is_told(line)) + 1).map((line) => line.slice(3));
    const told = message.length > LONG ? `${message.length} lines, the last of which is ${message.at(-1)}` : message.at(-1);
    const parts = now.lines > 1 ? ` of ${now.lines} lines; ${now.typed} are typed` : "";
    at("awaits").textContent = {
      answer: `${told ? `The judge writes ${told.slice(0, 80)}, and waits` : "The judge waits"} for your answer${parts}.`,
      exit: "The judge waits for the end of your program.",
      nothing: "The judge waits for nothing from you.",
      over: ended(now.outcome),
    }[now.awaits];
    explain(message, now.form);
    const over = now.awaits === "over";
    at("answering").hidden = over;
    // They wait for the log of the match.
    at("over-controls").hidden = true;
    at("end").hidden = !over;
    at("exit").hidden = now.awaits === "nothing";
    at("silent").hidden = now.awaits !== "answer";
    // Where the end of the program is all that is awaited, it stands in the open.
    at("ends").hidden = now.awaits === "nothing";
    at("ends").open = now.awaits === "exit";
    at("ask-replies").hidden = now.awaits !== "answer";
    at("back").disabled = at("back-over").disabled = now.done === 0;
    legal = [];
    if (over) await finish();
    else {
      at("answer").focus({ preventScroll: true });
      if (at("clocks").checked && now.awaits === "answer") run(now.budget);
      if (now.awaits === "answer") await offer();
    }
  }

  // The end as it is for the reader.
  function ended(outcome) {
    const winner = /^seat (\d) wins$/.exec(outcome ?? "")?.[1];
    if (blamed) return `The game is over. You ${card().seats > 1 ? "lost" : "failed"}: ${blamed.why}.`;
    if (winner === undefined) return `The game is over: ${outcome ?? "nobody is told how"}.`;
    return winner === `${begun.seat}` ? "The game is over: you won." : `The game is over: you lost, and seat ${winner} wins.`;
  }

  const is_capital = (word) => /^[A-Z][A-Z0-9]+$/.test(word);

  // The form of a line: its words in capitals stand in it, and of several the longest.
  function form_of(told) {
    const words = told.split(" ");
    const fits = ({ form }) => form.split(" ").every((word, at) => !is_capital(word) || words[at] === word);
    return forms[at("game").value].filter((form) => form.word === words[0] && fits(form)).sort((one, other) => other.form.length - one.form.length)[0];
  }

  function said_by(id, ...words) {
    const line = document.createElement("p");
    line.append(...words, " ", Object.assign(document.createElement("a"), { href: `${id.split(".")[0]}.html#${id}`, textContent: id }));
    return line;
  }

  // What the judge's line means, what to answer, and the blocks that the line names, drawn.
  function explain(message, answer) {
    const into = at("explained");
    into.replaceChildren();
    const told = message.at(-1);
    const known = told && form_of(told);
    if (!done.length && !held && openings[begun.game]) into.append(Object.assign(document.createElement("p"), { textContent: openings[begun.game] }));
    if (known) into.append(said_by(known.id, ...shown.coded(known.sentence)));
    if (answer) into.append(said_by(answer[0], "You answer: ", ...shown.coded(answer[1])));
    if (!told) return;
    const rest = told.split(" ").slice(1);
    const named = [...new Set(rest.filter((part) => shapes[part]))];
    if (named.length) {
      const drawn = Object.assign(document.createElement("div"), { className: "shapes" });
      drawn.append(...named.map((name) => {
        const shape = document.createElement("div");
        shape.append(name);
        shape.insertAdjacentHTML("beforeend", block(shapes[name], name));
        return shape;
      }));
      into.append(drawn);
    }
  }

  function block(picture, name) {
    const rows = picture.split(/[\/\n]/);
    const width = Math.max(...rows.map((row) => row.length)) * 14;
    const cells = rows.flatMap((row, y) => [...row].flatMap((cell, x) => (cell === "#" ? [`<rect x="${x * 14 + 1}" y="${y * 14 + 1}" width="12" height="12" fill="currentColor"/>`] : [])));
    return `<svg role="img" aria-label="the block ${name}" width="${width}" height="${rows.length * 14}">${cells.join("")}</svg>`;
  }

  async function offer() {
    const own = look;
    const all = await rules.ask({ do: "replies" });
    if (own !== look) return;
    legal = all;
    // A placeholder would tell the solution.
    at("answer").placeholder = all.length && !look.is_solved ? `such as ${all[0].text}` : "";
    const written = () => legal.find(({ text }) => text === at("answer").value);
    const { preview, hint } = shown.choosing(at("board"), look.sizes, all, fill, written);
    show.preview = preview;
    at("hint").textContent = hint;
  }
  const show = { preview() {} };

  function fill(reply) {
    at("answer").value = reply.text;
    at("answer").rows = reply.text.split("\n").length;
    at("answer").focus({ preventScroll: true });
    show.preview(reply);
  }

  // The clock of an answer: when it has run down the program was silent.
  function run(budget) {
    const until = sent + budget;
    const tick = () => {
      const left = Math.max(0, until - performance.now());
      at("left").textContent = `${(left / 1000).toFixed(1)} s left`;
      if (left === 0) act({ do: "does", what: "silent", took: budget });
    };
    timer = setInterval(tick, 100);
    tick();
  }

  const took = () => (at("clocks").checked ? Math.round(performance.now() - sent) : 0);

  async function finish() {
    const own = look;
    at("left").textContent = "";
    at("checked").replaceChildren();
    at("said").textContent = "";
    const { text } = await rules.ask({ do: "transcript" });
    if (own !== look) return;
    at("transcript").value = text;
    at("over-controls").hidden = false;
  }

  // Begins the match of the form.
  async function start() {
    const preset = at("preset").value ? [`preset=${at("preset").value}`] : [];
    const set = [...preset, ...shown.settings(at("set").value)];
    const script = at("script").value.split("\n").filter(Boolean);
    const opponent = at("opponent").value;
    const seed = Number(at("seed").value) || 0;
    begun = { game: at("game").value, preset: at("preset").value, set: at("set").value, seat: at("seat").value, seed, opponent, script: at("script").value };
    held = undefined;
    sit([card().seats > 1 && `against ${at("opponent").selectedOptions[0].textContent}`, `seed ${seed}`, ...set]);
    await come({ do: "start", game: begun.game, set, seat: Number(begun.seat), seed, opponent, script });
  }

  // Goes on with the match of a record, at the question that its program did not answer.
  async function go_on() {
    const { name, game, set, line } = begun.from;
    sit([`from line ${line} of ${name} on`]);
    await come({ do: "go-on", name, game, set, line, seat: begun.seat }, held);
  }

  // The form makes room for the match.
  function sit(told) {
    at("lines").replaceChildren();
    at("play").hidden = false;
    const all = [at("game").selectedOptions[0].textContent, `you are seat ${begun.seat}`, ...told];
    at("setup-of").textContent = `${all.filter(Boolean).join(" · ")} · change`;
    at("setup-fold").open = false;
    document.querySelector(".lead").hidden = true;
    document.body.classList.add("playing");
    done = [];
  }

  async function come(command, bytes) {
    const acted = act(command, bytes);
    at("play").scrollIntoView({ block: "start" });
    await acted;
  }
  at("setup").addEventListener("submit", (event) => {
    event.preventDefault();
    start();
  });
  at("answering").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = at("answer").value;
    at("answer").value = "";
    at("answer").rows = 1;
    act({ do: "does", what: "says", took: took() }, new TextEncoder().encode(`${text}\n`));
  });
  at("answer").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    at("answering").requestSubmit();
  });
  at("answer").addEventListener("input", () => show.preview(legal.find(({ text }) => text === at("answer").value)));
  at("exit").addEventListener("click", () => act({ do: "does", what: "exits", code: 0, took: took() }));
  at("silent").addEventListener("click", () => act({ do: "does", what: "silent", took: look.budget }));
  for (const id of ["back", "back-over"]) at(id).addEventListener("click", () => act({ do: "take-back" }));
  at("same").addEventListener("click", () => (held ? go_on() : at("setup").requestSubmit()));
  at("ask-replies").addEventListener("click", async () => {
    const all = legal.length ? legal : await rules.ask({ do: "replies" });
    const more = all.length > MOST ? [`… and ${all.length - MOST} more`] : [];
    const button = (reply) => {
      const made = shown.button(reply.text, () => fill(reply));
      for (const event of ["focus", "pointerenter"]) made.addEventListener(event, () => show.preview(reply));
      return made;
    };
    at("replies").replaceChildren(`${all.length} legal ${all.length === 1 ? "answer" : "answers"}: `, ...all.slice(0, MOST).map(button), ...more);
  });
  at("copy").addEventListener("click", () => shown.copy(at("transcript").value, at("said")));
  at("link-match").addEventListener("click", async () => {
    try {
      const bytes = new TextEncoder().encode(at("transcript").value);
      await shown.copy(await link.to({ name: `${at("game").value}.log` }, bytes, new URL("index.html", location.href).href), at("said"));
    } catch (error) {
      at("said").textContent = error.message;
    }
  });
  at("save").addEventListener("click", () => shown.save(`${at("game").value}.log`, at("transcript").value));
  at("check").addEventListener("click", async () => {
    const bytes = new TextEncoder().encode(at("transcript").value);
    const told = await rules.ask({ do: "judge", name: `${at("game").value}.log` }, bytes);
    at("checked").replaceChildren(...shown.diagnosis(told.text, clauses));
  });
  at("fixture").addEventListener("click", async () => {
    try {
      const { text } = await rules.ask({ do: "fixture" });
      at("checked").textContent = text;
    } catch (error) {
      at("checked").textContent = error.message;
    }
  });
  rules.onProgress = (made, of) => { at("awaits").textContent = `The judge prepares itself: ${made} of ${of} parts.`; };
  at("opponent").addEventListener("change", () => { at("script-field").hidden = at("opponent").value !== "scripted"; });
  at("game").addEventListener("change", choose);
  at("link-here").addEventListener("click", async () => {
    try {
      const [match, bytes] = held ? [{ ...begun, done }, held] : [begun, new TextEncoder().encode(JSON.stringify(done))];
      await shown.copy(await link.to({ match }, bytes, undefined, "match"), at("linked"));
    } catch (error) {
      at("linked").textContent = error.message;
    }
  });
  if (games.some(({ name }) => `#${name}` === location.hash)) at("game").value = location.hash.slice(1);
  choose();

  // A match that came as a link is played again up to where it was.
  async function linked() {
    const said = (text) => { at("play").hidden = false; at("awaits").textContent = text; };
    try {
      const given = await link.here();
      if (!given) return;
      const [{ match }, bytes] = given;
      if (!games.some(({ name }) => name === match?.game)) throw new Error("This link holds no match of a game of this site.");
      const all = match.from ? match.done : JSON.parse(new TextDecoder().decode(bytes));
      if (match.from) {
        at("game").value = match.game;
        choose();
        at("seat").value = match.seat;
        [begun, held] = [match, bytes];
        await go_on();
      } else {
        for (const id of ["game", "opponent", "set", "script", "seed"]) at(id).value = match[id];
        choose();
        at("opponent").dispatchEvent(new Event("change"));
        at("preset").value = match.preset;
        at("seat").value = match.seat;
        await start();
      }
      for (const { text, ...what } of all) await act({ do: "does", ...what }, text === undefined ? undefined : new TextEncoder().encode(text));
    } catch (error) {
      said(error.message);
    }
  }
  addEventListener("hashchange", linked);
  linked();
})();
