"use strict";
// What a reader hands over: files, folders and archives, each file with its name and its bytes, unpacked and as UTF-8.
const files = (() => {
  // A larger one takes the module more memory than a page may have.
  const MOST = 300 << 20;
  // Of a folder or an archive so many files are read.
  const COUNT = 10_000;
  // What systems put beside files, and nobody chose.
  const is_system = (path) => path.split("/").some((part) => part === "__MACOSX" || part.startsWith("."));
  const path = (file) => file.below || file.webkitRelativePath || file.name;

  async function through(stream, packing) {
    const reader = stream.pipeThrough(new DecompressionStream(packing)).getReader();
    const parts = [];
    let size = 0;
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      parts.push(part.value);
      size += part.value.length;
      if (size > MOST) {
        reader.cancel();
        throw new Error(say("it unpacks to more than {size} MB", { size: MOST >> 20 }));
      }
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
  }

  // The encoding of a text: PowerShell writes UTF-16, with or without its mark, and Korean Windows CP949. Only of JSON, where nothing but
  // names and words are beyond ASCII, the last is tried: of a log each byte counts.
  function encoding(bytes) {
    const [first, second] = bytes;
    if (first === 0xff && second === 0xfe) return "utf-16le";
    if (first === 0xfe && second === 0xff) return "utf-16be";
    const zeros = [0, 0];
    const begin = bytes.subarray(0, 200);
    begin.forEach((byte, at) => { if (!byte) zeros[at % 2]++; });
    if (zeros[1] > begin.length / 3 && !zeros[0]) return "utf-16le";
    if (zeros[0] > begin.length / 3 && !zeros[1]) return "utf-16be";
    return is_text("utf-8", bytes) || !/^\s*[[{]/.test(new TextDecoder("latin1").decode(begin)) || !is_text("euc-kr", bytes) ? "utf-8" : "euc-kr";
  }

  function is_text(kind, bytes) {
    try {
      new TextDecoder(kind, { fatal: true }).decode(bytes.subarray(0, 1 << 20), { stream: true });
      return true;
    } catch {
      return false;
    }
  }

  function decoded(bytes) {
    if (/^\s*<(!doctype|html)/i.test(new TextDecoder().decode(bytes.subarray(0, 200)))) {
      throw new Error(say("This is a web page, not the record of a match: save the record itself."));
    }
    const kind = encoding(bytes);
    return kind !== "utf-8" ? new TextEncoder().encode(new TextDecoder(kind).decode(bytes)) : bytes;
  }

  // What is packed with gzip, unpacked; everything else as it is.
  const plain = async (bytes) => (bytes[0] === 0x1f && bytes[1] === 0x8b ? through(new Blob([bytes]).stream(), "gzip") : bytes);

  // The files of a zip, by the list at its end.
  async function zipped(name, bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let end = bytes.length - 22;
    while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
    if (end < 0) throw new Error(say("This archive is damaged."));
    const count = view.getUint16(end + 10, true);
    const all = [];
    for (let entry = 0, at = view.getUint32(end + 16, true); entry < count; entry++) {
      const [packing, packed] = [view.getUint16(at + 10, true), view.getUint32(at + 20, true)];
      const [named, extra, remark] = [28, 30, 32].map((offset) => view.getUint16(at + offset, true));
      const own = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + named));
      const local = view.getUint32(at + 42, true);
      const start = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
      const part = bytes.subarray(start, start + packed);
      at += 46 + named + extra + remark;
      if (own.endsWith("/") || !packed || is_system(own)) continue;
      if (all.length >= COUNT) {
        all.push({ name: own, trouble: unread() });
        continue;
      }
      try {
        all.push({ name: own, bytes: decoded(await plain(packing ? await through(new Blob([part]).stream(), "deflate-raw") : part)) });
      } catch (error) {
        all.push({ name: own, trouble: error instanceof TypeError ? say("This archive is damaged.") : error.message });
      }
    }
    if (!all.length) throw new Error(say("There is no file in {name}.", { name }));
    return all;
  }

  const unread = () => say("not read: a page reads {count} files at most", { count: COUNT });

  // A file as those that are in it: one, but for an archive.
  async function read(file) {
    if (file.is_beyond) throw new Error(unread());
    if (file.size > MOST) {
      throw new Error(say("A page takes files of up to {size} MB. Install stickler, then type: stickler validate {name}", { size: MOST >> 20, name: file.name }));
    }
    const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
    const is_packed = file.name.endsWith(".gz") || first === 0x1f && second === 0x8b;
    if (is_packed) {
      try {
        return [{ name: path(file), bytes: decoded(await through(file.stream(), "gzip")) }];
      } catch (error) {
        throw error instanceof TypeError ? new Error(say("it ends in .gz and is not packed so, or a part of it is missing")) : error;
      }
    }
    const bytes = new Uint8Array(await file.arrayBuffer());
    const is_zip = file.name.endsWith(".zip") || (first === 0x50 && second === 0x4b && bytes[2] === 3 && bytes[3] === 4);
    return is_zip ? zipped(file.name, bytes).catch((error) => { throw error instanceof RangeError ? new Error(say("This archive is damaged.")) : error; }) : [{ name: path(file), bytes: decoded(bytes) }];
  }

  // What was dropped, with the files of its folders.
  async function dropped(transfer) {
    const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
    if (!entries.some(({ isDirectory }) => isDirectory)) return [...transfer.files];
    const all = [];
    async function walk(entry) {
      if (is_system(entry.name)) return;
      if (entry.isFile) {
        const below = entry.fullPath.replace(/^\//, "");
        const file = all.length < COUNT ? await new Promise((done, failed) => entry.file(done, failed)) : { name: entry.name, is_beyond: true };
        all.push(Object.assign(file, { below }));
        return;
      }
      const reader = entry.createReader();
      for (let some; !some || some.length;) {
        some = await new Promise((done, failed) => reader.readEntries(done, failed));
        for (const own of some) await walk(own);
      }
    }
    for (const entry of entries) await walk(entry);
    return all;
  }

  return { read, dropped, path };
})();
