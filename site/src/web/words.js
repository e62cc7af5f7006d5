"use strict";
// Scripts run here, so the line that says otherwise goes.
document.getElementById("no-script")?.remove();
// The page's words in the reader's language. `say("{count} results", { count })` is the sentence with its names; the Korean table
// stands in the page, and what it lacks stays English.
const korean = document.documentElement.lang === "ko" ? JSON.parse(document.getElementById("korean")?.textContent ?? "{}") : {};
// Korean particles after a name, by its last sound: `{who}(이/가)` is `참가자가` or `심판이`. Of Latin letters some leave it open.
const particles = (() => {
  const digits = { 0: true, 1: true, 2: false, 3: true, 4: false, 5: false, 6: true, 7: true, 8: true, 9: false };
  function closes(letter) {
    const code = letter.codePointAt(0);
    if (code >= 0xac00 && code <= 0xd7a3) return (code - 0xac00) % 28 > 0;
    if (letter in digits) return digits[letter];
    if (/[lmn]/i.test(letter)) return true;
    return /[bcgkpt]/i.test(letter) ? undefined : /[a-z]/i.test(letter) ? false : undefined;
  }
  // `pine` may be said with its last letter or without.
  const is_silent = (word) => /[lmn]e$/i.test(word);
  return (text) => text.replace(/(\S)\((이\/가|은\/는|을\/를|과\/와)\)/gu, (all, letter, pair, at) => {
    const [closed, open] = pair.split("/");
    const last = letter === ")" ? text[at - 1] : letter;
    const is_closed = is_silent(text.slice(0, at + 1)) ? undefined : closes(last);
    return letter + (is_closed === undefined ? `${closed}(${open})` : is_closed ? closed : open);
  });
})();
const say = (english, names = {}) => particles((korean[english] ?? english).replace(/\{(\w+)\}/g, (all, name) => names[name] ?? all));

// The program's own sentences in the reader's language, those of them that the table has: `why: ({a},{b}) holds a stone of {c}`, and
// for the parts of what stands below a board `note: {n} chips`. `{n}`, `{m}` and `{k}` are numbers; `{r}` is such a sentence itself.
const sentences = (() => {
  const kinds = { n: "(-?\\d+(?:[./]\\d+)?)", m: "(-?\\d+(?:[./]\\d+)?)", k: "(-?\\d+(?:[./]\\d+)?)" };
  const literally = (part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return (prefix) => {
    const templates = Object.entries(korean).filter(([key]) => key.startsWith(prefix)).map(([key, words]) => {
      const parts = key.slice(prefix.length).split(/\{(\w)\}/);
      const names = parts.filter((_, at) => at % 2);
      const pattern = parts.map((part, at) => (at % 2 ? kinds[part] ?? "(.+?)" : literally(part))).join("");
      return { pattern: new RegExp(`^${pattern}$`), names, words };
    }).sort((one, other) => other.pattern.source.length - one.pattern.source.length);
    return function said(text) {
      for (const { pattern, names, words } of templates) {
        const found = pattern.exec(text);
        if (!found) continue;
        return words.replace(/\{(\w)\}/g, (all, name) => {
          const own = found[names.indexOf(name) + 1];
          return name === "r" ? said(own) : own;
        });
      }
      return text;
    };
  };
})();
const translated = sentences("why: ");
const noted = sentences("note: ");
