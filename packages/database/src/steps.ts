import type { PreparedQuery } from "./prepared-query.ts";

/**
 * What the steps of a transaction, or of a read, ask for next: a statement whose rows they read, a statement to send whose result they
 * do not need, a transaction that they share with no others, see {@link alone}, or that nothing is left of what they overwrite, see
 * {@link forget}.
 */
export type Step<Schema> =
  | {
      readonly kind: "read" | "send";
      readonly query: PreparedQuery<Schema, unknown, unknown>;
      readonly parameters: unknown;
    }
  | { readonly kind: "alone" }
  | { readonly kind: "forget" };

/**
 * The work of a transaction, or a read, as a generator of its statements. It does not wait: the engine decides whether a statement
 * runs at once, as on SQLite, or is sent together with those of other transactions, as on PostgreSQL.
 */
export type Steps<Schema, Result> = Generator<Step<Schema>, Result, readonly unknown[]>;

/** Runs a prepared statement. @returns its rows */
export function* rowsOf<Schema, Parameters, Row>(
  query: PreparedQuery<Schema, Parameters, Row>,
  parameters: Parameters,
): Steps<Schema, readonly Row[]> {
  // The row type is the one that kysely inferred when the query was built.
  return (yield { kind: "read", query, parameters }) as readonly Row[];
}

/** Runs a prepared statement whose result does not matter: nothing but the commit waits for it. */
export function* send<Schema, Parameters>(
  query: PreparedQuery<Schema, Parameters, unknown>,
  parameters: Parameters,
): Steps<Schema, void> {
  yield { kind: "send", query, parameters };
}

/**
 * Asks for a transaction that is not shared with steps that hold other locks, because what follows writes rows that
 * those may write too. Nothing may have been changed before: the steps may begin again.
 */
export function* alone(): Generator<{ readonly kind: "alone" }, void> {
  yield { kind: "alone" };
}

/**
 * Asks that nothing is left in the files of what the transaction overwrites or deletes, once it is committed. SQLite does so at the cost of a
 * checkpoint; PostgreSQL keeps what is overwritten until a vacuum, and in its WAL.
 */
export function* forget(): Generator<{ readonly kind: "forget" }, void> {
  yield { kind: "forget" };
}

interface OpenTransaction<Schema> {
  run(query: PreparedQuery<Schema, unknown, unknown>, parameters: unknown): Promise<readonly unknown[]>;
}

/** Runs steps one after the other in a transaction that is open. */
export async function runSteps<Schema, Result>(
  transaction: OpenTransaction<Schema>,
  steps: Steps<Schema, Result>,
): Promise<Result> {
  let next = steps.next([]);
  while (next.done !== true) {
    const step = next.value;
    next = steps.next("query" in step ? await transaction.run(step.query, step.parameters) : []);
  }
  return next.value;
}
