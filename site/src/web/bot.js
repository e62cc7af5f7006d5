"use strict";
// Be the bot: the reader answers the judge's lines as a program would.
(() => {
  const at = (id) => document.getElementById(id);
  const clauses = shown.clauses();
  const games = JSON.parse(at("games").textContent);
  let look, timer, sent;

  const card = () => games.find((game) => game.name === at("game").value);

  function choose() {
    const { seats, presets } = card();
    at("seat").replaceChildren(...Array.from({ length: seats }, (_, seat) => new Option(`seat ${seat}`, seat)));
    at("preset").replaceChildren(new Option("as the contest plays it", ""), ...presets.map(([name, about]) => new Option(about, name)));
    at("opponent").disabled = seats < 2;
  }

  function add(text, name) {
    const line = Object.assign(document.createElement("li"), { textContent: text, className: name });
    at("lines").append(line);
    at("lines").scrollTop = at("lines").scrollHeight;
  }

  async function act(command, bytes) {
    clearInterval(timer);
    at("replies").replaceChildren();
    let now;
    try {
      now = await rules.ask(command, bytes);
    } catch (error) {
      at("awaits").textContent = error.message;
      return;
    }
    look = now;
    sent = performance.now();
    for (const line of now.seen) add(line, line[1] === "<" ? "told" : "said");
    for (const { seat, kind, word, clause: [id, sentence], why } of now.faults) {
      const item = document.createElement("li");
      item.className = "fault";
      const link = Object.assign(document.createElement("a"), { href: `${id.split(".")[0]}.html#${id}`, textContent: id });
      item.append(`seat ${seat}, ${kind} (${word} in this contest's words): ${why}. `, link, `: ${sentence}`);
      at("lines").append(item);
    }
    at("board").innerHTML = now.board;
    at("lines").scrollTop = at("lines").scrollHeight;
    const parts = now.lines > 1 ? ` of ${now.lines} lines; ${now.typed} are typed` : "";
    at("awaits").textContent = {
      answer: `The judge waits for your answer${parts}.`,
      exit: "The judge waits for the end of your program.",
      nothing: "The judge waits for nothing from you.",
      over: `The game is over: ${now.outcome ?? "nobody is told how"}.`,
    }[now.awaits];
    const over = now.awaits === "over";
    at("answering").hidden = over;
    at("end").hidden = !over;
    at("exit").hidden = now.awaits === "nothing";
    at("silent").hidden = now.awaits !== "answer";
    at("ask-replies").hidden = now.awaits !== "answer";
    if (over) await finish();
    else {
      at("answer").focus({ preventScroll: true });
      if (at("clocks").checked && now.awaits === "answer") run(now.budget);
    }
  }

  // The clock of an answer: when it has run down the program was silent.
  function run(budget) {
    const until = sent + budget;
    const tick = () => {
      const left = Math.max(0, until - performance.now());
      at("left").textContent = `${(left / 1000).toFixed(1)} s left`;
      if (left === 0) act({ do: "does", what: "silent", took: budget });
    };
    timer = setInterval(tick, 100);
    tick();
  }

  const took = () => (at("clocks").checked ? Math.round(performance.now() - sent) : 0);

  async function finish() {
    at("left").textContent = "";
    const { text } = await rules.ask({ do: "transcript" });
    at("transcript").value = text;
    at("checked").replaceChildren();
    at("said").textContent = "";
  }

  at("setup").addEventListener("submit", (event) => {
    event.preventDefault();
    at("lines").replaceChildren();
    at("play").hidden = false;
    const preset = at("preset").value ? [`preset=${at("preset").value}`] : [];
    const set = [...preset, ...shown.settings(at("set").value)];
    const script = at("script").value.split("\n").filter(Boolean);
    const opponent = at("opponent").value;
    const seed = Number(at("seed").value) || 0;
    act({ do: "start", game: at("game").value, set, seat: Number(at("seat").value), seed, opponent, script });
  });
  at("answering").addEventListener("submit", (event) => {
    event.preventDefault();
    const text = at("answer").value;
    at("answer").value = "";
    at("answer").rows = 1;
    act({ do: "does", what: "says", took: took() }, new TextEncoder().encode(`${text}\n`));
  });
  at("answer").addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    at("answering").requestSubmit();
  });
  at("exit").addEventListener("click", () => act({ do: "does", what: "exits", code: 0, took: took() }));
  at("silent").addEventListener("click", () => act({ do: "does", what: "silent", took: look.budget }));
  at("ask-replies").addEventListener("click", async () => {
    const all = await rules.ask({ do: "replies" });
    const more = all.length > 400 ? [`… and ${all.length - 400} more`] : [];
    at("replies").replaceChildren(
      `${all.length} legal answers: `,
      ...all.slice(0, 400).map((reply) => shown.button(reply, () => { at("answer").value = reply; at("answer").rows = reply.split("\n").length; at("answer").focus(); })),
      ...more,
    );
  });
  at("copy").addEventListener("click", () => shown.copy(at("transcript").value, at("said")));
  at("save").addEventListener("click", () => shown.save(`${at("game").value}.log`, at("transcript").value));
  at("check").addEventListener("click", async () => {
    const bytes = new TextEncoder().encode(at("transcript").value);
    const told = await rules.ask({ do: "judge", name: `${at("game").value}.log` }, bytes);
    at("checked").replaceChildren(...shown.diagnosis(told.text, clauses));
  });
  at("fixture").addEventListener("click", async () => {
    try {
      const { text } = await rules.ask({ do: "fixture" });
      at("checked").textContent = text;
    } catch (error) {
      at("checked").textContent = error.message;
    }
  });
  rules.onProgress = (made, of) => { at("awaits").textContent = `The judge prepares itself: ${made} of ${of} parts.`; };
  at("opponent").addEventListener("change", () => { at("script-field").hidden = at("opponent").value !== "scripted"; });
  at("game").addEventListener("change", choose);
  choose();
})();
