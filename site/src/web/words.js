"use strict";
// The page's words in the reader's language. `say("{count} results", { count })` is the sentence with its names; the Korean table
// stands in the page, and what it lacks stays English.
const korean = document.documentElement.lang === "ko" ? JSON.parse(document.getElementById("korean")?.textContent ?? "{}") : {};
const say = (english, names = {}) => (korean[english] ?? english).replace(/\{(\w+)\}/g, (all, name) => names[name] ?? all);
