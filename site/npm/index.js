// The rules and judges of contest games, in Node and in a browser. See index.d.ts.
import { call, initSync } from "./module.js";

let loaded = false;

async function bytes() {
  const url = new URL("./module.wasm", import.meta.url);
  if (url.protocol !== "file:") return (await fetch(url)).arrayBuffer();
  const { readFile } = await import("node:fs/promises");
  return readFile(url);
}

function ask(command, data = new Uint8Array()) {
  const answer = JSON.parse(call(JSON.stringify(command), typeof data === "string" ? new TextEncoder().encode(data) : data));
  if (answer?.error !== undefined && Object.keys(answer).length === 1) throw new Error(answer.error);
  return answer;
}

const set = (of = {}) => Object.entries(of).map(([name, value]) => `${name}=${value}`);
const file = ({ name = "log", game, set: own, from, strict = false } = {}) => ({ name, game, set: set(own), from, strict });

export async function load(module) {
  if (!loaded) {
    globalThis.sticklerProgress ??= () => {};
    initSync({ module: module ?? (await bytes()) });
    loaded = true;
  }
  return {
    games: () => ask({ do: "games" }),
    validate(data, options) {
      const told = ask({ do: "judge", ...file(options) }, data);
      const lines = ask({ do: "examine", ...file(options) }, data).text.trim().split("\n").map((line) => JSON.parse(line));
      return { code: told.code, conclusion: told.conclusion, text: told.text.replace(/\x1b\[[0-9;]*m/g, ""), lines };
    },
    show: (data, options) => ask({ do: "page", ...file(options) }, data).text,
    oracle(game, parameters) {
      let fresh = true;
      return (request) => {
        const command = { do: "oracle", game, set: set(parameters), fresh };
        fresh = false;
        return JSON.parse(call(JSON.stringify(command), new TextEncoder().encode(JSON.stringify(request))));
      };
    },
  };
}
