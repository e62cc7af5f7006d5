"use strict";
// Many matches as a table: players by name, what happened and why, the result. What went wrong comes first; chips and a name filter.
const table = (() => {
  const made = (tag, className, ...content) => {
    const element = Object.assign(document.createElement(tag), { className });
    element.append(...content);
    return element;
  };
  const clauses = shown.clauses();
  const ORDER = ["wrong", "broken", "unknown", "other", "right"];
  // What is not a record at all, such as a readme beside the records.
  const is_other = ({ trouble, shape, unread }) => Boolean(trouble && !shape && !unread);

  // A row of the table: the record, and how to get its file; `open` is missing where it cannot be opened.
  const row = (record, open) => ({ record, open: record.trouble && record.unread ? undefined : open, state: verdict.state(record) });
  // A file that nobody could read, as a record.
  const unread = (name, why) => ({ file: name, unread: true, verdict: "unknown", judge: "unknown", headline: { code: "unread", text: "This file cannot be judged.", mood: "unknown" }, trouble: { why }, findings: [], notes: [] });

  const players = ({ players: names = [], outcome, game }) => {
    const called = names.map((name, seat) => shortName(name) || say("seat {number}", { number: seat }));
    return { all: called.join(" – "), result: outcome ? verdict.naming(names)(translated(outcome)) : "", title: game ? verdict.title(game) : "" };
  };

  function counts(rows) {
    const count = (...states) => rows.filter(({ state }) => states.includes(state)).length;
    return { all: rows.length, right: count("right"), broken: count("broken", "other"), wrong: count("wrong"), unknown: count("unknown") };
  }
  const worst = (rows) => ORDER.find((state) => rows.some((own) => own.state === state)) ?? "right";

  function head(rows) {
    return say("{all} matches: {wrong} judged wrongly, {broken} with a broken rule, {unknown} undecided, {right} right.", counts(rows));
  }

  function shown_row(own, opened) {
    const { record, state } = own;
    const sign = made("span", "sign", verdict.signs[state]);
    sign.setAttribute("aria-hidden", "true");
    const file = own.open ? shown.button(record.file, () => opened(own)) : record.file;
    const { all, result, title } = players(record);
    const why = verdict.brief(record, clauses);
    const line = made("tr", `row ${state}`, made("td", "", sign, " ", file, title && made("span", "soft", ` ${title}`)), made("td", "", all),
      made("td", "", verdict.headline(record), ...(why.length ? [made("span", "soft why-row", ...why)] : [])), made("td", "", result));
    own.element = line;
    return line;
  }

  // Fields of a CSV file as RFC 4180 has them.
  const field = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  function csv(rows) {
    const lines = rows.map(({ record }) => {
      const { all, result, title } = players(record);
      const [first] = record.findings;
      return [record.file, title, all, record.verdict, record.judge, first?.by ?? "", first?.clause ?? "", first?.why ?? record.trouble?.why ?? "", result];
    });
    const titles = ["file", "game", "players", "verdict", "judge", "by", "clause", "why", "result"];
    return [titles, ...lines].map((fields) => `${fields.map(field).join(",")}\r\n`).join("");
  }

  // Buttons that show the rows of one kind alone, and a field for a player's name.
  function filters(rows, view, said) {
    const { wrong, broken, unknown, right } = counts(rows);
    const kinds = [["", say("All"), rows.length], ["wrong", `✗ ${say("judged wrongly")}`, wrong], ["broken", `✗ ${say("a broken rule")}`, broken], ["unknown", `? ${say("undecided")}`, unknown], ["right", `✓ ${say("right")}`, right]];
    const buttons = kinds.filter(([kind,, count]) => count || !kind).map(([kind, words, count]) => {
      const button = shown.button(`${words} ${count}`, () => { view.kind = kind; apply(); });
      button.dataset.kind = kind;
      return button;
    });
    const name = Object.assign(made("input", ""), { type: "search", autocomplete: "off", placeholder: say("A player or a file") });
    name.ariaLabel = say("A player or a file");
    name.value = view.name;
    name.addEventListener("input", () => { view.name = name.value; apply(); });
    const copy = shown.button(say("Copy as CSV"), () => shown.copy(csv(rows.filter(fits)), said));
    function fits({ record, state }) {
      const of_kind = !view.kind || state === view.kind || (view.kind === "broken" && state === "other");
      const text = `${record.file} ${(record.players ?? []).join(" ")}`.toLowerCase();
      return of_kind && text.includes(view.name.trim().toLowerCase());
    }
    function apply() {
      buttons.forEach((button) => button.setAttribute("aria-pressed", button.dataset.kind === view.kind));
      let count = 0;
      for (const own of rows) {
        own.element.hidden = !fits(own);
        count += own.element.hidden ? 0 : 1;
      }
      said.textContent = view.kind || view.name ? say("{count} of {all} matches", { count, all: rows.length }) : "";
    }
    apply();
    return made("div", "controls chips", ...buttons, name, copy);
  }

  // The elements of a table; `view` keeps what is filtered from one time to the next, and `opened` is called with a row.
  function parts({ rows, others, view }, opened) {
    const said = made("p", "soft");
    said.setAttribute("role", "status");
    const lines = rows.map((own) => shown_row(own, opened));
    const titles = ["File", "Players", "What happened", "By the rules"].map((words) => Object.assign(made("th", "", say(words)), { scope: "col" }));
    const whole = made("table", "cards", made("thead", "", made("tr", "", ...titles)), made("tbody", "", ...lines));
    const body = made("div", "scroll many", whole);
    body.tabIndex = 0;
    body.setAttribute("role", "region");
    body.setAttribute("aria-label", say("Matches"));
    const rest = others.length
      ? [made("details", "", made("summary", "", others.length === 1 ? say("One other file, which is no record") : say("{count} other files, which are no records", { count: others.length })), made("ul", "remarks", ...others.map(({ record }) => made("li", "", record.file))))]
      : [];
    const how = rows.length > 1 ? [made("p", "soft why-row", say("A click on a file shows its board; Back leads here again."))] : [];
    return [made("p", "headline", head(rows)), ...how, ...(rows.length > 1 ? [filters(rows, view, said)] : []), said, body, ...rest];
  }

  // A table of records: what went wrong first, otherwise in the order of the files; what is no record stands apart.
  function of(all) {
    const others = all.length > 1 ? all.filter(({ record }) => is_other(record)) : [];
    const rows = all.filter((own) => !others.includes(own));
    if (!rows.length) return of_these(others, []);
    return of_these(rows, others);
  }
  function of_these(rows, others) {
    const sorted = rows.map((own, at) => [ORDER.indexOf(own.state), at, own]).sort((one, two) => one[0] - two[0] || one[1] - two[1]);
    return { rows: sorted.map(([,, own]) => own), others, view: { kind: "", name: "" } };
  }

  // The next row after this one, of those that are shown, in which something went wrong.
  function next_wrong({ rows }, own) {
    const is_wrong = ({ state, element, open }) => open && ["wrong", "broken"].includes(state) && !element?.hidden;
    return rows.slice(rows.indexOf(own) + 1).find(is_wrong);
  }

  return { of, row, unread, parts, head, worst, next_wrong };
})();
