"use strict";
// The menus of the header: one is open at a time, and Escape or a click elsewhere closes it. The menu of tools is a row where there
// is room.
(() => {
  const menus = [...document.querySelectorAll(".menu")];
  const narrow = matchMedia("(max-width: 60rem)");
  const stays = (menu) => menu.matches(".tools") && !narrow.matches;
  const close = (all) => all.forEach((menu) => { if (!stays(menu)) menu.open = false; });
  const fit = () => menus.forEach((menu) => { menu.open = stays(menu); });
  narrow.addEventListener("change", fit);
  fit();
  // The contents of a page are folded where they would stand before its first sentence.
  const fold = document.querySelector(".fold");
  const small = matchMedia("(max-width: 66rem)");
  const lay = () => { if (fold) fold.open = !small.matches; };
  small.addEventListener("change", lay);
  lay();
  // The contents mark the section that one reads: the last one whose heading has come to the upper third of the screen.
  const entries = [...document.querySelectorAll(".contents a")].map((link) => ({ link, heading: document.getElementById(decodeURIComponent(link.hash.slice(1))) }));
  const mark = () => {
    const now = entries.findLast(({ heading }) => heading.getBoundingClientRect().top < innerHeight / 3);
    for (const { link } of entries) link === now?.link ? link.setAttribute("aria-current", "location") : link.removeAttribute("aria-current");
  };
  if (entries.length) {
    addEventListener("scroll", mark, { passive: true });
    mark();
  }
  menus.forEach((menu) => menu.addEventListener("toggle", () => menu.open && !stays(menu) && close(menus.filter((other) => other !== menu))));
  document.addEventListener("click", (event) => close(menus.filter((menu) => !menu.contains(event.target))));
  document.addEventListener("keydown", (event) => {
    const open = event.key === "Escape" && menus.find((menu) => menu.open && !stays(menu) && menu.contains(document.activeElement));
    if (!open) return;
    open.open = false;
    open.querySelector("summary").focus();
  });
})();
