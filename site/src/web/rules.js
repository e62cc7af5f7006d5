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
      element.onerror = () => failed(new Error("module.js is missing: it belongs into the folder of this page"));
      document.head.append(element);
    });
  }

  async function compile() {
    if (!window.sticklerModule) await script();
    const { wasm, glue } = window.sticklerModule;
    const packed = Uint8Array.from(atob(wasm), (letter) => letter.charCodeAt(0));
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
    return { glue, module: await WebAssembly.compile(await new Response(stream).arrayBuffer()) };
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
    stepThrough(into);
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
  save(name, text) {
    const url = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
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
