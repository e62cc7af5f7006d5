// What the package offers. The types of `validate.d.ts` and `oracle.d.ts` are made from the schemas of `spec/`.
import type { Line } from "./validate.js";
import type { Reply, Request } from "./oracle.js";

export type { Line, Reply, Request };

/** Parameters of a game by name, such as `{ board: "9x9" }`. */
export type Settings = Record<string, string | number>;

/** What is known of a log or record beside its bytes. */
export interface Known {
  /** What it is called in what is said of it; a name may tell its shape. */
  name?: string;
  /** Its game, where it does not name it. */
  game?: string;
  /** Parameters in place of its own. */
  set?: Settings;
  /** Its shape, where it is not to be guessed. */
  from?: string;
  /** Warnings count as errors. */
  strict?: boolean;
}

/** What is said of a log or record. */
export interface Told {
  /** 0 conforms, 1 violates, 2 could not tell: the exit code of `stickler validate`. */
  code: 0 | 1 | 2;
  conclusion: string;
  /** What `stickler validate` prints. */
  text: string;
  /** What `stickler validate --json` prints: a line for each record, and one of them all. */
  lines: Line[];
}

/** A parameter of a game and its default. */
export interface Parameter {
  name: string;
  value: string;
  /** The words that it may be; none: they are too many to name. */
  words: string[];
}

/** A game. */
export interface Game {
  name: string;
  about: string;
  seats: number;
  /** Variants: name, and what it is. */
  presets: [string, string][];
  parameters: Parameter[];
}

export interface Stickler {
  games(): Game[];
  /** Judges a log or record. It never throws on what the bytes hold. */
  validate(data: Uint8Array | string, known?: Known): Told;
  /** A page with the game to step through, as `stickler show --html` writes it. Throws where there is no game in it. */
  show(data: Uint8Array | string, known?: Known): string;
  /** The oracle of a game: positions stay until this oracle, or another one, is asked for again. */
  oracle(game: string, set?: Settings): (request: Request) => Reply;
}

/** Loads the module, once. `module` is for places where the package cannot read its own file. */
export function load(module?: BufferSource | WebAssembly.Module): Promise<Stickler>;
