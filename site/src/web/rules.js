"use strict";
// The rules, in a worker: `rules.ask(command, bytes)` is a promise of the answer. They are loaded when they are first asked.
const rules = (() => {
  let compiled, worker, next = 0;
  let waiting = new Map();
  let onProgress = () => {};

  function script() {
    return new Promise((done, failed) => {
      const element = document.createElement("script");
      element.src = "module.js";
      element.onload = done;
      // From a file nothing breaks off; over a network it can.
      const why = location.protocol === "file:" ? "module.js is missing: it belongs into the folder of this page" : say("The rules did not arrive.");
      element.onerror = () => failed(Object.assign(new Error(why), { is_load: true }));
      document.head.append(element);
    });
  }

  // What takes longer than a second says so.
  async function compile() {
    const said = document.getElementById("loading");
    const slow = setTimeout(() => {
      said.hidden = false;
      said.textContent = say("The rules are being loaded (about 0.6 MB) …");
    }, 1000);
    try {
      return await compiling();
    } finally {
      clearTimeout(slow);
      said.hidden = true;
      said.textContent = "";
    }
  }

  async function compiling() {
    if (!window.sticklerModule) await script();
    const { wasm, glue } = window.sticklerModule;
    const packed = Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    const code = await new Response(stream).arrayBuffer();
    try {
      return { glue, module: await WebAssembly.compile(code) };
    } catch (error) {
      const policy = "script-src 'self' 'wasm-unsafe-eval'; worker-src blob:";
      throw /Content Security Policy|unsafe-eval/.test(error.message) ? new Error(say("This server forbids the rules to run. Its policy must allow: {policy}", { policy })) : error;
    }
  }

  async function start() {
    compiled ??= compile();
    const { glue, module } = await compiled;
    const url = URL.createObjectURL(new Blob([glue], { type: "text/javascript" }));
    const started = new Worker(url);
    await new Promise((ready, failed) => {
      started.onmessage = ({ data }) => data.ready && ready();
      started.onerror = (event) => failed(new Error(event.message ?? "the rules cannot be started"));
      started.postMessage({ module });
    });
    URL.revokeObjectURL(url);
    started.onmessage = ({ data }) => hear(data);
    return started;
  }

  function hear({ progress, id, text, stopped }) {
    if (progress) return onProgress(...progress);
    if (stopped) return stop(`The rules stopped over this (${stopped}). They begin anew with your next question.`);
    if (!waiting.has(id)) return;
    const { done, failed } = waiting.get(id);
    waiting.delete(id);
    const answer = JSON.parse(text);
    // The oracle's own errors are answers: they name a field, and stand beside an id.
    if (typeof answer?.error === "string" && Object.keys(answer).length === 1) failed(new Error(answer.error));
    else done(answer);
  }

  // Ends the worker, and whatever is asked of it.
  function stop(why) {
    worker?.then((started) => started.terminate(), () => {});
    worker = undefined;
    const all = waiting;
    waiting = new Map();
    all.forEach(({ failed }) => failed(new Error(why)));
  }

  return {
    async ask(command, bytes = new Uint8Array()) {
      worker ??= start();
      const own = worker;
      let started;
      try {
        started = await own;
      } catch (error) {
        if (worker === own) worker = compiled = undefined;
        throw error;
      }
      if (worker !== own) throw new Error("Stopped.");
      return new Promise((done, failed) => {
        const id = next++;
        waiting.set(id, { done, failed });
        started.postMessage({ id, command, bytes });
      });
    },
    stop: () => stop("Stopped."),
    set onProgress(tell) { onProgress = tell; },
  };
})();

// What all pages do with answers.
const shown = {
  // The text of a diagnosis: colours become classes, and each clause a link to its page.
  diagnosis(text, clauses) {
    const block = document.createElement("div");
    let style = "";
    for (const part of text.split(/(\x1b\[[0-9;]*m)/)) {
      const codes = /^\x1b\[([0-9;]*)m$/.exec(part);
      if (codes) {
        style = codes[1] === "0" || codes[1] === "" ? "" : `${style} ${codes[1].split(";").map((code) => `a${code}`).join(" ")}`;
        continue;
      }
      for (const piece of part.split(/((?:[a-z0-9]+\.){2}[a-z0-9-]+)/)) {
        if (!piece) continue;
        const page = clauses.has(piece) && piece.split(".")[0];
        const element = document.createElement(page ? "a" : "span");
        if (page) element.href = `${page}.html#${piece}`;
        element.className = style.trim();
        element.textContent = piece;
        block.append(element);
      }
    }
    return block.childNodes;
  },
  // Markup that the rules made, with its games to step through.
  markup(into, html) {
    into.innerHTML = html;
    into.querySelectorAll(".to-fault").forEach((button) => { button.textContent = say("To the fault"); });
    // The rest of the viewer's own words, which the rules write in English.
    for (const button of into.querySelectorAll("[data-go][aria-label]")) {
      const key = /\((.*)\)$/.exec(button.title)?.[1];
      button.ariaLabel = say(button.ariaLabel);
      button.title = `${button.ariaLabel} (${key})`;
    }
    into.querySelectorAll("input[type=range], .log, [role=group]").forEach((own) => { own.ariaLabel = say(own.ariaLabel); });
    into.querySelectorAll(".meanings").forEach((own) => { own.textContent = own.textContent.split("; ").map((meaning) => say(meaning)).join("; "); });
    into.querySelectorAll(".more summary").forEach((own) => { own.textContent = own.textContent.replace(/^(\d+) more lines of this message$/, (all, count) => say("{count} more lines of this message", { count })); });
    if (document.documentElement.lang === "ko") into.querySelectorAll(".keys").forEach((own) => { own.textContent = say(own.textContent.includes("to the fault") ? "by move, with Shift by line, F to the fault" : "by move, with Shift by line"); });
    stepThrough(into);
  },
  // Legal answers on a board of the rules: one that takes a single cell is a dot; a click on a cell chooses one of those that take it,
  // and the next click another. It gives a function that shows an answer's cells, and what a reader is told of all this.
  choosing(board, sizes, replies, choose, shownNow = () => undefined) {
    const cells = [...board.querySelectorAll(".t")];
    let first = 0;
    const starts = sizes.map(([rows, columns]) => { const start = first; first += rows * columns; return start; });
    const cell = ([board, row, column]) => cells[starts[board] + row * sizes[board][1] + column];
    const by = new Map();
    for (const reply of replies) {
      for (const spot of reply.spots) {
        const place = cell(spot);
        if (place) by.set(place, [...(by.get(place) ?? []), reply]);
      }
    }
    const put = (place, name) => {
      const svg = document.createElementNS("http://www.w3.org/2000/svg", name === "can" ? "circle" : "rect");
      const sizes = name === "can" ? { cx: 12, cy: 12, r: 3 } : { width: 24, height: 24 };
      for (const [key, value] of Object.entries({ ...sizes, class: name })) svg.setAttribute(key, value);
      place.append(svg);
    };
    const preview = (reply) => {
      board.querySelectorAll(".aimed").forEach((old) => old.remove());
      reply?.spots.map(cell).filter(Boolean).forEach((place) => put(place, "aimed"));
    };
    const single = by.size > 0 && replies.every(({ spots }) => spots.length <= 1);
    // Dots on all free cells say nothing.
    const all = single && cells.every((place) => by.has(place) || place.childElementCount > 0);
    board.classList.toggle("choosing", by.size > 0);
    board.classList.toggle("all", all);
    for (const [place, own] of by) {
      let turn = -1;
      if (own.every(({ spots }) => spots.length === 1)) put(place, "can");
      put(place, "hit");
      place.addEventListener("pointerenter", () => preview(own[Math.max(turn, 0)]));
      place.addEventListener("pointerleave", () => preview(shownNow()));
      place.addEventListener("click", () => {
        turn = (turn + 1) % own.length;
        choose(own[turn]);
      });
    }
    const hint = !by.size ? "" : all ? "Every free cell is legal: choose one on the board." : single ? "A dot is a legal cell: choose one on the board."
      : "Choose a cell on the board: each click shows another answer that takes it.";
    return { preview, hint };
  },
  // Text in which what stands between backquotes is code, as nodes.
  coded(text) {
    const parts = text.split("`");
    if (parts.length % 2 === 0) return [text];
    return parts.map((part, at) => (at % 2 ? Object.assign(document.createElement("code"), { textContent: part }) : part));
  },
  words: (text) => text.replace(/\x1b\[[0-9;]*m/g, ""),
  // `a=1 b=2` as the rules take it.
  settings: (text) => text.trim().split(/\s+/).filter(Boolean),
  clauses: () => new Set(JSON.parse(document.getElementById("clauses").textContent)),
  button(text, does) {
    const button = Object.assign(document.createElement("button"), { type: "button", textContent: text });
    button.addEventListener("click", does);
    return button;
  },
  save(name, text, type = "text/plain") {
    const url = URL.createObjectURL(new Blob([text], { type }));
    Object.assign(document.createElement("a"), { href: url, download: name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  },
  async copy(text, said) {
    try {
      await navigator.clipboard.writeText(text);
      said.textContent = say("Copied.");
    } catch {
      said.textContent = `${say("This browser does not let a page copy; here it is:")} ${text}`;
    }
  },
};
