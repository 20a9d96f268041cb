import type { Kysely } from "kysely";
import type { Queries } from "./database.ts";
import { isLookUp, lookUpTogether, type RunArrays } from "./look-up-together.ts";
import { kyselyOn, type PostgresConnection } from "./postgres-connection.ts";
import type { PostgresPool } from "./postgres-pool.ts";
import type { PreparedQuery } from "./prepared-query.ts";

interface Caller {
  readonly parameters: readonly unknown[];
  readonly resolve: (rows: readonly unknown[]) => void;
  readonly fail: (reason: unknown) => void;
}

/** More look-ups than this in one query bring no further gain. */
const mostTogether = 256;

/**
 * Look-ups that wait for a connection. All that wait when one becomes free, usually those of one turn of the event
 * loop, are sent as one query. A look-up is sent after it was requested, so it sees everything committed before.
 */
class GatheredLookUp {
  readonly #text: string;
  readonly #pool: PostgresPool;
  #waiting: Caller[] = [];
  #isScheduled = false;

  constructor(text: string, pool: PostgresPool) {
    this.#text = text;
    this.#pool = pool;
  }

  run(parameters: readonly unknown[]): Promise<readonly unknown[]> {
    return new Promise((resolve, fail) => {
      this.#waiting.push({ parameters, resolve, fail });
      if (this.#isScheduled) return;
      this.#isScheduled = true;
      setImmediate(() => void this.#send());
    });
  }

  /** Never rejects: an error goes to the callers. */
  async #send(): Promise<void> {
    this.#isScheduled = false;
    let taken: Caller[] | undefined;
    try {
      await this.#pool.using(async (connection) => {
        taken ??= this.#waiting.splice(0, mostTogether);
        if (taken.length > 0) await answer(connection, this.#text, taken);
      });
    } catch (reason) {
      for (const caller of taken ?? this.#waiting.splice(0)) caller.fail(reason);
    }
    if (this.#waiting.length > 0 && !this.#isScheduled) {
      this.#isScheduled = true;
      setImmediate(() => void this.#send());
    }
  }
}

async function answer(
  connection: PostgresConnection,
  text: string,
  callers: readonly Caller[],
): Promise<void> {
  const [first] = callers;
  if (callers.length === 1 && first !== undefined) {
    const { rows } = await connection.run({ name: nameOf(text), text, values: first.parameters });
    return first.resolve(rows);
  }
  const parameterLists = callers.map(({ parameters }) => parameters);
  const found = await lookUpTogether(runArraysOn(connection), text, parameterLists);
  callers.forEach((caller, at) => caller.resolve(found[at] ?? []));
}

/** Runs gathered look-ups on a connection. */
export function runArraysOn(connection: PostgresConnection): RunArrays {
  return async (text, values) => {
    const statement = { name: nameOf(text), text, values, asArrays: true };
    const { fields, rows } = await connection.run<readonly unknown[]>(statement);
    return { names: fields.map(({ name }) => name), rows };
  };
}

/** Queries on committed data. @param gather whether look-ups share queries; without it each is sent alone */
export function postgresReader<Schema>(
  pool: PostgresPool,
  compiler: Kysely<Schema>,
  gather: boolean,
): Queries<Schema> {
  const gathered = new Map<string, GatheredLookUp>();
  const runTogether = (text: string, parameters: readonly unknown[]) => {
    let lookUp = gathered.get(text);
    if (lookUp === undefined) gathered.set(text, (lookUp = new GatheredLookUp(text, pool)));
    return lookUp.run(parameters);
  };
  return {
    kysely: kyselyOn<Schema>((statement) => pool.run(statement)),
    async run<Parameters, Row>(query: PreparedQuery<Schema, Parameters, Row>, parameters: Parameters) {
      const bound = query.compiledFor(compiler);
      const values = bound.bind(parameters);
      const rows =
        gather && isLookUp(bound.sql)
          ? await runTogether(bound.sql, values)
          : (await pool.run({ name: nameOf(bound.sql), text: bound.sql, values })).rows;
      // The row type is the one that kysely inferred when the query was built.
      return rows as readonly Row[];
    },
  };
}

const names = new Map<string, string>();

/** A name for a recurring statement: the same on every connection of this process. */
export function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) names.set(text, (name = `statement_${names.size + 1}`));
  return name;
}
