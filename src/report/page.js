"use strict";
// A player's name as pages show it: short, without signs that turn the direction of the text around it, and where its letters run
// from right to left, apart from that text.
const shortName = (name) => {
  const plain = [...name.replace(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "")];
  const short = plain.length > 40 ? `${plain.slice(0, 40).join("")}…` : plain.join("");
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(short) ? `\u2068${short}\u2069` : short;
};

// True for a line of a log that is a move: an answer, but not one to a greeting.
const isMove = (text) => /^\d> (?!OK\b)/.test(text);

// Steps through the games of the page: buttons, the slider, a click on a line, or the keys arrows, Home, End and F while the
// focus is within a game. A page that gets more games later calls `stepThrough` with the element that holds them.
const stepThrough = (() => {
  // A site has its words in its reader's language.
  const told = typeof say === "function" ? say : (english, names = {}) => english.replace(/\{(\w+)\}/g, (all, name) => names[name]);
  const retold = typeof translated === "function" ? translated : (text) => text;
  // The text of an element, with what is code between backquotes.
  const source = (element) => [...element.childNodes].map((part) => (part.nodeName === "CODE" ? `\`${part.textContent}\`` : part.textContent)).join("");
  // A note is made of parts, each with its own sentence: `seat 0: 24 chips, 2 points`.
  const part = typeof noted === "function" ? noted : (text) => text;
  const in_parts = (text) => text.split(/(: |, |; )/).map(part).join("");
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", f: "fault", F: "fault" };

  function viewer(root) {
    const { stages, looks, frames, fault, names, bank } = JSON.parse(root.querySelector("script").textContent);
    const drawn = [...root.querySelectorAll(".stage")];
    const cells = drawn.map((stage) => [...stage.querySelectorAll(".t")]);
    const overs = drawn.map((stage) => [...stage.querySelectorAll(".over")]);
    const lines = new Map([...root.querySelectorAll(".log > li:not(.more)")].map((line) => [line.value, line]));
    const slider = root.querySelector("input");
    const said = root.querySelector(".said");
    const notes = root.querySelector(".notes");
    let at = -1;
    let marked;
    // Players are called by their names where the log has them.
    const who = (number) => shortName(names[number] ?? "") || told("seat {number}", { number });
    const named = (text) => text.replace(/\bseat (\d)\b/g, (seat, number) => who(number));
    const parts = (name) => root.querySelectorAll(`[data-part=${name}]`);
    for (const part of [...parts("doubt"), ...parts("by")]) part.textContent = named(told(part.textContent));
    for (const part of parts("why")) {
      const why = source(part);
      const words = retold(why);
      if (words !== why) part.replaceChildren(...shown.coded(named(words)));
      else part.childNodes.forEach((own) => { if (own.nodeType === 3) own.data = named(own.data); });
    }

    // The numbers of the moves, as boards have them: the answer to a greeting is none.
    const moves = new Map([...lines].filter(([, line]) => isMove(line.querySelector("code").textContent)).map(([line], at) => [line, at + 1]));

    // A line of the log as a sentence: who does what, and in what time.
    function spoken(words, line) {
      const [, number, sign, text] = /^(\d)([<>!]) (.*)$/.exec(words) ?? [];
      if (!sign) return words;
      const timed = text.replace(/ @(\d+)ms\b.*$/, " · $1 ms");
      if (moves.has(line)) return told("Move {move} · {who} · {text}", { move: moves.get(line), who: who(number), text: timed });
      return told(sign === "<" ? "to {who}: {text}" : "{who}: {text}", { who: who(number), text: timed });
    }

    // The time of each answer as a bar, and what each player took in all.
    function times() {
      const all = [...lines].flatMap(([line, { firstElementChild: code }]) => {
        const [, number, time] = /^(\d)> .* @(\d+)ms/.exec(code.textContent) ?? [];
        return number ? [{ line, number, time: Number(time) }] : [];
      });
      const longest = Math.max(0, ...all.map(({ time }) => time));
      if (all.length < 2 || !longest) return;
      const players = [...new Set(all.map(({ number }) => number))].sort();
      const words = players.map((number) => {
        // A greeting takes nothing of the bank.
        const own = all.filter((answer) => answer.number === number && (!bank || moves.has(answer.line)));
        const sum = own.reduce((sum, { time }) => sum + time, 0);
        const name = bank ? "{who}: {sum} of {bank} ms" : "{who}: {sum} ms in {count} answers";
        return { text: told(name, { who: who(number), sum, bank, count: own.length }), spent: bank ? spent(own, sum) : undefined };
      });
      const bars = all.map(({ number, time }, at) => {
        const high = Math.max(1, Math.round(36 * time / longest));
        return `<rect class="b${number % 4}" x="${at * 6}" y="${36 - high}" width="5" height="${high}"/>`;
      });
      const made = Object.assign(document.createElement("div"), { className: "times" });
      made.innerHTML = `<svg role="img" viewBox="0 0 ${all.length * 6} 36" width="${Math.min(all.length * 6, 480)}" height="36" preserveAspectRatio="none">${bars.join("")}</svg>`;
      made.firstChild.setAttribute("aria-label", told("The time of each answer; the longest took {longest} ms", { longest }));
      for (const [at, { text, spent }] of words.entries()) {
        const key = Object.assign(document.createElement("span"), { className: `key b${players[at] % 4}` });
        made.append(key, `${text} `);
        if (!spent) continue;
        const bar = Object.assign(document.createElement("div"), { className: "bank", innerHTML: spent });
        made.append(bar);
      }
      root.querySelector(".notes").before(made);
    }

    // The bank of a player as a bar, from the first answer to the last; the rest is what was left. A click leads to an answer.
    function spent(answers, sum) {
      let x = 0;
      const parts = answers.map(({ line, number, time }, at) => {
        const wide = 300 * time / Math.max(bank, sum);
        const part = `<rect class="b${number % 4}${at % 2 ? " odd" : ""}" data-line="${line}" x="${x.toFixed(2)}" y="0" width="${wide.toFixed(2)}" height="10"/>`;
        x += wide;
        return part;
      });
      return `<svg aria-hidden="true" viewBox="0 0 300 10" width="300" height="10" preserveAspectRatio="none">${parts.join("")}</svg>`;
    }
    times();

    for (const title of root.querySelectorAll(".stage svg > text")) title.textContent = named(title.textContent);

    // The next frame that a move led to; the first, the last and the one at fault are such too.
    function beside(step) {
      for (let to = at + step; to > 0 && to < frames.length - 1; to += step) if (frames[to].turn || to === fault) return to;
      return at + step;
    }

    function go(where, byLine) {
      const near = (step) => (byLine ? at + step : beside(step));
      const to = { first: () => 0, back: () => near(-1), next: () => near(1), last: () => frames.length - 1, fault: () => fault ?? at }[where]();
      show(Math.max(0, Math.min(frames.length - 1, to < 0 ? 0 : to)));
    }

    // A frame says what has changed since the one before, so a way back begins where its stage was last set up whole. The line that is
    // named may stand within the message that led to it.
    function show(to, number = frames[to].line) {
      const changed = new Map();
      for (let next = to < at || at < 0 ? 0 : at + 1; next <= to; next++) {
        for (const [cell, look] of frames[next].set) changed.set(`${frames[next].stage} ${cell}`, [frames[next].stage, cell, look]);
      }
      for (const [stage, cell, look] of changed.values()) {
        const place = cells[stage][cell];
        if (place.dataset.look === `${look}`) continue;
        place.dataset.look = look;
        place.innerHTML = looks[look][1];
      }
      at = to;
      const frame = frames[at];
      drawn.forEach((stage, number) => { stage.hidden = number !== frame.stage || !stages[number].length; });
      overs[frame.stage].forEach((over, number) => { over.innerHTML = frame.over?.[number] ?? ""; });
      const line = lines.get(number);
      const words = line ? line.querySelector("code").textContent : told("the start");
      said.textContent = spoken(words, number);
      const by = moves.has(number) && /^\d/.exec(words)?.[0];
      if (by) said.prepend(swatch(by, frame.stage));
      // The list shows the fault beside its line; here it is for those who hear the page.
      if (line?.matches(".bad")) said.append(Object.assign(document.createElement("span"), { className: "heard", textContent: ` ${line.querySelector(".mark").textContent}` }));
      describe(frame, `The board after line ${frame.line}`);
      notes.classList.toggle("drawn", !stages[frame.stage].length);
      notes.replaceChildren(...frame.notes.map((note) => {
        const item = Object.assign(document.createElement("li"), { textContent: named(in_parts(note)) });
        const own = /^seat (\d): /.exec(note)?.[1];
        if (own) item.prepend(swatch(own, frame.stage));
        return item;
      }));
      marked?.removeAttribute("aria-current");
      marked = line;
      if (line) {
        line.setAttribute("aria-current", "step");
        const log = line.parentElement;
        log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 2;
      }
      slider.value = at;
      slider.setAttribute("aria-valuetext", said.textContent);
    }

    // The colour of a player, where all play on one board: that of a stone or a piece which lies on it.
    function swatch(number, stage) {
      const own = stages[stage].length === 1 && drawn[stage].querySelector(`.t .k${number}, .t .s${number}`);
      if (!own) return "";
      const made = Object.assign(document.createElement("span"), { className: "swatch", ariaHidden: "true" });
      const look = own.getAttribute("class");
      made.innerHTML = `<svg class="stickler" width="14" height="14" viewBox="0 0 14 14">${look[0] === "k" ? `<circle class="${look}" cx="7" cy="7" r="6"/>` : `<rect class="${look}" x="1" y="1" width="12" height="12"/>`}</svg>`;
      return made;
    }

    // The boards in words, for those who do not see them.
    function describe(frame, title) {
      const stage = drawn[frame.stage];
      let cell = 0;
      const rows = stages[frame.stage].flatMap(([height, width, name]) => [
        name,
        ...Array.from({ length: height }, () =>
          Array.from({ length: width }, () => looks[cells[frame.stage][cell++].dataset.look]?.[0] ?? ".").join(" ")),
      ]);
      stage.querySelector("title").textContent = title;
      stage.querySelector("desc").textContent = rows.join("\n");
    }

    function lineTo(number) {
      const next = frames.findIndex((frame) => frame.line >= number);
      if (next < 0) show(frames.length - 1);
      else show(next, frames[next].turn || !lines.has(number) ? frames[next].line : number);
    }

    root.addEventListener("keydown", (event) => {
      const where = keys[event.key];
      if (!where || event.ctrlKey || event.altKey || event.metaKey) return;
      // The slider has arrows, Home and End of its own.
      if (event.target.matches("input[type=range]") ? where !== "fault" : event.target.matches("input, textarea, select")) return;
      event.preventDefault();
      go(where, event.shiftKey);
    });
    root.addEventListener("click", (event) => {
      const where = event.target.closest("[data-go]")?.dataset.go;
      const line = event.target.closest("[data-line]")?.dataset.line ?? event.target.closest(".log > li:not(.more)")?.value;
      if (where) go(where, event.shiftKey);
      else if (line) lineTo(Number(line));
    });
    slider.addEventListener("input", () => show(Number(slider.value)));
    // A game without a fault begins with its last move or failure, not with what programs used after it.
    const last = frames.findLastIndex(({ line }) => /^\d(>|! (?!used|left|exit 0$))/.test(lines.get(line)?.querySelector("code").textContent ?? ""));
    show(fault ?? (last < 0 ? frames.length - 1 : last));
  }

  return (within) => within.querySelectorAll(".viewer").forEach(viewer);
})();
stepThrough(document);

// A game of a report is saved as a file, and its command copied.
document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-save], [data-copy-command]");
  if (!button) return;
  const text = (part) => button.closest(".kept").querySelector(part).textContent;
  if (button.dataset.save) {
    const url = URL.createObjectURL(new Blob([text(".case")], { type: "text/yaml" }));
    Object.assign(document.createElement("a"), { href: url, download: button.dataset.save }).click();
    setTimeout(() => URL.revokeObjectURL(url), 60_000);
    return;
  }
  const before = button.textContent;
  await navigator.clipboard.writeText(text(".command")).then(() => { button.textContent = "Copied"; }, () => { button.textContent = "Select the command below and copy it"; });
  setTimeout(() => { button.textContent = before; }, 4000);
});
