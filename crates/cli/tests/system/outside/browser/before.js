"use strict";
// Stands in front of everything else: what goes wrong is noted from the start.
window.problems = [];
addEventListener("error", (event) => problems.push(`error: ${event.message}`));
addEventListener("securitypolicyviolation", (event) => problems.push(`fetches ${event.blockedURI}`));
console.error = (...words) => problems.push(`console: ${words.join(" ")}`);
console.warn = console.error;
window.boom = () => problems.push("what a bot wrote was run");
