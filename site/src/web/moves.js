"use strict";
// The moves of a game beside its board, as a list of their own: number, player, move and time. The log is one click away.
const moves = (() => {
  const made = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });

  // The moves in the lines of a log, with the numbers of the viewer, and the other lines at which a fault stands.
  function answers(log) {
    const lines = [...log.querySelectorAll(":scope > li:not(.more)")];
    let moves = 0;
    return lines.flatMap((line) => {
      const words = line.querySelector("code").textContent;
      const [, seat, text, time] = /^(\d). (.*?)(?: @(\d+)ms\b.*)?$/.exec(words) ?? [];
      const number = isMove(words) ? ++moves : "";
      return seat === undefined || !number && !line.querySelector(".mark") ? [] : [{ line, number, seat, text, time }];
    });
  }

  function row({ line, number, seat, text, time, is_missing }, names) {
    const own = made("li", line.className);
    if (is_missing) own.classList.add("bad");
    own.dataset.line = line.value;
    const who = shortName(names[seat] ?? "") || say("seat {number}", { number: seat });
    own.append(made("span", "number", number), made("bdi", "who", who), made("code", "", text), made("span", "took", time === undefined ? "" : `${time} ms`));
    const mark = line.querySelector(".mark");
    if (mark) own.append(made("span", "mark", mark.textContent));
    return own;
  }

  // Marks the move that led to the position: the last one at the line of the log that is shown, or before it.
  function follow(log, list) {
    const rows = [...list.children];
    const mark = () => {
      const line = log.querySelector("[aria-current]")?.value ?? 0;
      const now = rows.findLast((own) => Number(own.dataset.line) <= line);
      rows.forEach((own) => own.removeAttribute("aria-current"));
      now?.setAttribute("aria-current", "step");
      list.scrollTop = now ? now.offsetTop - list.clientHeight / 2 : 0;
    };
    new MutationObserver(mark).observe(log, { subtree: true, attributeFilter: ["aria-current"] });
    mark();
    return mark;
  }

  // Puts the moves in the place of the log, and two buttons above them. `missing` is the answer that the file does not have, if one is.
  function lay(viewer, missing) {
    const log = viewer.querySelector(".log");
    viewer.querySelector(".boards").prepend(viewer.querySelector(".said"));
    // A board of few cells does not fill a screen.
    for (const svg of viewer.querySelectorAll(".stage svg")) svg.style.maxWidth = `min(100%, ${2 * svg.width.baseVal.value}px)`;
    const { names } = JSON.parse(viewer.querySelector("script").textContent);
    const all = answers(log);
    if (missing) {
      const after = all.findIndex(({ line }) => line.value > missing.end.value);
      all.splice(after < 0 ? all.length : after, 0, { line: missing.end, number: "", seat: missing.seat, text: say("no answer in the file"), is_missing: true });
    }
    const listing = made("div", "listing");
    log.before(listing);
    if (!all.length) return listing.append(log);
    const list = made("ol", "moves");
    Object.assign(list, { tabIndex: 0, ariaLabel: say("Moves") });
    list.append(...all.map((answer) => row(answer, names)));
    const tabs = made("div", "controls tabs");
    tabs.setAttribute("role", "group");
    tabs.ariaLabel = say("Moves or log");
    listing.append(tabs, list, log);
    const mark = follow(log, list);
    const choose = (name) => {
      listing.dataset.shows = name;
      for (const tab of tabs.children) tab.ariaPressed = `${tab.dataset.name === name}`;
      mark();
    };
    for (const [name, words] of [["moves", say("Moves")], ["log", say("Log")]]) {
      const tab = shown.button(words, () => choose(name));
      tab.dataset.name = name;
      tabs.append(tab);
    }
    choose("moves");
    return undefined;
  }

  // The boards that are shown as text: with the numbers of their rows and columns, and the cells of the last move in brackets.
  function board(viewer) {
    const { stages, looks, frames, names } = JSON.parse(viewer.querySelector("script").textContent);
    const at = Number(viewer.querySelector("input[type=range]").value);
    const { stage } = frames[at];
    const own = viewer.querySelectorAll(".stage")[stage];
    const cells = [...own.querySelectorAll(".t")].map(() => ".");
    if (!cells.length) return "";
    let last = new Set();
    for (const frame of frames.slice(0, at + 1).filter((frame) => frame.stage === stage)) {
      const changed = frame.set.filter(([cell, look]) => cells[cell] !== looks[look][0]);
      if (frame.turn && changed.length) last = new Set(changed.map(([cell]) => cell));
      for (const [cell, look] of changed) cells[cell] = looks[look][0];
    }
    // Of the numbers beside a board the first is that of its first row or column.
    const first = Number([...own.querySelectorAll("text")].find((text) => !text.closest(".t, .over") && /^\d+$/.test(text.textContent))?.textContent ?? 1);
    let cell = 0;
    return stages[stage].map(([height, width, title]) => {
      const head = `  ${Array.from({ length: width }, (_, column) => String(first + column).padStart(2)).join(" ")}`;
      const rows = Array.from({ length: height }, (_, row) => String(first + row).padStart(2) + Array.from({ length: width }, () => {
        const [left, right] = last.has(cell) ? ["[", "]"] : [" ", " "];
        return `${left}${cells[cell++]}${right}`;
      }).join(""));
      return [...(title ? [verdict.naming(names)(title)] : []), head, ...rows].join("\n");
    }).join("\n");
  }

  return { lay, board };
})();
