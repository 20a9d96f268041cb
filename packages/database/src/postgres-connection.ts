import { Kysely, PostgresDialect, type PostgresPoolClient } from "kysely";
import { types, type Client, type CustomTypesConfig, type QueryConfig } from "pg";
import { isConnectionLost, translatePostgresError } from "./postgres-errors.ts";
import { sendQuery } from "./send-query.ts";

/** One statement and the form of its rows. */
export interface Statement {
  readonly text: string;
  readonly values?: readonly unknown[];
  /** Recurring statements are named, so that the server parses and plans them once per connection. */
  readonly name?: string;
  /** Rows as arrays instead of objects. */
  readonly asArrays?: boolean;
}

/** The result of a statement. */
export interface StatementResult<Row> {
  readonly command: string;
  readonly rowCount: number | null;
  readonly rows: readonly Row[];
  readonly fields: readonly { readonly name: string }[];
}

/** Says whether results count that have arrived. */
export interface ResultGuard {
  readonly needsConfirmation: boolean;
  /** @throws `DatabaseUnavailableError` when results that have arrived do not count */
  confirm(): Promise<void>;
}

/** How a connection is used. */
export interface ConnectionOptions {
  /** What `now_ms()` returns. Default: the server's own clock. */
  readonly clock?: (() => number) | undefined;
  /** Asked about every result, also that a statement failed. Default: all count. */
  readonly guard?: ResultGuard;
  /** Time limit of one statement, after which the connection is closed. Default: none. */
  readonly limitMilliseconds?: number;
}

/** One connection to a PostgreSQL server. @throws `DatabaseUnavailableError` from every method */
export class PostgresConnection {
  readonly #client: Client;
  readonly #clock: (() => number) | undefined;
  readonly #guard: ResultGuard | undefined;
  readonly #limitMilliseconds: number | undefined;
  #isLost = false;

  constructor(client: Client, { clock, guard, limitMilliseconds }: ConnectionOptions = {}) {
    this.#client = client;
    this.#clock = clock;
    this.#guard = guard;
    this.#limitMilliseconds = limitMilliseconds;
  }

  /** Whether it failed in a way after which it must not be used again. */
  get isLost(): boolean {
    return this.#isLost;
  }

  /** Runs one statement, or several without values that are separated by semicolons. */
  async run<Row>(statement: Statement): Promise<StatementResult<Row>> {
    try {
      const { asArrays, ...query } = statement;
      // The library's types want mutable arrays for values.
      const config = { ...query, ...(asArrays && { rowMode: "array" }) } as QueryConfig;
      const clockIsSet = this.#setClock();
      const running = this.#send<StatementResult<Row>>(config);
      if (clockIsSet !== undefined) await Promise.all([clockIsSet, running]);
      return await running;
    } catch (error) {
      this.#isLost ||= isConnectionLost(error);
      throw translatePostgresError(error);
    } finally {
      // What decides is when the result arrived: the server may have read it at any time before.
      if (this.#guard?.needsConfirmation === true && !this.#isLost) await this.#confirm(this.#guard);
    }
  }

  /**
   * Sends statements in one piece: each runs after the one before, without a round trip in between. On a connection
   * without `pipeline` they are sent one by one.
   *
   * @param run runs them, without waiting for any
   * @returns what they resolve to. @throws the error of the first that fails, when all have ended
   */
  async pipelined<Results extends readonly Promise<unknown>[]>(
    run: () => readonly [...Results],
  ): Promise<{ readonly [Place in keyof Results]: Awaited<Results[Place]> }> {
    const running = this.#sentTogether(run);
    await Promise.allSettled(running);
    return Promise.all(running);
  }

  /** Everything that is written during `run` goes to the socket at once. */
  #sentTogether<Result>(run: () => Result): Result {
    const { stream } = this.#client.connection;
    stream.cork();
    try {
      return run();
    } finally {
      stream.uncork();
    }
  }

  async #confirm(guard: ResultGuard): Promise<void> {
    try {
      await guard.confirm();
    } catch (error) {
      this.#isLost = true;
      throw error;
    }
  }

  #setClock(): Promise<unknown> | undefined {
    if (this.#clock === undefined) return undefined;
    const values = [String(this.#clock())];
    return this.#send({ text: "select set_config('platform.now_ms', $1, false)", values });
  }

  #send<Result>(query: QueryConfig): Promise<Result> {
    return sendQuery(this.#client, query, this.#limitMilliseconds);
  }
}

/** The OID of the type `bigint`. */
const bigintType: number = types.builtins.INT8;

/** 64-bit integers are returned as text by default; ours are ids, counts and milliseconds, all exact as numbers. */
export const parsedTypes: CustomTypesConfig = {
  getTypeParser: (type: number, format?: "text" | "binary"): ((text: string) => unknown) =>
    // The library types the result of its parsers as any.
    type === bigintType ? Number : (types.getTypeParser(type, format) as (text: string) => unknown),
};

/** Typed queries on a function that runs a statement. */
export function kyselyOn<Schema>(run: PostgresConnection["run"]): Kysely<Schema> {
  const query = (text: string, values?: readonly unknown[]) => run({ text, ...(values && { values }) });
  // Kysely needs a cursor only for streaming, which is not used here.
  const client = { query, release: () => undefined } as unknown as PostgresPoolClient;
  const pool = { connect: async () => client, end: async () => undefined, options: {} };
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
}
