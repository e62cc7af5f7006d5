"use strict";
// A page of rules: its parameters can be changed, and its cases opened and changed.
(() => {
  const at = (id) => document.getElementById(id);
  const cases = JSON.parse(at("cases").textContent);
  const { game } = JSON.parse(at("page").textContent);
  const fields = [...document.querySelectorAll("[data-set]")];
  const all = [...document.querySelectorAll("details.case")];
  const told = (brief) => `${brief.dataset.more} ${brief.textContent}`;
  const first = new Map(all.map((own) => [own, told(own.querySelector(".brief"))]));
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
      brief = { state: "unknown", text: error.message, more: "" };
    }
    said.className = `brief ${brief.state}`;
    said.textContent = brief.text;
    said.dataset.more = brief.more;
    const is_other = told(said) !== first.get(details);
    details.classList.toggle("other", is_other);
    return is_other;
  }

  async function draw(details) {
    const own = cases[details.dataset.case];
    const text = details.querySelector("textarea").value;
    const set = settings(own);
    const title = `${details.closest("section").id}: ${own.name} ${details.dataset.verb} it`;
    const command = own.is_plies
      ? { do: "plies", game: own.game, set, plies: text.split("\n").filter(Boolean), title }
      : { do: "show", name: title, game: own.game ?? undefined, set };
    const into = details.querySelector(".drawn-game");
    const slow = setTimeout(() => { into.textContent = "The boards are being drawn …"; }, 500);
    try {
      const { text: markup } = await rules.ask(command, new TextEncoder().encode(text));
      if (details.querySelector("textarea").value === text) shown.markup(into, markup);
    } catch (error) {
      into.textContent = `There is nothing to step through: ${error.message}`;
    } finally {
      clearTimeout(slow);
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
    said.textContent = "The cases are being judged …";
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
    said.textContent = changed().length ? `Under ${changed().join(" ")} the verdict of ${others} of the ${all.length} cases on this page is another one: they are marked.` : "";
  }

  all.forEach((details) => details.addEventListener("toggle", () => open(details)));
  // The link of a clause stays: its id never changes.
  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const said = { set textContent(text) { button.textContent = text; } };
    await shown.copy(`${location.href.split("#")[0]}#${button.dataset.copy}`, said);
    setTimeout(() => { button.textContent = "Copy link"; }, 4000);
  });
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
  // An error of the oracle names a field of the question.
  async function answer(line, fresh) {
    const { answer, error } = await ask(line, fresh);
    if (error) throw new Error(error.reason ?? `${error}`);
    return answer;
  }
  const position = () => answer({ new: { as: "bench", actions: plies() } }, true);
  async function look() {
    const { text } = await rules.ask({ do: "plies", game, set: changed(), plies: plies(), title: "Your position" });
    shown.markup(at("bench-board"), text);
  }
  // How many legal actions are listed.
  const MOST = 300;
  async function legal() {
    await position();
    const { actions } = await answer({ actions: { position: "bench" } });
    said.textContent = `${actions.length} legal actions${actions.length > MOST ? `; the first ${MOST} of them` : ""}: choose one to add it.`;
    at("bench-legal").replaceChildren(...actions.slice(0, MOST).map((action) => shown.button(action, trying(async () => {
      at("plies").value = [...plies(), action].join("\n");
      await look();
      await legal();
    }))));
  }
  at("look").addEventListener("click", trying(look));
  at("legal").addEventListener("click", trying(legal));
  at("value")?.addEventListener("click", trying(async () => {
    await position();
    const { value } = await answer({ value: { position: "bench" } });
    said.textContent = value ? `Best play leads to these points, by seat: ${JSON.stringify(value)}` : "This game is not solved.";
  }));
  at("witness")?.addEventListener("click", trying(async () => {
    const { actions, refused } = (await answer({ witness: { wanted: at("wanted").value } }, true)).witness;
    if (refused) throw new Error(`${refused.clause}: ${refused.why}`);
    at("plies").value = actions.join("\n");
    said.textContent = "Found: the actions stand above.";
    await look();
  }));
  rules.onProgress = (made, of) => { said.textContent = made < of ? `A table is made: ${made} of ${of} parts.` : ""; };
})();
