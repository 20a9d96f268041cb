import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  startPostgres,
  type PostgresServer,
} from "../../../packages/database/test/support/postgres/postgres-server.ts";
import { INSTALLED_PROGRAMS } from "../../../scripts/processes/programs.ts";
import type { Engine } from "../command.ts";
import type { ServerOptions } from "../nodes/start-nodes.ts";
import { applySeed, type SeedOptions } from "../seed/apply-seed.ts";
import { LoopImage } from "../storage/loop-image.ts";

/** A seeded database in its own folder; both are deleted afterwards. It is what a node on it is started with, too. */
export interface Stage extends AsyncDisposable, ServerOptions {
  readonly engine: Engine;
  /** The server of the database; there is none with SQLite. */
  readonly postgres: PostgresServer | undefined;
  /** The file system that the database is on, where that is one of its own. */
  readonly image: LoopImage | undefined;
}

/** The options of a stage. */
export interface StageOptions {
  readonly seed?: SeedOptions;
  /** Whether the database is on a file system of its own, whose power can be cut and which can be filled. Default: false. */
  readonly isOnImage?: boolean;
  /** Plants the bug that a power cut must reveal: commits are confirmed before they are synced. Default: false. */
  readonly isForgetful?: boolean;
}

const megabytes = { sqlite: 128, postgres: 512 } as const satisfies Record<Engine, number>;

/** PostgreSQL's own setting for this; the WAL is written ten seconds later. */
const forgetfulPostgres = { synchronous_commit: "off", wal_writer_delay: "10000ms" } as const;
/** The bug is planted while a module is loaded, so the program has to consist of modules. */
const forgetfulSqlite = {
  program: INSTALLED_PROGRAMS.sop,
  environment: {
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "../storage/synchronous-normal-process.ts")).href}`,
  },
};

/** Creates a database with production durability, and fills it by `sop apply`. */
export async function openStage(
  engine: Engine,
  { seed, isOnImage = false, isForgetful = false }: StageOptions = {},
): Promise<Stage> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "sop-faults-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  // A PostgreSQL that runs as another user needs access to its data below.
  chmodSync(folder, 0o711);
  const size = { folder: join(folder, "image"), megabytes: megabytes[engine] };
  const image = isOnImage ? stack.use(await LoopImage.make(size)) : undefined;
  const postgres = stack.use(await startServer(engine, isForgetful, image));
  const place = image?.place ?? folder;
  const database = postgres?.address() ?? `sqlite:${join(place, "platform.db")}`;
  await applySeed({ database, folder }, seed);
  const open = stack.move();
  return {
    engine,
    database,
    folder,
    postgres,
    image,
    ...(isForgetful && forgetfulSqlite),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

async function startServer(
  engine: Engine,
  isForgetful: boolean,
  image: LoopImage | undefined,
): Promise<PostgresServer | undefined> {
  if (engine === "sqlite") return undefined;
  const options = { durable: true, settings: isForgetful ? forgetfulPostgres : {} };
  if (image === undefined) return await startPostgres(options);
  const folder = join(image.place, "postgres");
  mkdirSync(folder);
  return await startPostgres({ ...options, folder });
}
