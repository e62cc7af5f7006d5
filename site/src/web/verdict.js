"use strict";
// The verdict of a record in words: a headline, the reason with the players' names, and facts.
const verdict = (() => {
  const made = (tag, className, ...content) => {
    const element = Object.assign(document.createElement(tag), { className });
    element.append(...content.flat().filter((part) => part !== undefined && part !== ""));
    return element;
  };
  const coded = (text) => shown.coded(text);
  const begun = (sentence) => sentence[0].toUpperCase() + sentence.slice(1);

  const did = {
    illegal: "{who} gave an answer that the rules forbid",
    format: "{who} wrote an answer that has not the form of one",
    late: "{who} answered too late",
    died: "{who}'s program ended before its answer",
    flood: "{who} wrote more than the judge takes",
    unasked: "{who} wrote what nobody had asked for",
    ending: "{who}'s program did not end as it should",
    limit: "{who} used more memory or computing time than it may",
    habit: "{who} did what judges forgive",
    lost: "{who} lost a game that had to be won",
    unlogged: "{who} failed, and the record does not say how",
  };
  const extents = {
    whole: "the whole game",
    no_tail: "without its end, as the file says",
    gap: "a part is missing",
    open: "as far as these seats could hear",
    cut: "it stops before the end",
    torn: "its last line may be cut",
    empty: "no line of a seat is in it",
    contradicted: "up to the contradiction",
  };
  const sentences = JSON.parse(document.getElementById("assumed").textContent);
  const signs = { right: "✓", wrong: "✗", broken: "✗", unknown: "?", other: "!" };
  // Titles of formats, and which of them hold what the judge sent and not what it decided.
  const formats = JSON.parse(document.getElementById("formats").textContent);
  const title = (game) => document.querySelector(`#game option[value="${game}"]`)?.textContent || game;
  // Only of a failure that is certain the contest has a word.
  const failed = (finding) => finding?.by.startsWith("seat") && finding.kind !== "habit" && !finding.in_doubt;
  const is_log = ({ shape }) => Boolean(formats[shape]?.holds_messages);

  // A player's name where it is known. `seat 1` in the program's sentences becomes it, too.
  const naming = (names) => (text) => text.replace(/\bseat (\d)\b/g, (seat, number) => shortName(names[number] ?? "") || say("seat {number}", { number }));

  // Under other rules than the contest's the same words would accuse somebody of what he did not do.
  function supposed(record, set) {
    const names = { set: set.join(" ") };
    if (record.judge === "wrong") return say("Under other rules than the contest's ({set}) the judge would be wrong.", names);
    if (record.verdict === "unknown") return say("Under other rules than the contest's ({set}) nobody can tell from this file.", names);
    return record.verdict === "conforms"
      ? say("Under other rules than the contest's ({set}) everybody would keep to the rules.", names)
      : say("Under other rules than the contest's ({set}) a rule would be broken.", names);
  }

  // How the game ended, by the players' names; points of one and none say no more than who won.
  function ending({ outcome, points = [] }, named) {
    const tells_more = points?.length > 1 && points.some((own) => own > 1);
    const each = tells_more ? ` (${points.map((own, seat) => `${named(`seat ${seat}`)} ${own}`).join(", ")})` : "";
    return outcome && `${named(translated(outcome))}${each}`;
  }

  // The headline in the reader's language.
  function headline(record, others = []) {
    const { code, args = {}, text } = record.headline;
    if (others.length && !record.trouble) return supposed(record, others);
    const named = naming(record.players ?? []);
    const key = `headline: ${code}`;
    if (!korean[key]) return named(text);
    return say(key, { who: named(args.who ?? ""), outcome: ending(record, named) });
  }

  // The colour of the headline.
  const state = (record, others = []) => (others.length && !record.trouble ? "other" : record.headline.mood);

  // An id, which leads to its clause where that has a page.
  function clause(id, known) {
    return known.has(id) ? Object.assign(made("a", "id", id), { href: `${id.split(".")[0]}.html#${id}` }) : made("span", "id", id);
  }

  // The index of a move in a record.
  const move_of = ({ path }) => /\bmove\[(\d+)\][^[]*$/.exec(path ?? "")?.[1];
  // Where it stands: in a record by the number of the move, which the board shows too; in a log by the line, which its list shows.
  function place(at) {
    const { line, path } = at;
    const move = move_of(at);
    if (move !== undefined) return say("move {move}", { move: Number(move) + 1 });
    return path ? say("line {line} of the file", { line }) : say("line {line}", { line });
  }

  const has_code = (code) => (note) => note.code === code;
  // A remark in the reader's language, where the table has it.
  function remark({ code, args = {}, text }, named) {
    const key = `remark: ${code}`;
    if (!korean[key]) return named(text);
    const who = "seat" in args ? { seat: named(`seat ${args.seat}`) } : {};
    const how = "how" in args ? { how: translated(args.how) } : {};
    return say(key, { ...args, ...who, ...how });
  }

  // Seats that failed by an answer that the file does not have.
  const lacking = ({ notes = [] }) => notes.filter(has_code("answer-missing")).map(({ args }) => args.seat);
  // True where nothing is wrong in a record, and somebody failed by an answer that it does not have.
  const lacks_an_answer = ({ headline: { code } }) => ["answer-missing", "answers-missing"].includes(code);

  // Who broke a rule, by the program's word for it.
  const who = (by, named) => named(by === "judge" ? say("the judge") : by === "log" ? say("the file") : by);

  // What somebody did, in a sentence.
  function act({ by, kind, why: text }, named) {
    const culprit = who(by, named);
    const why = named(translated(text));
    return did[kind] ? say("{act}: {why}", { act: say(did[kind], { who: culprit }), why }) : `${begun(culprit)}: ${why}`;
  }

  // A move is named first: behind a sentence about a stone its number would be taken for that stone's.
  function found(finding, named, known) {
    const [at, sentence, id] = [place(finding.place), coded(act(finding, named)), clause(finding.clause, known)];
    return move_of(finding.place) === undefined ? [...sentence, ` (${at}). `, id] : [`${at[0].toUpperCase()}${at.slice(1)}: `, ...sentence, ". ", id];
  }

  // What is missing in a file that cannot be judged, as far as the page knows a better word for it than the program.
  function trouble({ trouble: { why, code, place: at } }) {
    if (code === "no-format") {
      return say("It is neither a log of stickler nor a record of a kind that this page knows: ALPHANO, CodinGame, DOMjudge, Kattis or a local tool. Is it the right file?");
    }
    if (code === "no-game") return say("The file does not say which game it is.");
    const sentence = translated(why);
    return `${begun(sentence)}${at?.line ? ` (${place(at)})` : ""}`;
  }

  // True for a file that lacks nothing but the name of its game.
  function is_nameless({ trouble }) {
    return trouble?.code === "no-game";
  }

  function reason(record, named, known, facts) {
    const { findings, notes = [] } = record;
    if (record.trouble) return [made("p", "reason", coded(trouble(record)))];
    const binding = findings.filter(({ level }) => level === "must");
    const all = binding.length ? binding : findings;
    // Where the judge was wrong its own error comes first, and then what led to it.
    const first = (record.judge === "wrong" && all.find(({ by }) => by === "judge")) || all[0];
    if (first) {
      const cause = first !== all[0] && all[0].by.startsWith("seat") ? all[0] : undefined;
      const rest = findings.length - (cause ? 2 : 1);
      const more = rest === 1 ? say("One more finding stands below.") : rest ? say("{count} more findings stand below.", { count: rest }) : "";
      const parts = [made("p", "reason", found(first, named, known), more && made("span", "soft", ` ${more}`))];
      if (record.headline.code.startsWith("both-failed")) {
        const other = all.find(({ by }) => by.startsWith("seat") && by !== first.by);
        if (other) parts.push(made("p", "reason", found(other, named, known)));
        parts.push(...notes.filter(has_code("failed-by-word")).map((note) => made("p", "reason", coded(`${begun(remark(note, named))}.`))));
      }
      if (cause) parts.push(made("p", "reason", `${say("What came before it:")} `, found(cause, named, known)));
      if (first.in_doubt && (record.right_if || record.or_else)) {
        const why = named(record.right_if ?? record.or_else);
        parts.push(made("p", "reason", coded(record.right_if ? say("But nobody is to blame if {why}.", { why }) : say("Or else: {why}.", { why }))));
      }
      if (facts.of?.includes(first.clause) && facts.clause) {
        // Most clauses are in English everywhere.
        const known = korean[`clause: ${first.clause}`];
        const sentence = Object.assign(made("span", "", coded(known ?? facts.clause)), { lang: known ? "ko" : "en" });
        parts.push(made("p", "why-so", sentence, facts.allowed ? [" ", ...coded(`${say("Allowed here:")} ${translated(facts.allowed)}.`)] : ""));
      }
      return parts;
    }
    const losers = notes.filter(has_code("lost-by-time"));
    if (losers.length) {
      return losers.map(({ args: { word, seat, took, left } }) => made("p", "reason", say("{who} lost by {word}: the answers that are here took {took} ms, so the missing one had {left} ms left.", { who: named(`seat ${seat}`), word: say(word), took, left })));
    }
    if (record.verdict !== "unknown" && record.extent !== "gap") return [];
    const doubted = notes.filter(has_code("failure-not-shown"));
    if (doubted.length) return doubted.map(({ args }) => made("p", "reason", say("The record says that {who} failed. A part of it is missing, so nothing can confirm this.", { who: named(`seat ${args.seat}`) })));
    // The headline says who failed.
    if (lacks_an_answer(record)) return [made("p", "reason", say("Every answer that is in the file is legal and in time. Why anything else failed is not in it: a program may have crashed, or written what the rules forbid."))];
    const ends = { gap: "The file leaves something out, and what comes after it cannot be checked.", cut: "The file stops before the game is over.", torn: "The last line of the file may be cut.", empty: "No program says anything in this file." };
    const why = record.right_if ? say("But nobody is to blame if {why}.", { why: named(record.right_if) }) : record.or_else ? named(record.or_else) : say(ends[record.extent] ?? "");
    return why ? [made("p", "reason", coded(why))] : notes.slice(-1).map((note) => made("p", "reason", coded(remark(note, named))));
  }

  // The values that decide who wins, each with its sentence.
  function deciding(depends, named, known, clauses) {
    return depends.map(({ set, winner, points }) => {
      const name = set.split("=")[0];
      const id = clauses.find((own) => name.split("-").some((word) => own.split(".").includes(word)));
      const names = { set, who: winner === null ? "" : named(`seat ${winner}`), points: points.join(" : ") };
      const text = winner === null
        ? say("This decides: with {set}, which no document excludes, it would be a draw ({points}).", names)
        : say("This decides: with {set}, which no document excludes, {who} would win ({points}).", names);
      return made("p", "decides", text, id ? [" ", clause(id, known)] : "");
    });
  }

  // The elements of a verdict: of a record, the players' names, the clauses that have pages, parameters that are not the contest's,
  // what the program tried besides, and what the viewer knows of the first finding.
  function show(record, { names, known, given = [], others = [], depends = [], rests_on = record.rests_on ?? [], facts: of = {}, strict = false }) {
    const named = naming(names);
    const own = state(record, others);
    const sign = made("span", "sign", signs[own]);
    sign.setAttribute("aria-hidden", "true");
    const told = reason(record, named, known, of);
    const of_messages = is_log(record);
    const outcome = ending(record, named);
    const crowned = record.headline.args?.outcome && !others.length ? outcome : undefined;
    const facts = [
      record.file,
      [title(record.game), formats[record.shape]?.title ?? record.shape].filter(Boolean).join(", "),
      // What could not be told is not whole.
      record.verdict === "unknown" && record.extent === "whole" ? "" : say(extents[record.extent] ?? ""),
      of.word && failed(record.findings[0]) && `${named(record.findings[0].by)}: ${say(of.word)}`,
      outcome && !crowned && (of_messages ? say("by these rules {outcome}", { outcome }) : outcome),
    ].filter(Boolean);
    const list = made("ul", "facts", ...facts.map((fact) => made("li", "", fact)));
    if (given.length) list.append(made("li", "given", say("judged with {set}", { set: given.join(" ") })));
    if (strict) list.append(made("li", "", say("warnings count as errors")));
    const is_shown = (note) => told.some((part) => part.textContent.includes(begun(remark(note, named)).replaceAll("`", "")));
    const is_told = (note) => ["lost-by-time", "failure-not-shown"].includes(note.code) || note.code === "answer-missing" && told.length > 0 || is_shown(note);
    const rest = (record.notes ?? []).filter((note) => !is_told(note)).map((note) => made("li", "", coded(remark(note, named))));
    // Why a verdict can be right and yet rest on our choice.
    const assumed = rests_on.map((id) => made("li", "assumed", coded(sentences[id] ?? ""), " ", clause(id, known)));
    const decides = deciding(depends, named, known, record.rests_on ?? []);
    // Who has no name is called by the place.
    if (/\bseat \d|\d번 참가자/.test([...told, ...decides, ...facts].map((part) => part.textContent ?? part).join(" "))) {
      const first = record.game === "gomoku" ? ` ${say("In Gomoku seat 0 is FIRST, and seat 1 is SECOND.")}` : "";
      rest.push(made("li", "", `${say("A seat is a player's place: seat 0 is the first player.")}${first}`));
    }
    const remarks = (list) => (list.length ? made("ul", "remarks", ...list) : "");
    const summary = made("summary", "", assumed.length ? say("This rests on an assumption") : `${say("Remarks")} (${rest.length})`);
    const why = assumed.length ? made("p", "", say("The contest's document does not say this, and another judge may do it otherwise:")) : "";
    const notes = assumed.length + rest.length ? [made("details", "", summary, why, remarks(assumed), remarks(rest))] : [];
    return { own, parts: [made("p", "headline", sign, ` ${headline(record, others)}`), ...told, ...decides, list, ...notes] };
  }

  // The reason alone, for a row of a table, in which nothing stands below; where both failed it has two parts.
  function brief(record, known) {
    const parts = reason(record, naming(record.players ?? []), known, {});
    parts.forEach((part) => part.querySelector(".soft")?.remove());
    const own = record.headline.code.startsWith("both-failed") ? parts.slice(0, 2) : parts.slice(0, 1);
    return own.flatMap((part) => [...part.childNodes, " "]);
  }

  return { show, headline, brief, state, signs, naming, title, is_nameless, is_log, lacks_an_answer, lacking, place, who };
})();
