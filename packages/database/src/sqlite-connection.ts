import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import type { SqliteDatabase, SqliteStatement } from "kysely";
import { DatabaseUnavailableError } from "./errors.ts";

/** SQLite's error while another connection holds a lock. */
const lockedCodes: readonly number[] = [
  5, // BUSY
  6, // LOCKED
];

/** https://sqlite.org/rescode.html, primary result codes of transient errors. */
const unavailableCodes = new Set([
  ...lockedCodes,
  7, // NOMEM
  8, // READONLY
  10, // IOERR
  11, // CORRUPT
  13, // FULL
  14, // CANTOPEN
  15, // PROTOCOL
  26, // NOTADB
]);

/** One connection to a SQLite file, with a cache of prepared statements, in the form that kysely's dialect expects. */
export class SqliteConnection implements SqliteDatabase {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, SqliteStatement>();

  constructor(path: string, options: { readonly readOnly: boolean; readonly clock: () => number }) {
    this.#database = translated(() => new DatabaseSync(path, { readOnly: options.readOnly, timeout: 0 }));
    this.#database.function("now_ms", () => options.clock());
  }

  get inTransaction(): boolean {
    return this.#database.isTransaction;
  }

  /** Runs SQL that has no parameters; its rows are discarded. */
  execute(sql: string): void {
    translated(() => this.#database.exec(sql));
  }

  prepare(sql: string): SqliteStatement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#prepare(sql);
      this.#statements.set(sql, statement);
    }
    return statement;
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #prepare(sql: string): SqliteStatement {
    const statement = translated(() => this.#database.prepare(sql));
    let columns = columnsOf(statement);
    // Reading rows as arrays and converting them costs half as much as reading them as objects.
    statement.setReturnArrays(true);
    // SQLite returns arrays then; the statement's type does not reflect it.
    const rows = (parameters: readonly unknown[]) =>
      statement.all(...bindable(parameters)) as unknown as readonly (readonly unknown[])[];
    return {
      reader: columns.count > 0,
      all: (parameters) =>
        translated(() => {
          const found = rows(parameters);
          // Another process has changed the schema, and SQLite has prepared the statement again.
          if ((found[0]?.length ?? columns.count) !== columns.count) columns = columnsOf(statement);
          return found.map(columns.asObject);
        }),
      run: (parameters) => translated(() => statement.run(...bindable(parameters))),
      iterate: (parameters) => statement.iterate(...bindable(parameters)),
    };
  }
}

/** The columns of a statement. */
interface Columns {
  readonly count: number;
  readonly asObject: (row: readonly unknown[]) => Readonly<Record<string, unknown>>;
}

/**
 * V8 keeps an object as a hash table once more than 16 properties were assigned by computed names, which costs as much as reading
 * the row. So rows become objects by code that has the names: see docs/performance.md.
 */
function columnsOf(statement: StatementSync): Columns {
  const names = statement.columns().map(({ name }) => name);
  const fields = names.map((name, at) => `${JSON.stringify(name)}: row[${at}]`);
  // oxlint-disable-next-line typescript/no-implied-eval -- names of our own statements, as string literals
  const asObject = new Function("row", `return { ${fields.join()} };`) as Columns["asObject"];
  return { count: names.length, asObject };
}

/** Kysely types parameters as unknown; SQLite refuses values that it cannot bind. */
function bindable(parameters: readonly unknown[]): readonly SQLInputValue[] {
  // See above.
  return parameters as readonly SQLInputValue[];
}

function translated<Result>(call: () => Result): Result {
  try {
    return call();
  } catch (error) {
    throw isUnavailable(error)
      ? new DatabaseUnavailableError("The database file cannot be used right now", { cause: error })
      : error;
  }
}

function isUnavailable(error: unknown): boolean {
  const code = primaryCode(error);
  return code !== undefined && unavailableCodes.has(code);
}

/** Whether a failure means that another connection holds a lock: the only kind for which waiting helps. */
export function isLocked(error: unknown): boolean {
  return hasCode(error, lockedCodes);
}

const damagedCodes: readonly number[] = [
  11, // CORRUPT
  26, // NOTADB
];

/** Whether a failure, or what caused it, means that a SQLite file is damaged, or no database at all. */
export function isDamagedFile(error: unknown): boolean {
  if (hasCode(error, damagedCodes)) return true;
  return error instanceof Error && error.cause !== undefined && isDamagedFile(error.cause);
}

function hasCode(error: unknown, codes: readonly number[]): boolean {
  const code = error instanceof DatabaseUnavailableError ? primaryCode(error.cause) : undefined;
  return code !== undefined && codes.includes(code);
}

/** The low byte of an extended result code is its primary code. */
function primaryCode(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("errcode" in error) || typeof error.errcode !== "number")
    return undefined;
  return error.errcode & 0xff;
}
