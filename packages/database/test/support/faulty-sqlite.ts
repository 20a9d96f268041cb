import { DatabaseSync, StatementSync } from "node:sqlite";
import { onTestFinished } from "vitest";

/** How a statement fails: as SQLite reports a broken disk, or with an unexpected error. */
export const sqliteFaults = {
  "a disk error": () => Object.assign(new Error("disk I/O error"), { errcode: 10 }),
  "a full disk": () => Object.assign(new Error("database or disk is full"), { errcode: 13 }),
  "an unexpected error": () => new Error("SQLITE_MISUSE in /src/secret-place.ts:1 select * from users"),
} as const;

/** A fault by its name. */
export type SqliteFault = keyof typeof sqliteFaults;

/** Makes the statements of every SQLite connection of this process fail on demand. */
export class FaultySqlite {
  #count = 0;
  #fails: (count: number) => boolean = () => false;
  #fault: SqliteFault = "a disk error";

  constructor() {
    const restore = [
      this.#intercept(StatementSync.prototype, "all"),
      this.#intercept(StatementSync.prototype, "run"),
      this.#intercept(DatabaseSync.prototype, "exec"),
    ];
    onTestFinished(() => restore.forEach((undo) => undo()));
  }

  /** Lets the statement with this number, counted from 1, fail; with `lasting`, all after it too. */
  failAt(number: number, fault: SqliteFault, { lasting = false } = {}): void {
    this.#count = 0;
    this.#fault = fault;
    this.#fails = lasting ? (count) => count >= number : (count) => count === number;
  }

  /** Lets everything succeed again. @returns how many statements there were since the last call of `failAt` or `heal` */
  heal(): number {
    const count = this.#count;
    this.#count = 0;
    this.#fails = () => false;
    return count;
  }

  /** @returns what puts the method back */
  #intercept(prototype: object, method: string): () => void {
    const original: unknown = Reflect.get(prototype, method);
    if (typeof original !== "function") throw new Error(`there is no method ${method}`);
    const beforeStatement = () => {
      this.#count += 1;
      if (this.#fails(this.#count)) throw sqliteFaults[this.#fault]();
    };
    const replacement = function replacement(this: unknown, ...parameters: unknown[]): unknown {
      beforeStatement();
      return Reflect.apply(original, this, parameters);
    };
    Reflect.set(prototype, method, replacement);
    return () => void Reflect.set(prototype, method, original);
  }
}
