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
import { crewPeople } from "../ledger/work.ts";
import type { ServerOptions } from "../nodes/server-node.ts";
import { applySeed } from "../seed/apply-seed.ts";
import { LoopImage } from "./loop-image.ts";

/** A seeded database on a file system of its own, whose power can be cut and which can be filled. */
export interface DiskStage extends AsyncDisposable {
  /** How the node is started. */
  readonly node: Omit<ServerOptions, "port">;
  readonly postgres: PostgresServer | undefined;
  /** Undefined where no image can be mounted: then a power cut is only a kill. */
  readonly image: LoopImage | undefined;
  /** A folder outside the image. */
  readonly folder: string;
}

/** The options of a stage. */
export interface DiskStageOptions {
  readonly engine: Engine;
  /** Whether there is an image at all. */
  readonly onImage: boolean;
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
    NODE_OPTIONS: `--import=${pathToFileURL(join(import.meta.dirname, "synchronous-normal-process.ts")).href}`,
  },
};

/** Creates a file system and a database on it. */
export async function openDiskStage(options: DiskStageOptions): Promise<DiskStage> {
  const stack = new AsyncDisposableStack();
  try {
    const stage = await openOn(stack, options);
    const open = stack.move();
    return { ...stage, [Symbol.asyncDispose]: () => open.disposeAsync() };
  } catch (error) {
    await stack.disposeAsync();
    throw error;
  }
}

async function openOn(
  stack: AsyncDisposableStack,
  { engine, onImage, isForgetful = false }: DiskStageOptions,
): Promise<Omit<DiskStage, keyof AsyncDisposable>> {
  const folder = mkdtempSync(join(tmpdir(), "sop-power-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  // A PostgreSQL that runs as another user needs access to its data below.
  chmodSync(folder, 0o711);
  const size = { folder: join(folder, "power"), megabytes: megabytes[engine] };
  const image = onImage ? stack.use(await LoopImage.make(size)) : undefined;
  const place = image?.place ?? folder;
  const isPostgres = engine === "postgres";
  const postgres = isPostgres
    ? stack.use(await startPostgresIn(join(place, "postgres"), isForgetful))
    : undefined;
  const database = postgres?.address() ?? `sqlite:${join(place, "platform.db")}`;
  await applySeed({ database, folder }, { people: crewPeople, teams: 2 });
  const node = { database, folder, ...(isForgetful && forgetfulSqlite) };
  return { node, folder, postgres, image };
}

async function startPostgresIn(folder: string, isForgetful: boolean): Promise<PostgresServer> {
  mkdirSync(folder);
  return await startPostgres({ folder, durable: true, settings: isForgetful ? forgetfulPostgres : {} });
}
