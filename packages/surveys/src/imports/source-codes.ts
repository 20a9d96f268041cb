import { codeText } from "../question-types/declared-text.ts";
import type { Coded } from "../question-types/repeated-codes.ts";

/** Ids that a program has drawn name nothing that people would look for in an export. */
const DRAWN = /^(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{22}|(?=.*\d)[a-z0-9]{20,40})$/i;

/** The codes of one list of a file: of its questions, or of the parts of one of them. */
export class SourceCodes {
  readonly #taken = new Set<string>();
  readonly #lose: (what: string) => void;

  /** @param lose notes a code that cannot be kept */
  constructor(lose: (what: string) => void) {
    this.#lose = lose;
  }

  /** What a part has of its code in the file: it, unless it is too long or that of a part before it. */
  take(given: string | undefined): Coded {
    const code = given?.trim() ?? "";
    if (code === "" || DRAWN.test(code)) return {};
    if (!this.#taken.has(code) && codeText.safeParse(code).success) {
      this.#taken.add(code);
      return { code };
    }
    this.#lose(`code ${code.slice(0, 100).toWellFormed()}`);
    return {};
  }
}
