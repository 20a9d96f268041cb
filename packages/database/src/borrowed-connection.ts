import type { PoolClient } from "pg";
import { PostgresConnection, type ConnectionOptions } from "./postgres-connection.ts";

/** A connection borrowed from its pool. */
export class BorrowedConnection extends PostgresConnection {
  readonly #client: PoolClient;
  readonly #onLost: () => void;
  #isDiscarded = false;

  /** @param onLost is called when it has failed */
  constructor(client: PoolClient, onLost: () => void, options: ConnectionOptions) {
    super(client, options);
    this.#client = client;
    this.#onLost = onLost;
  }

  /** Makes it ready for statements. @throws `DatabaseUnavailableError` */
  async prepare(): Promise<void> {}

  /** Ends what {@link prepare} began, when there was no transaction. @throws `DatabaseUnavailableError` */
  async finish(): Promise<void> {}

  /** Marks it to be closed instead of reused. */
  discard(): void {
    this.#isDiscarded = true;
  }

  /** Returns it to the pool; a lost one is closed instead. */
  release(): void {
    this.#client.release(this.isLost || this.#isDiscarded);
    if (this.isLost) this.#onLost();
  }
}
