import { DeclarationSyntaxError, type NamedText } from "./declaration-syntax-error.ts";

/** How deep lists and objects may be nested; a file needs nine. */
const deepest = 64;

/**
 * Reads JSON (RFC 8259), strictly: `JSON.parse` alone would take the last of two equal keys, give no position
 * for most errors, and quote the text around them.
 *
 * @throws `DeclarationSyntaxError`
 */
export function readJson(file: NamedText): unknown {
  new JsonScan(file).checkDocument();
  return JSON.parse(file.text);
}

const space = /[ \t\n\r]*/y;
const scalar = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const escape = /\\(?:["\\/bfnrt]|u[0-9A-Fa-f]{4})/y;
// oxlint-disable-next-line no-control-regex -- controls end a string as the quote does, but wrongly
const special = /["\\\u0000-\u001f]/g;

/** One walk over a text, from its beginning to its first problem. */
class JsonScan {
  readonly #file: NamedText;
  readonly #text: string;
  #at = 0;

  constructor(file: NamedText) {
    this.#file = file;
    this.#text = file.text;
  }

  checkDocument(): void {
    this.#value(0);
    if (this.#next() !== "") this.#fail("has something after the end of the JSON value");
  }

  #value(depth: number): void {
    if (depth > deepest) this.#fail("has lists and objects too deep in each other");
    const first = this.#next();
    if (first === "{") this.#entries("}", () => this.#member(depth + 1, new Set()));
    else if (first === "[") this.#entries("]", () => () => this.#value(depth + 1));
    else if (first === '"') this.#string();
    else if (!this.#skip(scalar)) this.#fail("has no JSON value here");
  }

  /** Reads entries between commas. @param start makes the reader of one entry, given once per list or object */
  #entries(closer: string, start: () => () => void): void {
    const entry = start();
    this.#at += 1;
    if (this.#next() === closer) {
      this.#at += 1;
      return;
    }
    for (;;) {
      entry();
      const after = this.#next();
      if (after !== "," && after !== closer) this.#fail(`needs a comma or ${closer} here`);
      this.#at += 1;
      if (after === closer) return;
    }
  }

  /** @param keys those that the object has had so far */
  #member(depth: number, keys: Set<string>): () => void {
    return () => {
      if (this.#next() !== '"') this.#fail("needs a key in double quotes here");
      const start = this.#at;
      this.#string();
      // The scan has found it to be a JSON string.
      const key = JSON.parse(this.#text.slice(start, this.#at)) as string;
      if (keys.has(key)) this.#fail("has a key that this object has already", start);
      keys.add(key);
      if (this.#next() !== ":") this.#fail("needs a colon here");
      this.#at += 1;
      this.#value(depth);
    };
  }

  #string(): void {
    this.#at += 1;
    for (;;) {
      special.lastIndex = this.#at;
      const found = special.exec(this.#text);
      if (found === null) this.#fail("ends within a text");
      this.#at = found.index;
      if (found[0] === "\\") {
        if (!this.#skip(escape)) this.#fail("has a backslash that begins no escape of JSON");
      } else if (found[0] === '"') {
        this.#at += 1;
        return;
      } else {
        this.#fail("has a control character or a line break within a text");
      }
    }
  }

  /** Skips white space. @returns the character that follows, "" at the end */
  #next(): string {
    this.#skip(space);
    return this.#text.charAt(this.#at);
  }

  /** Steps over a pattern, if it comes next. */
  #skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.#at;
    const isHere = pattern.test(this.#text);
    if (isHere) this.#at = pattern.lastIndex;
    return isHere;
  }

  #fail(says: string, offset = this.#at): never {
    throw new DeclarationSyntaxError(this.#file, says, offset);
  }
}
