"use strict";
// The oracle's console.
(() => {
  const at = (id) => document.getElementById(id);
  const asked = JSON.parse(at("asked").textContent);
  // Longer answers are folded.
  const LONG = 600;
  let fresh = true;

  function questions() {
    const { action } = asked.find(({ name }) => name === at("game").value);
    return [{ hello: {} }, { new: { as: "a", actions: [] } }, { turn: { position: "a" } }, { actions: { position: "a" } }, { check: { position: "a", action } }, { score: { position: "a" } }, { outcome: { position: "a" } }]
      .map((ask, number) => JSON.stringify({ id: number + 1, ask }));
  }
  function offer() {
    at("questions").replaceChildren(...questions().map((line) => shown.button(Object.keys(JSON.parse(line).ask)[0], () => { at("line").value = line; at("line").focus(); })));
  }

  function add(text, name) {
    const item = Object.assign(document.createElement("div"), { className: name });
    if (text.length > LONG) {
      const folded = document.createElement("details");
      folded.append(Object.assign(document.createElement("summary"), { textContent: `${text.slice(0, 120)} …` }), text);
      item.append(folded);
    } else item.textContent = text;
    at("answers").append(item);
    at("answers").scrollTop = at("answers").scrollHeight;
  }

  async function send() {
    const line = at("line").value;
    add(line, "said");
    try {
      const reply = await rules.ask({ do: "oracle", game: at("game").value, set: shown.settings(at("set").value), fresh }, new TextEncoder().encode(line));
      fresh = false;
      add(JSON.stringify(reply), reply.error ? "fault" : "told");
    } catch (error) {
      add(error.message, "fault");
    }
  }
  at("send").addEventListener("click", send);
  at("line").addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) send(); });
  at("fresh").addEventListener("click", () => { fresh = true; at("answers").replaceChildren(); });
  at("game").addEventListener("change", offer);
  offer();
  at("line").value ||= questions()[1];
})();
