"use strict";
// The oracle's console.
(() => {
  const at = (id) => document.getElementById(id);
  const questions = ['{"id":1,"ask":{"hello":{}}}', '{"id":2,"ask":{"new":{"as":"a","actions":[]}}}', '{"id":3,"ask":{"turn":{"position":"a"}}}', '{"id":4,"ask":{"actions":{"position":"a"}}}', '{"id":5,"ask":{"check":{"position":"a","action":"MOVE 8 8"}}}', '{"id":6,"ask":{"score":{"position":"a"}}}', '{"id":7,"ask":{"outcome":{"position":"a"}}}'];
  at("questions").append(...questions.map((line) => shown.button(Object.keys(JSON.parse(line).ask)[0], () => { at("line").value = line; at("line").focus(); })));
  let fresh = true;
  async function send() {
    const line = at("line").value;
    const add = (text, name) => at("answers").append(Object.assign(document.createElement("li"), { textContent: text, className: name }));
    add(line, "said");
    try {
      const reply = await rules.ask({ do: "oracle", game: at("game").value, set: shown.settings(at("set").value), fresh }, new TextEncoder().encode(line));
      fresh = false;
      add(JSON.stringify(reply), "told");
    } catch (error) {
      add(error.message, "fault");
    }
    at("answers").scrollTop = at("answers").scrollHeight;
  }
  at("send").addEventListener("click", send);
  at("fresh").addEventListener("click", () => { fresh = true; at("answers").replaceChildren(); });
})();
