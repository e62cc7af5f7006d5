"use strict";
// Search over the whole site; the index is loaded with the first word. The page's own entries come first.
(() => {
  const words = document.getElementById("words");
  const found = document.getElementById("found");
  const count = document.getElementById("count");
  const slash = document.getElementById("slash");
  const own = document.body.dataset.page;
  // What readers say, and what the rules say for it.
  const alike = {
    tle: ["late", "bank"], timeout: ["late", "bank"], "time limit": ["late", "bank"], limit: ["late", "most", "limit"], time: ["time", "late", "bank"],
    re: ["died", "exit"], crash: ["died", "exit"], illegal: ["illegal", "invalid", "empty", "inside"], taken: ["move.empty", "start.empty", "empty", "holds"], occupied: ["move.empty", "start.empty", "empty", "holds"], five: ["five", "row", "win"], win: ["win", "row"],
    "33": ["gomoku.move.free"], "3-3": ["gomoku.move.free"], "44": ["gomoku.move.free"], 삼삼: ["gomoku.move.free"], 쌍삼: ["gomoku.move.free"], 렌주: ["gomoku.move.free"], 렌주룰: ["gomoku.move.free"],
    선공: ["gomoku.ready.role"], 후공: ["gomoku.ready.role"], 흑: ["gomoku.ready.role"], 백: ["gomoku.ready.role"], 반칙: ["illegal"], 금수: ["gomoku.move.free"], 장목: ["win.overline"], 육목: ["win.overline"], 에러: ["process.alive", "died", "exit"], "런타임 에러": ["process.alive", "died", "exit"], 배팅: ["bet"], 칩: ["bet", "chips"],
    돌: ["stone", "gomoku.move"], 차례: ["turn"], 출력: ["answer"], 개행: ["newline"], 오목: ["gomoku"], 착수: ["gomoku.move", "move", "place"], 패스: ["pass"], "첫 수": ["first"], 동점: ["draw", "equal", "tie"], "블록 놓기": ["betris.place"], 오라클: ["oracle"], 시간: ["time", "late", "bank"], 초과: ["late", "over"], "시간 초과": ["late", "bank"], 실행: ["died", "exit"], 오류: ["fault", "error"],
    "실행 오류": ["died", "exit"], 런타임: ["died", "exit"], 중복: ["empty", "taken", "overlap"], "중복 착수": ["move.empty"], 블록: ["block"], 블로커스: ["blokus"], 베트리스: ["betris"], 베팅: ["bet"],
    테트리스: ["tetris"], 블랙아웃: ["blackout"], 승리: ["win"], 무승부: ["draw"], 점수: ["score", "points"], 메모리: ["memory"], 규칙: ["rules"], 보드: ["board"], 심판: ["judge"], 형식: ["form"],
  };
  let loading;
  let chosen = -1;
  const load = () => loading ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = "search.js";
    script.onload = done;
    document.head.append(script);
  });
  const options = () => [...found.querySelectorAll("[role=option]")];

  function choose(next) {
    const all = options();
    chosen = all.length ? (next + all.length) % all.length : -1;
    all.forEach((option, number) => option.setAttribute("aria-selected", number === chosen));
    if (chosen >= 0) {
      words.setAttribute("aria-activedescendant", all[chosen].id);
      all[chosen].scrollIntoView({ block: "nearest" });
    } else words.removeAttribute("aria-activedescendant");
  }

  function close() {
    found.hidden = true;
    words.setAttribute("aria-expanded", "false");
    choose(-1);
    chosen = -1;
  }

  // Phrases of two words are one thing to look for.
  function sought() {
    let text = words.value.toLowerCase().trim();
    const wanted = [];
    for (const [phrase, others] of Object.entries(alike)) {
      if (!phrase.includes(" ") || !text.includes(phrase)) continue;
      wanted.push([phrase, ...others]);
      text = text.replace(phrase, " ");
    }
    for (const word of text.split(/\s+/).filter(Boolean)) {
      // A number with a meaning of its own stands in many texts that are about something else.
      const others = alike[word] ?? [];
      wanted.push([...new Set(others.length && /^[\d-]+$/.test(word) ? others : [word, ...others])]);
    }
    return wanted;
  }

  function marked(text, wanted) {
    const element = document.createElement("span");
    const all = wanted.flat().map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    for (const [at, part] of text.split(new RegExp(`(${all.join("|")})`, "giu")).entries()) {
      element.append(at % 2 ? Object.assign(document.createElement("mark"), { textContent: part }) : part);
    }
    return element;
  }

  async function search() {
    const wanted = sought();
    if (!wanted.length) return close();
    await load();
    const worth = ([url, title, text]) => wanted.reduce((all, group) => {
      const of = (word) => (title.toLowerCase().includes(word) ? 4 : 0) + (text.toLowerCase().includes(word) ? 1 : 0);
      // Clauses that are named for a word come before texts that have it, in the order of that table.
      return all * Math.max(...group.map((word, at) => of(word) * (at ? (word.includes(".") ? 16 + 1 / at : 1) : 8)));
    }, 1) * (url.split(".")[0] === own ? 20 : 1);
    const best = window.sticklerIndex.map((entry) => [worth(entry), entry]).filter(([worth]) => worth > 0);
    best.sort(([one], [other]) => other - one);
    found.replaceChildren(...best.slice(0, 12).map(([, [url, title, text]], number) => {
      const option = Object.assign(document.createElement("li"), { id: `found-${number}` });
      option.setAttribute("role", "option");
      option.dataset.href = url;
      option.append(Object.assign(document.createElement("b"), { textContent: title }), " ", marked(text.slice(0, 140), wanted));
      return option;
    }));
    found.hidden = !best.length;
    words.setAttribute("aria-expanded", `${best.length > 0}`);
    count.textContent = best.length ? say("{count} results", { count: best.length }) : say("Nothing speaks of this.");
    count.classList.toggle("unseen", best.length > 0);
    choose(best.length ? 0 : -1);
  }

  words.addEventListener("input", search);
  words.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      if (found.hidden) search();
      else choose(chosen + (event.key === "ArrowDown" ? 1 : -1));
    } else if (event.key === "Escape") {
      // The first Escape closes what was found, and leaves the words.
      if (!found.hidden) event.preventDefault();
      close();
      count.textContent = "";
      count.classList.add("unseen");
    }
  });
  const follow = (option) => { if (option) { location.href = option.dataset.href; close(); } };
  found.addEventListener("mousedown", (event) => event.preventDefault());
  found.addEventListener("click", (event) => follow(event.target.closest("[role=option]")));
  document.getElementById("search").addEventListener("submit", (event) => { event.preventDefault(); follow(options()[chosen]); });
  words.addEventListener("blur", () => setTimeout(close, 100));
  // A reader who speaks to the computer may turn the key off.
  const kept = (() => { try { return localStorage; } catch { return { getItem: () => null, setItem() {} }; } })();
  slash.checked = kept.getItem("slash") !== "no";
  slash.addEventListener("change", () => kept.setItem("slash", slash.checked ? "yes" : "no"));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || !slash.checked || event.ctrlKey || event.altKey || event.metaKey || event.target.closest("input, textarea, select")) return;
    event.preventDefault();
    words.focus();
  });
})();
