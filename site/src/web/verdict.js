"use strict";
// The verdict of a record in words: a headline, the reason with the players' names, and facts.
const verdict = (() => {
  const made = (tag, className, ...content) => {
    const element = Object.assign(document.createElement(tag), { className });
    element.append(...content.filter((part) => part !== undefined && part !== ""));
    return element;
  };

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
  const signs = { right: "✓", wrong: "✗", unknown: "?" };

  // A player's name where it is known. `seat 1` in the program's sentences becomes it, too.
  const naming = (names) => (text) => text.replace(/\bseat (\d)\b/g, (seat, number) => names[number] ?? say("seat {number}", { number }));

  // The program's own sentences in Korean, those of them that the table has: `why: ({a},{b}) holds a stone of {c}`.
  const templates = Object.entries(korean).filter(([key]) => key.startsWith("why: ")).map(([key, words]) => {
    const names = [...key.matchAll(/\{(\w)\}/g)].map(([, name]) => name);
    const pattern = key.slice(5).split(/\{\w\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("(.+?)");
    return { pattern: new RegExp(`^${pattern}$`), names, words };
  });
  function translated(text) {
    for (const { pattern, names, words } of templates) {
      const found = pattern.exec(text);
      if (found) return words.replace(/\{(\w)\}/g, (all, name) => found[names.indexOf(name) + 1]);
    }
    return text;
  }

  function headline(record) {
    if (record.trouble) return say("This file cannot be judged.");
    if (record.judge === "wrong") return say("The judge was wrong here.");
    if (record.verdict === "unknown") return say("Nobody can tell from this file.");
    const kept = record.verdict === "conforms";
    if (record.judge === "right") return kept ? say("The judge was right, and everybody kept to the rules.") : say("The judge was right.");
    return kept ? say("Everybody kept to the rules.") : say("A rule was broken.");
  }

  // The state of the colours: what the judge did, and where the file says nothing of it, what the players did.
  function state(record) {
    if (record.judge === "wrong") return "wrong";
    if (record.verdict === "unknown" || record.trouble) return "unknown";
    return record.judge === "right" || record.verdict === "conforms" ? "right" : "broken";
  }

  function clause(id, known) {
    return known.has(id) ? made("a", "id", id) : made("span", "id", id);
  }

  // Where it stands: in a record by the number of the move, which the board shows too; in a log by the line, which its list shows.
  function place({ line, path }) {
    const move = /\[(\d+)\][^[]*$/.exec(path ?? "")?.[1];
    if (move !== undefined) return say("move {move}; line {line} of the file", { move: Number(move) + 1, line });
    return path ? say("line {line} of the file", { line }) : say("line {line}", { line });
  }

  // `TLE for seat 1: its answers add up …` is the answer of somebody who lost so.
  const lost = /^([A-Z]+) for seat (\d): (.*)$/s;

  function reason(record, named, known) {
    const { findings, trouble, notes = [] } = record;
    const sentence = (text) => text[0].toUpperCase() + text.slice(1);
    if (trouble && /^no known format of a record/.test(trouble.why)) {
      return [made("p", "reason", say("It is neither a log of stickler nor a record of a kind that this page knows: ALPHANO, CodinGame, DOMjudge, Kattis or a local tool. Is it the right file?"))];
    }
    if (trouble) return [made("p", "reason", sentence(translated(trouble.why)), trouble.place?.line ? ` (${place(trouble.place)})` : "")];
    const first = findings.find(({ level }) => level === "must") ?? findings[0];
    if (first) {
      const who = named(first.by === "judge" ? say("the judge") : first.by === "log" ? say("the file") : first.by);
      const act = did[first.kind] ? say(did[first.kind], { who }) : sentence(who);
      const why = named(translated(first.why));
      const link = clause(first.clause, known);
      if (link.tagName === "A") link.href = `${first.clause.split(".")[0]}.html#${first.clause}`;
      const more = findings.length > 1 ? made("span", "soft", ` ${say("{count} more findings stand below.", { count: findings.length - 1 })}`) : "";
      return [made("p", "reason", `${did[first.kind] ? say("{act}: {why}", { act, why }) : `${act}: ${why}`} (${place(first.place)}). `, link, more)];
    }
    const all = notes.map((note) => lost.exec(note)).filter(Boolean);
    if (all.length) {
      return all.map(([, word, seat, rest]) => {
        const times = /^its answers add up to (\d+) ms; the one that is missing had (\d+) ms$/.exec(rest);
        const who = named(`seat ${seat}`);
        const text = times
          ? say("{who} lost by {word}: the answers that are here took {took} ms, so the missing one had {left} ms left.", { who, word, took: times[1], left: times[2] })
          : say("{who} lost by {word}: {rest}.", { who, word, rest: named(rest) });
        return made("p", "reason", text);
      });
    }
    return [];
  }

  // The elements of a verdict. `conclusion` is the program's last line, for what has no record.
  function show(record, { names, known, given }) {
    const named = naming(names);
    const own = state(record);
    const sign = made("span", "sign", own === "broken" ? signs.wrong : signs[own]);
    sign.setAttribute("aria-hidden", "true");
    const told = reason(record, named, known);
    const facts = [
      record.file,
      [record.game, record.shape].filter(Boolean).join(", "),
      say(extents[record.extent] ?? ""),
      record.outcome && named(translated(record.outcome)),
    ].filter(Boolean);
    const list = made("ul", "facts", ...facts.map((fact) => made("li", "", fact)));
    if (given.length) list.append(made("li", "given", say("judged with {set}", { set: given.join(" ") })));
    const rest = (record.notes ?? []).filter((note) => !lost.test(note)).map((note) => made("li", "", named(translated(note))));
    // Why a verdict can be right and yet rest on our choice.
    for (const id of record.rests_on ?? []) {
      const link = clause(id, known);
      if (link.tagName === "A") link.href = `${id.split(".")[0]}.html#${id}`;
      rest.push(made("li", "assumed", `${say("This rests on an assumption. The contest's document does not say it, and another judge may do it otherwise:")} `, sentences[id] ?? "", " ", link));
    }
    // Who has no name is called by the place.
    if (/\bseat \d|\d번 자리/.test([...told, ...facts].map((part) => part.textContent ?? part).join(" "))) {
      rest.push(made("li", "", say("A seat is a player's place: seat 0 is the first player.")));
    }
    const rests = record.rests_on?.length ? say("This rests on an assumption") : say("Remarks");
    const notes = rest.length ? [made("details", "", made("summary", "", `${rests} (${rest.length})`), made("ul", "remarks", ...rest))] : [];
    return { own, parts: [made("p", "headline", sign, ` ${headline(record)}`), ...told, list, ...notes] };
  }

  return { show, headline };
})();
