import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  startPostgres,
  type PostgresServer,
} from "../../../packages/database/test/support/postgres/postgres-server.ts";
import type { Engine } from "../command.ts";
import { applySeed } from "../seed/apply-seed.ts";
import type { SeedOptions } from "../seed/declaration.ts";

/** A seeded database in its own folder; both are deleted afterwards. */
export interface Stage extends AsyncDisposable {
  readonly engine: Engine;
  /** What `--database` takes. */
  readonly database: string;
  /** The folder for ledgers and logs. */
  readonly folder: string;
  /** The server of the database; there is none with SQLite. */
  readonly postgres?: PostgresServer;
}

/** Creates a database with production durability, and fills it by `sop apply`. */
export async function openStage(engine: Engine, seed?: SeedOptions): Promise<Stage> {
  const stack = new AsyncDisposableStack();
  try {
    const folder = mkdtempSync(join(tmpdir(), "sop-faults-"));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    const postgres = engine === "postgres" ? stack.use(await startPostgres({ durable: true })) : undefined;
    const database = postgres?.address() ?? `sqlite:${join(folder, "platform.db")}`;
    await applySeed({ database, folder }, seed);
    const open = stack.move();
    return {
      engine,
      database,
      folder,
      ...(postgres === undefined ? {} : { postgres }),
      [Symbol.asyncDispose]: () => open.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}
