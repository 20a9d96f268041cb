import type { PoolClient } from "pg";
import { BorrowedConnection } from "./borrowed-connection.ts";
import type { Statement, StatementResult } from "./postgres-connection.ts";
import type { Primary } from "./postgres-primary.ts";
import { readState, stateQuery } from "./postgres-state.ts";

/** Time limits on the server, in milliseconds. */
export interface ServerLimits {
  readonly statement_timeout: number;
  readonly lock_timeout: number;
  readonly idle_in_transaction_session_timeout: number;
}

/** What each transaction is begun with. */
export interface PooledOptions {
  /** The server that it has to run on. */
  readonly primary: Primary;
  readonly limits: ServerLimits;
}

/**
 * A connection by way of PgBouncer in transaction mode, where each transaction may get another connection to the server,
 * or one to another server. So everything runs in transactions, each of them sets and checks what a direct
 * connection sets and checks once, and no statement has a name.
 */
export class PooledConnection extends BorrowedConnection {
  readonly #options: PooledOptions;
  readonly #onOtherServer: () => void;

  constructor(client: PoolClient, onLost: () => void, options: PooledOptions) {
    super(client, onLost, { guard: options.primary, limitMilliseconds: options.limits.statement_timeout });
    this.#options = options;
    this.#onOtherServer = onLost;
  }

  override async prepare(): Promise<void> {
    const { limits, primary } = this.#options;
    const settings = Object.entries(limits).map(([name, value]) => `set local ${name} = ${value}`);
    const text = ["begin", ...settings, stateQuery].join("; ");
    const results: unknown = await super.run({ text, asArrays: true });
    // Several statements have several results.
    const last = (results as readonly StatementResult<readonly unknown[]>[]).at(-1);
    const problem = primary.problemOf(readState(last?.rows[0]));
    if (problem === undefined) return;
    this.#onOtherServer();
    throw problem;
  }

  override async finish(): Promise<void> {
    await super.run({ text: "commit" });
  }

  /** The transaction has begun already. */
  override run<Row>({ text, values, asArrays }: Statement): Promise<StatementResult<Row>> {
    const others = text.replace(/^begin;? ?/, "");
    return super.run({
      text: others === "" ? "select" : others,
      ...(values && { values }),
      ...(asArrays && { asArrays }),
    });
  }
}
