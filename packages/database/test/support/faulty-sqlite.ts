import { DatabaseSync, StatementSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { StatementFaults } from "./statement-faults.ts";

/** How a statement fails: as SQLite reports a broken disk, or with an unexpected error. */
export const sqliteFaults = {
  "a disk error": () => Object.assign(new Error("disk I/O error"), { errcode: 10 }),
  "a full disk": () => Object.assign(new Error("database or disk is full"), { errcode: 13 }),
  "an unexpected error": () => new Error("SQLITE_MISUSE in /src/secret-place.ts:1 select * from users"),
} as const;

/** A fault by its name. */
export type SqliteFault = keyof typeof sqliteFaults;

/** Makes the statements of every SQLite connection of this process fail on demand. */
export class FaultySqlite extends StatementFaults<SqliteFault> {
  constructor() {
    super("a disk error");
    const restore = [
      this.#intercept(StatementSync.prototype, "all"),
      this.#intercept(StatementSync.prototype, "run"),
      this.#intercept(DatabaseSync.prototype, "exec"),
    ];
    onTestFinished(() => restore.forEach((undo) => undo()));
  }

  /** @returns what puts the method back */
  #intercept(prototype: object, method: string): () => void {
    const original: unknown = Reflect.get(prototype, method);
    if (typeof original !== "function") throw new Error(`there is no method ${method}`);
    const beforeStatement = () => {
      const fault = this.next();
      if (fault !== undefined) throw sqliteFaults[fault]();
    };
    const replacement = function replacement(this: unknown, ...parameters: unknown[]): unknown {
      beforeStatement();
      return Reflect.apply(original, this, parameters);
    };
    Reflect.set(prototype, method, replacement);
    return () => void Reflect.set(prototype, method, original);
  }
}
