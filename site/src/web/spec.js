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
    const said = Object.assign(document.createElement("span"), { className: "soft" });
    said.setAttribute("role", "status");
    const copy = shown.button("Copy a link to this case", async () => {
      try {
        const about = { case: { id: details.closest("section").id, verb: details.dataset.verb, set: changed() } };
        await shown.copy(await link.to(about, new TextEncoder().encode(field.value), undefined, "case"), said);
      } catch (error) {
        said.textContent = error.message;
      }
    });
    copy.className = "copy";
    const row = Object.assign(document.createElement("p"), { className: "controls" });
    row.append(copy, said);
    details.append(label, row, into);
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
  // A changed case that came as a link is opened as it was sent.
  async function linked() {
    let held;
    try {
      held = await link.here();
    } catch (error) {
      at("changed") && (at("changed").textContent = error.message);
      return;
    }
    if (!held?.[0].case) return;
    const [{ case: { id, verb, set } }, bytes] = held;
    const details = [...document.getElementById(id)?.querySelectorAll("details.case") ?? []].find((own) => own.dataset.verb === verb);
    if (!details) return;
    for (const field of fields) {
      const given = set.find((one) => one.startsWith(`${field.dataset.set}=`));
      field.value = given ? given.slice(field.dataset.set.length + 1) : field.dataset.default;
    }
    details.open = true;
    open(details);
    const text = details.querySelector("textarea");
    text.value = new TextDecoder().decode(bytes);
    text.dispatchEvent(new Event("input"));
    document.getElementById(id).scrollIntoView({ block: "start" });
    if (set.length) await follow();
  }
  addEventListener("hashchange", linked);
  linked();
  at("defaults")?.addEventListener("click", () => {
    fields.forEach((field) => { field.value = field.dataset.default; });
    follow();
  });

  if (!at("workbench")) return;
  const said = at("bench-said");
  const plies = () => at("plies").value.split("\n").filter(Boolean);
  const ask = (line, fresh = false) => rules.ask({ do: "oracle", game, set: changed(), fresh }, new TextEncoder().encode(JSON.stringify({ ask: line })));
  const trying = (does) => async (what) => {
    said.textContent = "";
    try {
      await does(what);
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
  // How many legal actions are listed.
  const MOST = 300;
  let looks = 0, looking;
  // The board after the actions that stand there, on which the next one can be chosen.
  function look() {
    const own = ++looks;
    looking = rules.ask({ do: "position", game, set: changed(), plies: plies() }).then((now) => {
      if (own !== looks) return looking;
      at("bench-board").innerHTML = now.board;
      const { hint } = shown.choosing(at("bench-board"), now.sizes, now.replies, add);
      const other = now.replies.length ? "Choose one of the legal actions." : "";
      at("bench-hint").textContent = `${now.turn} ${hint || other}`;
      at("bench-legal").replaceChildren();
      return now;
    });
    return looking;
  }
  const add = trying(async ({ text }) => {
    at("plies").value = [...plies(), text].join("\n");
    await look();
  });
  at("legal").addEventListener("click", trying(async () => {
    const { replies } = await look();
    said.textContent = `${replies.length} legal ${replies.length === 1 ? "action" : "actions"}${replies.length > MOST ? `; the first ${MOST} of them` : ""}: choose one to add it.`;
    at("bench-legal").replaceChildren(...replies.slice(0, MOST).map((reply) => shown.button(reply.text, () => add(reply))));
  }));
  at("back").addEventListener("click", trying(async () => {
    at("plies").value = plies().slice(0, -1).join("\n");
    await look();
  }));
  at("plies").addEventListener("input", trying(look));
  fields.forEach((field) => field.addEventListener("change", trying(look)));
  // The first board waits until somebody comes to it.
  new IntersectionObserver((seen, observer) => {
    if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    if (!looks) trying(look)();
  }).observe(at("workbench"));
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
