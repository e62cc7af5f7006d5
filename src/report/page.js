"use strict";
// Steps through the games of the page: buttons, the slider, a click on a line, or the keys arrows, Home, End and F.
// A page that gets more games later calls `stepThrough` with the element that holds them.
const stepThrough = (() => {
  let active;
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", f: "fault", F: "fault" };

  document.addEventListener("keydown", (event) => {
    const go = keys[event.key];
    if (!go || !active?.root.isConnected || event.ctrlKey || event.altKey || event.metaKey) return;
    // The slider has arrows, Home and End of its own.
    if (event.target.matches("input[type=range]") ? go !== "fault" : event.target.matches("input, textarea, select")) return;
    event.preventDefault();
    active.go(go);
  });

  function viewer(root) {
    const { stages, frames, fault } = JSON.parse(root.querySelector("script").textContent);
    const shown = [...root.querySelectorAll(".stage")];
    const cells = shown.map((stage) => [...stage.querySelectorAll(".t")]);
    const lines = new Map([...root.querySelectorAll(".log li")].map((line) => [line.value, line]));
    const slider = root.querySelector("input");
    const said = root.querySelector(".said");
    const notes = root.querySelector(".notes");
    let at = -1;

    const self = {
      root,
      go(where) {
        const to = { first: 0, back: at - 1, next: at + 1, last: frames.length - 1, fault: fault ?? at }[where];
        show(Math.max(0, Math.min(frames.length - 1, to)));
      },
    };

    function set(frame) {
      for (const [cell, glyph, name] of frame.set) {
        const place = cells[frame.stage][cell];
        place.setAttribute("class", name);
        place.querySelector("text").textContent = name === "t" ? "" : glyph;
        place.dataset.glyph = glyph;
      }
    }

    // A frame says what has changed since the one before, so a way back begins where its stage was last set up whole.
    function show(to) {
      let from = at + 1;
      if (to < at || at < 0) from = 0;
      for (let next = from; next <= to; next++) set(frames[next]);
      at = to;
      const frame = frames[at];
      shown.forEach((stage, number) => { stage.hidden = number !== frame.stage || !stages[number].length; });
      const line = lines.get(frame.line);
      const words = line ? line.querySelector("code").textContent : "the start";
      said.textContent = `Step ${at + 1} of ${frames.length}, line ${frame.line}: ${words}` + (line?.matches(".bad") ? ` — ${line.querySelector(".mark").textContent}` : "");
      describe(frame, said.textContent);
      notes.replaceChildren(...frame.notes.map((note) => Object.assign(document.createElement("li"), { textContent: note })));
      root.querySelectorAll("[aria-current]").forEach((old) => old.removeAttribute("aria-current"));
      if (line) {
        line.setAttribute("aria-current", "step");
        const log = line.parentElement;
        log.scrollTop = line.offsetTop - log.offsetTop - log.clientHeight / 2;
      }
      slider.value = at;
      slider.setAttribute("aria-valuetext", said.textContent);
    }

    // The boards in words, for those who do not see them.
    function describe(frame, title) {
      const stage = shown[frame.stage];
      let cell = 0;
      const rows = stages[frame.stage].flatMap(([height, width, name]) => [
        name,
        ...Array.from({ length: height }, () =>
          Array.from({ length: width }, () => cells[frame.stage][cell++].dataset.glyph ?? ".").join(" ")),
      ]);
      stage.querySelector("title").textContent = title;
      stage.querySelector("desc").textContent = rows.join("\n");
    }

    function lineTo(number) {
      const next = frames.findIndex((frame) => frame.line >= number);
      show(next < 0 ? frames.length - 1 : next);
    }

    root.addEventListener("focusin", () => { active = self; });
    root.addEventListener("click", (event) => {
      active = self;
      const go = event.target.closest("[data-go]")?.dataset.go;
      const line = event.target.closest("[data-line]")?.dataset.line ?? event.target.closest(".log li")?.value;
      if (event.target.closest("a")) event.preventDefault();
      if (go) self.go(go);
      else if (line) lineTo(Number(line));
    });
    slider.addEventListener("input", () => show(Number(slider.value)));
    show(fault ?? frames.length - 1);
    return self;
  }

  return (within) => {
    const viewers = [...within.querySelectorAll(".viewer")].map(viewer);
    active = viewers[0] ?? active;
  };
})();
stepThrough(document);
