import { existsSync, renameSync, statSync } from "node:fs";
import {
  executeStatements,
  isDamagedFile,
  openDatabase,
  type Database,
  type Migrations,
} from "@survey-open-platform/database";
import type { Logger } from "@survey-open-platform/service";
import { requestLogTables } from "./request-log-tables.ts";
import type { RequestLogSchema } from "./request-log-schema.ts";

/** Where the request log is kept. */
export interface RequestLogDatabase {
  /** Opens it if necessary. @throws when it cannot be used right now */
  get(): Promise<Database<RequestLogSchema>>;
  /** Is to be called with whatever went wrong while it was used. */
  noteFailure(reason: unknown): Promise<void>;
  close(): Promise<void>;
}

/** What the database of a request log depends on. */
export interface RequestLogPlace {
  /** The address of the platform's database. */
  readonly address: string;
  /** The platform's database. */
  readonly database: Database<RequestLogSchema>;
  readonly log: Logger;
  /** See `DatabaseOptions`. */
  readonly clock?: (() => number) | undefined;
}

/** Where a platform keeps its request log: beside a database file in one of its own, on PostgreSQL in the same database. */
export function requestLogDatabase({ address, database, ...rest }: RequestLogPlace): RequestLogDatabase {
  const path = requestLogFileOf(address);
  if (path !== undefined) return new RequestLogFile(path, rest);
  return { get: async () => database, noteFailure: async () => undefined, close: async () => undefined };
}

/** The file of the request log that belongs to the database file of a platform. */
export function requestLogFileOf(databaseAddress: string): string | undefined {
  const path = /^sqlite:(.+)$/s.exec(databaseAddress)?.[1];
  return path === undefined ? undefined : `${path}.requests`;
}

const ownMigrations: Migrations = {
  "0000-initial": {
    up: (db, engine) => executeStatements(db, requestLogTables(engine)),
    replaces: ["0001-request-log", "0002-refusal-messages"],
  },
};

/** SQLite keeps the newest rows in the first of these. */
const sideFiles = ["-wal", "-shm"];

interface OpenFile {
  readonly database: Database<RequestLogSchema>;
  /** Which file it is: another one may have taken its place since. */
  readonly identity: string | undefined;
}

/**
 * A SQLite file of its own: a write to it never holds up a commit of tokens. It is opened when it is first needed, and
 * again when it was deleted. A damaged one is set aside and a new one is begun, because nothing depends on the log.
 */
export class RequestLogFile implements RequestLogDatabase {
  readonly #path: string;
  readonly #log: Logger;
  readonly #clock: (() => number) | undefined;
  #open: Promise<OpenFile> | undefined;

  constructor(path: string, { log, clock }: Pick<RequestLogPlace, "log" | "clock">) {
    this.#path = path;
    this.#log = log;
    this.#clock = clock;
  }

  async get(): Promise<Database<RequestLogSchema>> {
    const open = await this.#opened();
    if (open.identity === this.#identity()) return open.database;
    await this.close();
    return (await this.#opened()).database;
  }

  /** Begins with a new connection the next time, and with a new file if this one is damaged. */
  async noteFailure(reason: unknown): Promise<void> {
    const known = await this.#open?.catch(() => undefined);
    await this.close();
    // Another process may have set it aside already.
    const isSame = known === undefined || known.identity === this.#identity();
    if (isDamagedFile(reason) && isSame) this.#setAside();
  }

  async close(): Promise<void> {
    const open = await this.#open?.catch(() => undefined);
    this.#open = undefined;
    await open?.database.close();
  }

  #opened(): Promise<OpenFile> {
    this.#open ??= this.#openFile().catch((error: unknown) => {
      this.#open = undefined;
      throw error;
    });
    return this.#open;
  }

  async #openFile(): Promise<OpenFile> {
    const database = openDatabase<RequestLogSchema>({
      address: `sqlite:${this.#path}`,
      syncsCommits: false,
      ...(this.#clock && { clock: this.#clock }),
    });
    try {
      await database.migrate(ownMigrations);
      return { database, identity: this.#identity() };
    } catch (error) {
      await database.close();
      throw error;
    }
  }

  #identity(): string | undefined {
    const found = statSync(this.#path, { throwIfNoEntry: false });
    return found && `${found.dev} ${found.ino}`;
  }

  /** The side files first: beside a new file, those of the damaged one would damage it too. */
  #setAside(): void {
    for (const suffix of [...sideFiles, ""]) {
      const file = `${this.#path}${suffix}`;
      if (existsSync(file)) renameSync(file, `${this.#path}.damaged${suffix}`);
    }
    this.#log.warn({ file: this.#path }, "the request log was damaged; a new one is begun");
  }
}
