import { closeSync, existsSync, openSync, rmSync, statfsSync, writeSync } from "node:fs";
import { join } from "node:path";
import { childrenOf } from "../../../packages/database/test/support/postgres/process-family.ts";
import { succeeds } from "../../../scripts/processes/run-program.ts";
import { RunningProgram } from "../../../scripts/processes/running-program.ts";
import type { Engine } from "../command.ts";
import type { Stage } from "../database/open-stage.ts";
import type { NodeProcess } from "../nodes/node-process.ts";

/** A disk that fails, until it is disposed of. */
export interface FailingDisk extends AsyncDisposable {
  /** How many system calls were made to fail; undefined where this is not counted. */
  readonly injected: number | undefined;
}

/** A way in which a disk fails. */
export interface DiskFault {
  readonly name: string;
  readonly needs: "strace" | "image";
  begin(stage: Stage, node: NodeProcess): Promise<FailingDisk>;
}

const fullDisk: DiskFault = {
  name: "no room is left",
  needs: "image",
  begin: ({ image }) => fillDisk(image?.place),
};

/** The ways in which the disk of an engine fails, in the order in which they are tried. */
export const diskFaults: Readonly<Record<Engine, readonly DiskFault[]>> = {
  sqlite: [
    injection("every sync fails (EIO)", { calls: "fsync,fdatasync", error: "EIO" }),
    injection("every third sync fails (EIO)", { calls: "fsync,fdatasync", error: "EIO", when: "2+3" }),
    injection("every write fails (ENOSPC)", { calls: "pwrite64", error: "ENOSPC" }),
    injection("every fifth write fails (EIO)", { calls: "pwrite64", error: "EIO", when: "3+5" }),
    fullDisk,
  ],
  postgres: [
    // Once in each of its processes: PostgreSQL crashes all of them on purpose when one cannot write or sync the WAL.
    // The recovery fails as well, until the server exits.
    injection("a sync of the log fails (EIO)", { calls: "fsync,fdatasync", error: "EIO", when: "1" }),
    injection("a write fails (ENOSPC)", { calls: "pwrite64,pwritev,fallocate", error: "ENOSPC", when: "1" }),
    fullDisk,
  ],
};

/** What to let fail. */
interface Injection {
  /** Names of system calls, separated by commas. */
  readonly calls: string;
  readonly error: "EIO" | "ENOSPC";
  /** Which calls of each thread, in strace's syntax: `1` the first, `2+3` every third from the second. Default: all. */
  readonly when?: string;
}

function injection(name: string, what: Injection): DiskFault {
  return {
    name,
    needs: "strace",
    async begin({ postgres }, node) {
      // The first process of PostgreSQL too, so that those that it starts during the fault are affected like the others.
      const { pid } = postgres ?? node;
      return await injectErrors(postgres === undefined ? [pid] : [pid, ...(await childrenOf(pid))], what);
    },
  };
}

/**
 * Attaches to running processes, all threads of each, and makes their system calls fail until it is disposed of. A process
 * may have ended since it was listed, as those of PostgreSQL's clients do.
 *
 * @throws Error when it cannot attach to any
 */
async function injectErrors(
  pids: readonly number[],
  { calls, error, when }: Injection,
): Promise<FailingDisk> {
  const rule = `inject=${calls}:error=${error}${when === undefined ? "" : `:when=${when}`}`;
  const words = ["-f", "-e", `trace=${calls}`, "-e", rule, ...pids.flatMap((pid) => ["-p", String(pid)])];
  const strace = new RunningProgram("strace", words);
  const hasAttached = ({ stderr }: { readonly stderr: string }) => {
    const attached = pids.filter((pid) => stderr.includes(`Process ${pid} attached`));
    const missing = pids.filter((pid) => !attached.includes(pid));
    return (attached.length > 0 && !missing.some((pid) => existsSync(`/proc/${pid}`))) || undefined;
  };
  try {
    await strace.printed("that it has attached", hasAttached);
  } catch (problem) {
    await strace.kill();
    throw problem;
  }
  return {
    get injected() {
      return strace.stderr.split("(INJECTED)").length - 1;
    },
    async [Symbol.asyncDispose]() {
      strace.signal("SIGINT");
      await strace.end();
    },
  };
}

/** Why system calls cannot be made to fail here; `undefined` when they can. */
export async function whyNoInjection(): Promise<string | undefined> {
  await using victim = new RunningProgram("sleep", ["60"]);
  try {
    await using failing = await injectErrors([victim.pid], { calls: "fsync", error: "EIO" });
    return failing.injected === 0 ? undefined : "strace made something fail that was never called";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const blockBytes = 4096;
/** These are written one by one. */
const spareBlocks = 64;
const reserveAttempts = 10;

/** Fills a file system with one large file, which disposal deletes. */
async function fillDisk(place: string | undefined): Promise<FailingDisk> {
  if (place === undefined) throw new Error("there is no separate file system to fill");
  const path = join(place, "ballast");
  await reserve(place, path);
  takeTheRest(path);
  return { injected: undefined, [Symbol.asyncDispose]: async () => rmSync(path, { force: true }) };
}

/** Others write to the disk meanwhile, so there may be less room than there was a moment ago: then with what is left. */
async function reserve(place: string, path: string): Promise<void> {
  for (let attempt = 1; attempt <= reserveAttempts; attempt += 1) {
    const { bavail, bsize } = statfsSync(place);
    const bytes = bavail * bsize - spareBlocks * blockBytes;
    if (bytes <= 0 || (await succeeds("fallocate", ["-l", String(bytes), path]))) return;
    rmSync(path, { force: true });
  }
  throw new Error(`the free blocks of ${place} could not be reserved`);
}

/** The file is written, not only reserved, until no block is free. */
function takeTheRest(path: string): void {
  const file = openSync(path, "as");
  const block = Buffer.alloc(blockBytes);
  try {
    for (;;) writeSync(file, block);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
  } finally {
    closeSync(file);
  }
}
