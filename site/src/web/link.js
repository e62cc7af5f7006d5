"use strict";
// A log, a match or a changed case within a link: packed, as letters that a URL takes. Nothing is sent by it, for a page's server never sees what follows `#`.
const link = (() => {
  const MOST = 60_000;
  // A few letters can unpack to gigabytes.
  const LARGEST = 8 << 20;
  const through = async (bytes, stream) => {
    const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
    const parts = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      size += part.value.length;
      if (size > LARGEST) {
        reader.cancel();
        throw new Error("too large");
      }
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  };

  async function pack(about, bytes) {
    const head = new TextEncoder().encode(`${JSON.stringify(about)}\n`);
    const packed = await through(new Blob([head, bytes]), new CompressionStream("deflate-raw"));
    let letters = "";
    for (const byte of packed) letters += String.fromCharCode(byte);
    return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
  }

  async function unpack(text) {
    const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = await through(Uint8Array.from(letters, (letter) => letter.charCodeAt(0)), new DecompressionStream("deflate-raw"));
    const end = bytes.indexOf(10);
    const about = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end)));
    if (typeof about !== "object" || about === null) throw new Error("no head");
    return [about, bytes.subarray(end + 1)];
  }

  return {
    // The link to a page that begins with what it holds; `about` is its name, and what was asked beside it.
    async to(about, bytes, page = location.href.split(/[?#]/)[0], kind = "log") {
      const packed = await pack(about, bytes);
      if (packed.length > MOST) throw new Error(say("The file is too large for a link: send the file itself."));
      return `${page}#${kind}=${packed}`;
    },
    // The step of a game at which that link begins.
    step: () => Number(/&step=(\d+)/.exec(location.hash)?.[1] ?? 0),
    // What the link that led here holds: `[about, bytes]`, or nothing. Chats and mail add letters to the end of a link.
    async here() {
      const packed = /^#(?:log|match|case)=([\w-]*)/.exec(location.hash)?.[1];
      if (packed === undefined) return undefined;
      try {
        return await unpack(packed);
      } catch {
        throw new Error(say("This link is damaged: a part of it is missing."));
      }
    },
  };
})();
