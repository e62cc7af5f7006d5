"use strict";
// Was I judged rightly? A file is dropped, chosen or pasted, and judged here.
(() => {
  const at = (id) => document.getElementById(id);
  const clauses = shown.clauses();
  const examples = JSON.parse(at("examples").textContent);
  // A larger one takes the module more memory than a page may have.
  const MOST = 300 << 20;
  // Of a larger one only the verdict is shown.
  const STEPPED = 8 << 20;
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
        throw new Error(say("it unpacks to more than {size} MB", { size: MOST >> 20 }));
      }
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }

  async function take(file) {
    if (file.size > MOST) {
      return tell(file.name, say("A page takes files of up to {size} MB. Install stickler, then type: stickler validate {name}", { size: MOST >> 20, name: file.name }), "unknown");
    }
    try {
      await judge({ name: file.name, bytes: await unpacked(file) });
    } catch (error) {
      tell(file.name, error.message, "unknown");
    }
  }

  // Shows a verdict: its elements, its state, and the sentence that is heard.
  function put(parts, state, heard) {
    at("result").hidden = false;
    at("verdict").className = `verdict ${state}`;
    at("verdict").replaceChildren(...parts);
    at("heard").textContent = heard;
    // The form has folded to a line above it: the page begins with both. Where it is open, the verdict comes first.
    if (at("drop").open) at("result").scrollIntoView({ block: "start" });
    else scrollTo(0, 0);
    at("verdict").focus({ preventScroll: true });
  }

  // Something to say that is no verdict of a record.
  function tell(name, text, state) {
    at("diagnosis").replaceChildren();
    at("game-shown").replaceChildren();
    at("more").hidden = true;
    const line = `${name}: ${text}`;
    put([Object.assign(document.createElement("p"), { className: "headline", textContent: line })], state, line);
  }

  function asked({ name, given }) {
    const set = [...(given?.set ?? []), ...shown.settings(at("set").value)];
    return { name, game: at("game").value || given?.game || undefined, set, strict: at("strict").checked };
  }

  const busy = { wait: 0, start(name) {
    clearTimeout(busy.wait);
    busy.wait = setTimeout(() => tell(name, say("the rules are at work …"), "busy"), 250);
  }, end: () => clearTimeout(busy.wait) };

  async function judge(file) {
    const own = ++turn;
    // What was asked before is of no use any more.
    if (!at("stop").hidden) rules.stop();
    current = file;
    const ask = asked(file);
    at("stop").hidden = false;
    busy.start(file.name);
    try {
      const told = await rules.ask({ do: "judge", ...ask }, file.bytes);
      const records = file.bytes.length > STEPPED ? [] : await examine(ask, file.bytes);
      if (own !== turn) return;
      busy.end();
      at("diagnosis").replaceChildren(...shown.diagnosis(told.text, clauses));
      at("more").hidden = false;
      at("json").hidden = true;
      at("linked").textContent = "";
      at("game-shown").replaceChildren();
      const [first] = records;
      const missing = told.code === 2 && first && !first.game && !/^no known format/.test(first.trouble?.why ?? "");
      at("drop").open = Boolean(missing);
      document.querySelector("#drop details").open = Boolean(missing);
      at("of").textContent = say("Another file, or other settings");
      document.body.classList.add("judged");
      conclude(told, records, ask, {});
      if (file.bytes.length > STEPPED) at("game-shown").textContent = say("The file is too large to step through here.");
      else await show(false, (names) => own === turn && conclude(told, records, ask, names));
    } catch (error) {
      busy.end();
      if (own === turn) tell(file.name, error.message, "unknown");
    } finally {
      if (own === turn) at("stop").hidden = true;
    }
  }

  async function examine(ask, bytes) {
    const { text } = await rules.ask({ do: "examine", ...ask }, bytes);
    return text.trim().split("\n").map((line) => JSON.parse(line).record).filter(Boolean);
  }

  // The verdict in words; `names` are the players', by seat.
  function conclude(told, records, ask, names) {
    const file = ask.name;
    const line = shown.words(told.text.trimEnd().split("\n").at(-1));
    if (records.length !== 1) {
      const state = ["right", "broken", "unknown"][told.code];
      const items = records.slice(0, 50).map((record) => Object.assign(document.createElement("li"), { textContent: `${record.file}: ${verdict.headline(record)}` }));
      const head = Object.assign(document.createElement("p"), { className: "headline", textContent: line });
      const list = document.createElement("ol");
      list.append(...items);
      return put(items.length ? [head, list] : [head], state, `${file}: ${line}`);
    }
    const { own, parts } = verdict.show(records[0], { names, known: clauses, given: ask.set });
    const given = parts.flatMap((part) => [...part.querySelectorAll(".given")])[0];
    if (given && at("set").value) given.append(" ", shown.button(say("Back to the contest's values"), () => { at("set").value = ""; judge(current); }));
    put(parts, records[0].trouble ? `${own} unreadable` : own, `${file}: ${parts.filter((part) => part.matches(".headline, .reason")).map((part) => part.textContent.replace(/^[✓✗?] /, "")).join(" ")}`);
  }

  async function show(values, named) {
    const own = turn;
    const into = at("game-shown");
    into.textContent = say("The boards are being drawn …");
    try {
      const { text } = await rules.ask({ do: "show", values, ...asked(current) }, current.bytes);
      if (own !== turn) return;
      at("values").hidden = false;
      shown.markup(into, text);
      const { names } = JSON.parse(into.querySelector("script").textContent);
      if (names.length && named) named(names);
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
  at("file").addEventListener("change", () => at("file").files[0] && take(at("file").files[0]));
  at("again").addEventListener("click", () => current && judge(current));
  at("judge-text").addEventListener("click", () => judge({ name: "pasted", bytes: new TextEncoder().encode(at("text").value) }));
  at("stop").addEventListener("click", () => { turn++; busy.end(); rules.stop(); at("stop").hidden = true; tell(current?.name ?? "", say("Stopped."), "unknown"); });
  at("values").addEventListener("click", () => show(true));
  at("as-json").addEventListener("click", async () => {
    const { text } = await rules.ask({ do: "examine", ...asked(current) }, current.bytes);
    at("json").hidden = false;
    at("json").textContent = text;
  });
  at("link").addEventListener("click", async () => {
    try {
      const { name, game, set, strict } = asked(current);
      await shown.copy(await link.to({ name, game, set, strict }, current.bytes), at("linked"));
    } catch (error) {
      at("linked").textContent = error.message;
    }
  });
  at("example-list").addEventListener("click", (event) => {
    const example = examples[event.target.closest("button")?.dataset.example];
    if (example) judge({ name: example.name, bytes: new TextEncoder().encode(example.text), given: { game: example.game, set: shown.settings(example.set) } });
  });

  async function linked() {
    try {
      const held = await link.here();
      if (!held) return;
      const [{ name, game, set, strict }, bytes] = held;
      at("strict").checked = Boolean(strict);
      await judge({ name, bytes, given: { game, set } });
    } catch (error) {
      tell(say("The link"), error.message, "unknown");
    }
  }

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
  addEventListener("hashchange", linked);
  const began = performance.now();
  rules.ask({ do: "games" }).then(
    () => { document.body.dataset.ready = Math.round(performance.now() - began); },
    (error) => tell(say("The rules cannot be loaded"), error.message, "unknown"),
  );
  linked();
})();
