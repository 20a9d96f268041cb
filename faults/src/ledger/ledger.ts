import { closeSync, fdatasyncSync, openSync, readFileSync, writeSync } from "node:fs";

/** The result of an exchange. */
export interface UserTokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly openid: string;
}

/** A call whose response is a promise. */
export type PromisedCall =
  | { readonly kind: "exchange"; readonly code: string }
  | { readonly kind: "refresh"; readonly person: string; readonly openid: string }
  | { readonly kind: "team" }
  /** Revokes a grant, and with it these tokens, and this code that is not exchanged. */
  | { readonly kind: "revoke"; readonly tokens: UserTokens; readonly code: string };

/** The parts of a response to a {@link PromisedCall} that matter later. */
export interface PromisedAnswer {
  /** After an exchange. */
  readonly tokens?: UserTokens;
  /** After a refresh or from a team token call. */
  readonly accessToken?: string;
}

/** One line of a ledger: a call about to be sent or, under the same number, its response. */
export interface LedgerEntry {
  readonly number: number;
  /** Rounds end with a fault. */
  readonly round: number;
  readonly call: PromisedCall;
  readonly answer?: PromisedAnswer;
}

/**
 * Calls and responses, one JSON value per line, in a file that is synced after every line. So it survives every
 * fault of the platform, and a crash of the program that writes it.
 */
export class Ledger<Entry> implements Disposable {
  readonly #path: string;
  readonly #file: number;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, "a");
  }

  /** Writes an entry; it is on disk when this returns. */
  write(entry: Entry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`);
    fdatasyncSync(this.#file);
  }

  /** All entries so far, by this program and earlier ones. */
  read(): readonly Entry[] {
    const lines = readFileSync(this.#path, "utf8").split("\n").slice(0, -1);
    // Each line was written by this class.
    return lines.map((line) => JSON.parse(line) as Entry);
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }
}
