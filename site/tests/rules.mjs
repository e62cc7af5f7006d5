// The module in Node: `rules(folder)` is a function that takes a command and bytes, and gives the answer.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export async function rules(folder) {
  globalThis.sticklerProgress ??= () => {};
  const copy = path.join(fs.mkdtempSync('/tmp/stickler-module-'), 'module.mjs');
  fs.copyFileSync(path.join(folder, 'node.js'), copy);
  const { initSync, call } = await import(pathToFileURL(copy));
  fs.rmSync(path.dirname(copy), { recursive: true });
  initSync({ module: fs.readFileSync(path.join(folder, 'module.wasm')) });
  return (command, bytes = new Uint8Array()) => JSON.parse(call(JSON.stringify(command), bytes));
}

// What a program prints where it prints no colours.
export const plain = (text) => text.replace(/\x1b\[[0-9;]*m/g, '');
