"use strict";
// Works the page as somebody at the keyboard would, and leaves what it found in an element of its own.
(() => {
  const found = { problems, viewers: 0, texts: 0 };
  const expect = (holds, what) => holds || problems.push(what);
  const press = (key, shiftKey = false) => (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true }));
  document.querySelectorAll("details").forEach((details) => { details.open = true; });
  const viewers = [...document.querySelectorAll(".viewer")];
  found.viewers = viewers.length;

  for (const viewer of viewers) {
    viewer.focus();
    expect(document.activeElement === viewer, "a viewer takes the focus");
    const said = viewer.querySelector("[aria-live]");
    const slider = viewer.querySelector("input[type=range]");
    const step = () => Number(slider.value) + 1;
    const current = () => viewer.querySelector("[aria-current]");
    const boards = () => [...viewer.querySelectorAll(".stage:not([hidden]) .t, .notes li")].map((cell) => cell.innerHTML).join("|");
    const owners = (stage) => [...stage.querySelectorAll(".t > :is(rect, circle)")].map((drawn) => /^[sk]\d/.exec(drawn.getAttribute("class"))?.[0]).filter(Boolean);
    const total = Number(slider.max) + 1;
    found.steps = total;
    expect(total > 1, "there are steps");
    const seen = [];
    press("Home");
    expect(step() === 1, `Home leads to the first step, not ${step()}`);
    for (let at = 1; at <= total; at++) {
      expect(step() === at, `→ leads to step ${at}, not ${step()}`);
      const stage = viewer.querySelector(".stage:not([hidden])");
      if (stage) {
        const name = stage.querySelector("title").textContent;
        expect(name && name !== said.textContent, "the picture has a name, and is not the sentence that is heard anyway");
        expect(stage.querySelector("desc").textContent.trim(), "the picture is told in words");
        found.boards = stage.querySelectorAll("svg").length;
        found.stones = Math.max(found.stones ?? 0, owners(stage).length);
        found.owners = Math.max(found.owners ?? 0, new Set(owners(stage)).size);
      }
      seen.push(boards());
      press("ArrowRight", true);
    }
    expect(step() === total, "→ stays at the last step");
    for (let at = total; at >= 1; at--) {
      expect(boards() === seen[at - 1], `step ${at} is the same on the way back`);
      press("ArrowLeft", true);
    }
    expect(step() === 1, "← stays at the first step");
    // Without Shift a step is a move.
    for (let turn = 0, before = 0; turn < total && step() !== before; turn++) {
      before = step();
      press("ArrowRight");
    }
    expect(step() === total, "→ by moves leads to the last step");
    press("End");
    expect(step() === total, "End leads to the last step");
    press("Home");
    press("f");
    const bad = viewer.querySelector(".log .bad");
    expect(bad, "a line is marked");
    expect(current() === bad || (bad && current() && current().value >= bad.value), "F leads to the line at fault");
    found.bad = bad?.textContent;
    expect(getComputedStyle(bad).display !== "none" && viewer.querySelector(".log").scrollTop <= bad.offsetTop, "the line at fault is in view");
    found.positions = Math.max(found.positions ?? 0, new Set(seen).size);
    expect([...viewer.querySelectorAll("button")].every((button) => button.textContent.trim() && button.tabIndex === 0), "buttons have names and take the focus");
    viewer.querySelector("[data-go=first]").click();
    expect(step() === 1, "the button leads to the first step");
    press("f");
  }

  const channels = (colour) => {
    const [red, green, blue, alpha = 1] = colour.match(/[\d.]+/g).map(Number);
    return { red, green, blue, alpha };
  };
  const light = ({ red, green, blue }) => {
    const [r, g, b] = [red, green, blue].map((part) => (part /= 255) <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    if (element.matches(".t text")) return channels(getComputedStyle(element.parentElement.querySelector("rect, circle")).fill);
    if (element.matches("text.tag")) return channels(getComputedStyle(element.previousElementSibling).fill);
    for (let at = element; at; at = at.parentElement) {
      const colour = channels(getComputedStyle(at).backgroundColor);
      if (colour.alpha === 1) return colour;
    }
    return channels("rgb(255, 255, 255)");
  };
  for (const element of document.querySelectorAll("body *:not(script, style, title, desc)")) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim());
    if (!own || !element.getClientRects().length || element.closest("[hidden]")) continue;
    found.texts++;
    const style = getComputedStyle(element);
    const text = channels(element.namespaceURI.endsWith("svg") ? style.fill : style.color);
    const [one, other] = [light(text), light(behind(element))];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    found.contrast = Math.min(found.contrast ?? 99, contrast);
    found.size = Math.min(found.size ?? 99, parseFloat(style.fontSize));
    expect(contrast >= 4.5, `contrast ${contrast.toFixed(2)} of ${element.tagName} ${element.className.baseVal ?? element.className}: ${element.textContent.slice(0, 30)}`);
    expect(parseFloat(style.fontSize) >= 12, `a text of ${style.fontSize}`);
  }
  found.width = innerWidth;
  expect(document.documentElement.scrollWidth <= innerWidth + 1, `the page is ${document.documentElement.scrollWidth} wide, the window ${innerWidth}`);
  found.dark = matchMedia("(prefers-color-scheme: dark)").matches;
  found.problems = [...new Set(problems)].slice(0, 20);
  // Within a frame as wide as a phone the page around it shows what was found.
  if (parent !== window) return parent.postMessage(encodeURIComponent(JSON.stringify(found)), "*");
  const result = document.createElement("pre");
  result.id = "found";
  result.textContent = encodeURIComponent(JSON.stringify(found));
  document.body.append(result);
})();
