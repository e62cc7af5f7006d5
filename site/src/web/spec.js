"use strict";
// A page of rules: its parameters can be changed, and its cases opened and changed.
(() => {
  const at = (id) => document.getElementById(id);
  const cases = JSON.parse(at("cases").textContent);
  const { game } = JSON.parse(at("page").textContent);
  const fields = [...document.querySelectorAll("[data-set]")];
  const all = [...document.querySelectorAll("details.case")];
  const first = new Map(all.map((own) => [own, own.querySelector(".brief").textContent]));
  let turn = 0;

  const changed = () => fields.filter((field) => field.value !== field.dataset.default).map((field) => `${field.dataset.set}=${field.value}`);
  // A case of another game, on a page that all games share, has no such parameter.
  const settings = (own) => [...own.set, ...(own.game === game ? changed() : [])];

  async function judge(details) {
    const own = cases[details.dataset.case];
    const text = details.querySelector("textarea")?.value ?? own.text;
    const plies = own.is_plies ? text.split("\n").filter(Boolean) : undefined;
    const said = details.querySelector(".brief");
    let brief;
    try {
      brief = await rules.ask({ do: "brief", game: own.game ?? undefined, set: settings(own), plies }, new TextEncoder().encode(text));
    } catch (error) {
      brief = { state: "unknown", text: error.message };
    }
    said.className = `brief ${brief.state}`;
    said.textContent = brief.text;
    const is_other = brief.text !== first.get(details);
    details.classList.toggle("other", is_other);
    return is_other;
  }

  async function draw(details) {
    const own = cases[details.dataset.case];
    const text = details.querySelector("textarea").value;
    const set = settings(own);
    const title = `${details.closest("section").id}: ${details.firstElementChild.textContent.split(" ")[0].toLowerCase()} ${own.name}`;
    const command = own.is_plies
      ? { do: "plies", game: own.game, set, plies: text.split("\n").filter(Boolean), title }
      : { do: "show", name: title, game: own.game ?? undefined, set };
    const into = details.querySelector(".drawn-game");
    try {
      const { text: markup } = await rules.ask(command, new TextEncoder().encode(text));
      if (details.querySelector("textarea").value === text) shown.markup(into, markup);
    } catch (error) {
      into.textContent = `There is nothing to step through: ${error.message}`;
    }
  }

  function open(details) {
    if (!details.open || details.querySelector("textarea")) return;
    const own = cases[details.dataset.case];
    details.querySelector("pre").remove();
    details.querySelector("p.meta")?.remove();
    const label = document.createElement("label");
    const field = Object.assign(document.createElement("textarea"), { value: own.text, spellcheck: false, rows: Math.min(12, own.text.split("\n").length) });
    const set = own.set.length ? ` (under ${own.set.join(" ")})` : "";
    label.append(`${own.is_plies ? "Actions under the rules alone" : "The log"}${set}: change a line, and the verdict follows`, field);
    const into = Object.assign(document.createElement("div"), { className: "drawn-game" });
    details.append(label, into);
    let wait;
    field.addEventListener("input", () => {
      judge(details);
      clearTimeout(wait);
      wait = setTimeout(() => draw(details), 60);
    });
    draw(details);
  }

  async function follow() {
    const own = ++turn;
    const said = at("changed");
    try {
      if (game) await rules.ask({ do: "parameters", game, set: changed() });
    } catch (error) {
      said.textContent = error.message;
      return;
    }
    let others = 0;
    for (const details of all) {
      if (own !== turn) return;
      if (await judge(details)) others++;
      if (details.open) draw(details);
    }
    said.textContent = changed().length ? `Under ${changed().join(" ")} the verdict of ${others} of ${all.length} cases on this page is another one: they are marked.` : "";
  }

  all.forEach((details) => details.addEventListener("toggle", () => open(details)));
  fields.forEach((field) => field.addEventListener("change", follow));
  at("defaults")?.addEventListener("click", () => {
    fields.forEach((field) => { field.value = field.dataset.default; });
    follow();
  });

  if (!at("workbench")) return;
  const said = at("bench-said");
  const plies = () => at("plies").value.split("\n").filter(Boolean);
  const ask = (line, fresh = false) => rules.ask({ do: "oracle", game, set: changed(), fresh }, new TextEncoder().encode(JSON.stringify({ ask: line })));
  const trying = (does) => async () => {
    said.textContent = "";
    try {
      await does();
    } catch (error) {
      said.textContent = error.message;
    }
  };
  async function position() {
    const { error } = await ask({ new: { as: "bench", actions: plies() } }, true);
    if (error) throw new Error(`${error.field}: ${error.reason}`);
  }
  async function look() {
    const { text } = await rules.ask({ do: "plies", game, set: changed(), plies: plies(), title: "Your position" });
    shown.markup(at("bench-board"), text);
  }
  at("look").addEventListener("click", trying(look));
  at("legal").addEventListener("click", trying(async () => {
    await position();
    const actions = (await ask({ actions: { position: "bench" } })).answer.actions;
    said.textContent = `${actions.length} legal actions: ${actions.slice(0, 300).join(" · ")}${actions.length > 300 ? " …" : ""}`;
  }));
  at("value").addEventListener("click", trying(async () => {
    await position();
    const { answer: { value } } = await ask({ value: { position: "bench" } });
    said.textContent = value ? `Best play leads to these points, by seat: ${JSON.stringify(value)}` : "This game is not solved.";
  }));
  at("witness").addEventListener("click", trying(async () => {
    const { answer, error } = await ask({ witness: { wanted: at("wanted").value } }, true);
    if (error) throw new Error(error.reason);
    const { actions, refused } = answer.witness;
    if (refused) throw new Error(`${refused.clause}: ${refused.why}`);
    at("plies").value = actions.join("\n");
    said.textContent = "Found: the actions stand above.";
    await look();
  }));
  rules.onProgress = (made, of) => { said.textContent = made < of ? `A table is made: ${made} of ${of} parts.` : ""; };
})();
