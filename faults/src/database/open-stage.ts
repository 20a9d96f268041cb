import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Engine } from "../command.ts";
import { applySeed } from "../seed/apply-seed.ts";
import type { SeedOptions } from "../seed/declaration.ts";
import { PostgresCluster } from "./postgres-cluster.ts";

/** A seeded database of an engine in a folder of its own, both gone afterwards. */
export interface Stage extends AsyncDisposable {
  readonly engine: Engine;
  /** What `--database` takes. */
  readonly database: string;
  /** For ledgers, logs and the like. */
  readonly folder: string;
  /** The server of the database; there is none with SQLite. */
  readonly cluster?: PostgresCluster;
}

/** Makes a database and fills it by `sop apply`. */
export async function openStage(engine: Engine, seed?: SeedOptions): Promise<Stage> {
  const stack = new AsyncDisposableStack();
  try {
    const folder = mkdtempSync(join(tmpdir(), "sop-faults-"));
    stack.defer(() => rmSync(folder, { recursive: true, force: true }));
    // A PostgreSQL that runs as somebody else has to reach its data below.
    chmodSync(folder, 0o711);
    const cluster =
      engine === "postgres"
        ? stack.use(await PostgresCluster.start({ data: join(folder, "postgres") }))
        : undefined;
    const database = cluster?.address ?? `sqlite:${join(folder, "platform.db")}`;
    await applySeed({ database, folder }, seed);
    const open = stack.move();
    return {
      engine,
      database,
      folder,
      ...(cluster === undefined ? {} : { cluster }),
      [Symbol.asyncDispose]: () => open.disposeAsync(),
    };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}
