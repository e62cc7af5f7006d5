"use strict";
// The moves of a game beside its board, as a list of their own: number, player, move and time. The log is one click away.
const moves = (() => {
  const made = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });

  // The answers in the lines of a log, but for those to a greeting, as the viewer numbers them.
  function answers(log) {
    const lines = [...log.querySelectorAll(":scope > li:not(.more)")];
    return lines.flatMap((line) => {
      const [, seat, text, time] = /^(\d)> (?!OK\b)(.*?)(?: @(\d+)ms\b.*)?$/.exec(line.querySelector("code").textContent) ?? [];
      return seat === undefined ? [] : [{ line, seat, text, time }];
    });
  }

  function row({ line, seat, text, time }, number, names) {
    const own = made("li", line.className);
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

  // Puts the moves in the place of the log, and two buttons above them.
  function lay(viewer) {
    const log = viewer.querySelector(".log");
    viewer.querySelector(".boards").prepend(viewer.querySelector(".said"));
    // A board of few cells does not fill a screen.
    for (const svg of viewer.querySelectorAll(".stage svg")) svg.style.maxWidth = `${2 * svg.width.baseVal.value}px`;
    const { names } = JSON.parse(viewer.querySelector("script").textContent);
    const all = answers(log);
    const listing = made("div", "listing");
    log.before(listing);
    if (!all.length) return listing.append(log);
    const list = made("ol", "moves");
    Object.assign(list, { tabIndex: 0, ariaLabel: say("Moves") });
    list.append(...all.map((answer, at) => row(answer, at + 1, names)));
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

  return { lay };
})();
