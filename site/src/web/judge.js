"use strict";
// Was I judged rightly? A file is dropped, chosen or pasted, and judged here.
(() => {
  const at = (id) => document.getElementById(id);
  const clauses = shown.clauses();
  const examples = JSON.parse(at("examples").textContent);
  // A larger one takes the module more memory than a page may have.
  const MOST = 300 << 20;
  let current;
  let turn = 0;

  async function unpacked(file) {
    if (!file.name.endsWith(".gz")) return new Uint8Array(await file.arrayBuffer());
    const reader = file.stream().pipeThrough(new DecompressionStream("gzip")).getReader();
    const parts = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      size += part.value.length;
      if (size > MOST) {
        reader.cancel();
        throw new Error(`it unpacks to more than ${MOST >> 20} MB`);
      }
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }

  async function take(file) {
    const large = `${file.name}: a page takes files of up to ${MOST >> 20} MB. Install stickler, then type: stickler validate ${file.name}`;
    if (file.size > MOST) return say(large, "unknown");
    try {
      await judge(file.name, await unpacked(file));
    } catch (error) {
      say(`${file.name}: ${error.message}`, "unknown");
    }
  }

  function say(text, state) {
    at("result").hidden = false;
    at("verdict").className = `closing ${state}`;
    at("verdict").textContent = text;
    at("diagnosis").replaceChildren();
    at("game-shown").replaceChildren();
    at("more").hidden = true;
    at("result").scrollIntoView({ block: "nearest" });
    at("verdict").focus({ preventScroll: true });
  }

  function asked(name) {
    const game = at("game").value || undefined;
    return { name, game, set: shown.settings(at("set").value), strict: at("strict").checked };
  }

  async function judge(name, bytes) {
    const own = ++turn;
    current = { name, bytes };
    const busy = setTimeout(() => own === turn && say(`${name}: the rules are at work …`, "busy"), 250);
    at("stop").hidden = false;
    try {
      const told = await rules.ask({ do: "judge", ...asked(name) }, bytes);
      if (own !== turn) return;
      clearTimeout(busy);
      const lines = told.text.trimEnd().split("\n");
      say(shown.words(lines.at(-1)), ["conforms", "violates", "unknown"][told.code]);
      // The game and the parameters are asked for where they may be missing.
      if (told.code === 2) document.querySelector("#drop details").open = true;
      at("diagnosis").replaceChildren(...shown.diagnosis(told.text, clauses));
      at("more").hidden = false;
      at("json").hidden = true;
      await show(false);
    } catch (error) {
      clearTimeout(busy);
      if (own === turn) say(`${name}: ${error.message}`, "unknown");
    } finally {
      if (own === turn) at("stop").hidden = true;
    }
  }

  async function show(values) {
    const own = turn;
    const into = at("game-shown");
    if (current.bytes.length > 8 << 20) {
      into.textContent = "The file is too large to step through here.";
      return;
    }
    try {
      const { text } = await rules.ask({ do: "show", values, ...asked(current.name) }, current.bytes);
      if (own === turn) shown.markup(into, text);
    } catch (error) {
      if (own === turn) into.textContent = `There is no game to step through: ${error.message}`;
    }
  }

  rules.onProgress = (made, of) => { at("progress").textContent = made < of ? `A table is made: ${made} of ${of} parts.` : ""; };
  at("file").addEventListener("change", () => at("file").files[0] && take(at("file").files[0]));
  at("again").addEventListener("click", () => current && judge(current.name, current.bytes));
  at("judge-text").addEventListener("click", () => judge("pasted", new TextEncoder().encode(at("text").value)));
  at("stop").addEventListener("click", () => { turn++; rules.stop(); at("stop").hidden = true; say("Stopped.", "unknown"); });
  at("values").addEventListener("click", () => show(true));
  at("as-json").addEventListener("click", async () => {
    const { text } = await rules.ask({ do: "examine", ...asked(current.name) }, current.bytes);
    at("json").hidden = false;
    at("json").textContent = text;
  });
  at("example-list").addEventListener("click", (event) => {
    const example = examples[event.target.closest("button")?.dataset.example];
    if (!example) return;
    at("text").value = example.text;
    at("game").value = example.game;
    at("set").value = example.set;
    judge(example.name, new TextEncoder().encode(example.text));
  });

  const drop = at("drop");
  addEventListener("dragover", (event) => { event.preventDefault(); drop.classList.add("over"); });
  addEventListener("dragleave", () => drop.classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    drop.classList.remove("over");
    if (event.dataTransfer.files[0]) take(event.dataTransfer.files[0]);
  });
  // A file may be pasted, too.
  addEventListener("paste", (event) => event.clipboardData.files[0] && take(event.clipboardData.files[0]));
  const began = performance.now();
  rules.ask({ do: "games" }).then(
    () => { document.body.dataset.ready = Math.round(performance.now() - began); },
    (error) => say(`The rules cannot be loaded: ${error.message}`, "unknown"),
  );
})();
