import type { PostgresServer } from "../../../packages/database/test/support/postgres/postgres-server.ts";
import type { Engine } from "../command.ts";
import { childrenOf } from "../../../packages/database/test/support/postgres/process-family.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import type { DiskStage } from "./disk-stage.ts";
import { fillDisk } from "./fill-disk.ts";
import { injectErrors, type Injection } from "./inject-errors.ts";

/** A disk that fails, until it is disposed of. */
export interface FailingDisk extends AsyncDisposable {
  /** How many system calls were made to fail; undefined where this is not counted. */
  readonly injected: number | undefined;
}

/** A way in which a disk fails. */
export interface DiskFault {
  readonly name: string;
  readonly needs: "strace" | "image";
  begin(stage: DiskStage, node: NodeProcess): Promise<FailingDisk>;
}

/** The ways in which the disk of an engine fails, in the order in which they are tried. */
export const diskFaults: Readonly<Record<Engine, readonly DiskFault[]>> = {
  sqlite: [
    injection("every sync fails (EIO)", { calls: "fsync,fdatasync", error: "EIO" }),
    injection("every third sync fails (EIO)", { calls: "fsync,fdatasync", error: "EIO", when: "2+3" }),
    injection("every write fails (ENOSPC)", { calls: "pwrite64", error: "ENOSPC" }),
    injection("every fifth write fails (EIO)", { calls: "pwrite64", error: "EIO", when: "3+5" }),
    fullDisk(),
  ],
  postgres: [
    // Once in each of its processes: PostgreSQL crashes all of them on purpose when one cannot write or sync the WAL.
    // The recovery fails as well, until the server exits.
    injection("a sync of the log fails (EIO)", { calls: "fsync,fdatasync", error: "EIO", when: "1" }),
    injection("a write fails (ENOSPC)", { calls: "pwrite64,pwritev,fallocate", error: "ENOSPC", when: "1" }),
    fullDisk(),
  ],
};

function injection(name: string, what: Injection): DiskFault {
  return {
    name,
    needs: "strace",
    async begin({ postgres }, node) {
      const injected = await injectErrors(
        postgres === undefined ? [node.pid] : await familyOf(postgres),
        what,
      );
      return {
        get injected() {
          return injected.count;
        },
        [Symbol.asyncDispose]: () => injected[Symbol.asyncDispose](),
      };
    },
  };
}

/** The first process too, so that the processes that it starts during the fault are affected like the others. */
async function familyOf({ pid }: PostgresServer): Promise<readonly number[]> {
  return [pid, ...(await childrenOf(pid))];
}

function fullDisk(): DiskFault {
  return {
    name: "no room is left",
    needs: "image",
    async begin({ image }) {
      if (image === undefined) throw new Error("there is no separate file system to fill");
      const ballast = await fillDisk(image.place);
      return {
        injected: undefined,
        [Symbol.asyncDispose]: () => Promise.resolve(ballast[Symbol.dispose]()),
      };
    },
  };
}
