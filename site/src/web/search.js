"use strict";
// Search over the whole site; the index is loaded with the first word.
(() => {
  const words = document.getElementById("words");
  const found = document.getElementById("found");
  let loading;
  const load = () => loading ??= new Promise((done) => {
    const script = document.createElement("script");
    script.src = "search.js";
    script.onload = done;
    document.head.append(script);
  });
  async function search() {
    const sought = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    if (!sought.length) return found.replaceChildren();
    await load();
    const worth = ([, title, text]) => sought.reduce((all, word) => {
      const own = (title.toLowerCase().includes(word) ? 4 : 0) + (text.toLowerCase().includes(word) ? 1 : 0);
      return all * own;
    }, 1);
    const best = window.sticklerIndex.map((entry) => [worth(entry), entry]).filter(([own]) => own > 0);
    best.sort(([one], [other]) => other - one);
    found.replaceChildren(...best.slice(0, 12).map(([, [url, title, text]]) => {
      const item = document.createElement("li");
      const link = Object.assign(document.createElement("a"), { href: url, textContent: title });
      item.append(link, ` ${text.slice(0, 140)}`);
      return item;
    }));
    if (!best.length) found.append(Object.assign(document.createElement("li"), { textContent: "Nothing speaks of this." }));
  }
  words.addEventListener("input", search);
  document.getElementById("search").addEventListener("submit", (event) => { event.preventDefault(); search(); });
})();
