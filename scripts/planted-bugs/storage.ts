import type { PlantedBug } from "./planted-bug.ts";

const database = "packages/database";

/** Mistakes about when something counts as done. */
export const storageBugs: readonly PlantedBug[] = [
  {
    name: "commit-not-synced",
    breaks: "A power cut loses what was answered as done.",
    file: `${database}/src/sqlite-database.ts`,
    find: 'syncsCommits ? "full" : "normal"',
    replace: 'syncsCommits ? "normal" : "normal"',
    caughtBy: [`${database}/test/sqlite-database.test.ts`, "faults/test/power-cut.test.ts"],
  },
  {
    name: "answered-before-the-commit",
    breaks: "Success is reported before anything is on disk.",
    file: `${database}/src/group-commit.ts`,
    find: "await this.#control.commit();",
    replace: `for (const unit of units) unit.settle();
      await this.#control.commit();`,
    caughtBy: [`${database}/test/group-commit.test.ts`],
  },
  {
    name: "waits-for-a-second-timeout",
    breaks: "A unit that has waited for a database that does not respond waits for the next attempt too.",
    file: `${database}/src/group-commit.ts`,
    find: "for (const unit of this.#waiting.splice(0)) unit.fail(reason);",
    replace: "void reason;",
    caughtBy: [`${database}/test/group-commit.test.ts`],
  },
  {
    name: "half-a-unit-kept",
    breaks: "A unit of work that failed leaves behind what it had done until then.",
    file: `${database}/src/group-commit.ts`,
    find: "await this.#control.rollback();",
    replace: "await this.#control.commit();",
    caughtBy: [`${database}/test/group-commit.test.ts`],
  },
  {
    name: "file-for-everybody",
    breaks: "Everybody on the machine can read the database file.",
    file: `${database}/src/sqlite-database.ts`,
    find: "0o600",
    replace: "0o644",
    caughtBy: [`${database}/test/sqlite-database.test.ts`],
  },
  {
    name: "disk-error-waited-for",
    breaks: "A broken disk is waited for like a lock, and everybody else waits behind it.",
    file: `${database}/src/sqlite-database.ts`,
    find: "if (!isLocked(error) ||",
    replace: "if (!(error instanceof DatabaseUnavailableError) ||",
    caughtBy: ["packages/server/test/security/storage-failure.test.ts"],
  },
  {
    name: "open-transaction-in-the-way",
    breaks: "A transaction that could not be rolled back keeps every later one from beginning.",
    file: `${database}/src/sqlite-database.ts`,
    find: "giveUpTransaction(connection); const deadline",
    replace: "const deadline",
    caughtBy: ["packages/server/test/security/storage-failure.test.ts"],
  },
  {
    name: "standby-read-from",
    breaks: "A standby answers token checks, which may lag behind.",
    file: `${database}/src/postgres-primary.ts`,
    find: "if (!state.isWritable) return",
    replace: "if (state.isWritable && state.timeline < 0) return",
    caughtBy: [`${database}/test/postgres/failover.test.ts`],
  },
  {
    name: "pooled-standby-read-from",
    breaks: "By way of PgBouncer, a connection that leads to a standby by now is read from.",
    file: `${database}/src/pooled-connection.ts`,
    find: "if (problem === undefined) return;",
    replace: "if (problem !== null) return;",
    caughtBy: [`${database}/test/postgres/failover.test.ts`],
  },
  {
    name: "old-primary-used-again",
    breaks: "A primary that was replaced and lives on is used again when the new one fails.",
    file: `${database}/src/primary-finder.ts`,
    find: ".filter(({ state }) => state.timeline >= this.#timeline)",
    replace: "",
    caughtBy: [`${database}/test/postgres/failover.test.ts`],
  },
  {
    name: "new-primary-used-at-once",
    breaks: "A new primary is used while other processes still read from the old one.",
    file: `${database}/src/primary-finder.ts`,
    find: "this.#adopt(answer, graceMilliseconds);",
    replace: "this.#adopt(answer, 0);",
    caughtBy: [`${database}/test/postgres/failover.test.ts`],
  },
  {
    name: "started-process-uses-new-primary-at-once",
    breaks:
      "A process that starts after a promotion uses the new primary while others still read from the old one.",
    file: `${database}/src/primary-finder.ts`,
    find: "this.#timeline > 0 || isAlone ? 0 : graceMilliseconds",
    replace: "this.#timeline > 0 || isAlone ? 0 : 0",
    caughtBy: [`${database}/test/postgres/failover.test.ts`],
  },
  {
    name: "result-after-a-stop-counts",
    breaks: "A process that was stopped during a failover answers from the replaced primary when it goes on.",
    file: `${database}/src/postgres-connection.ts`,
    find: "this.#guard?.needsConfirmation === true && !this.#isLost",
    replace: "this.#guard?.needsConfirmation === true && this.#isLost",
    caughtBy: [`${database}/test/postgres/failover.test.ts`],
  },
  {
    name: "stop-taken-for-silence",
    breaks:
      "A process that was stopped during a failover takes its own stop for a silent server, and reads on.",
    file: `${database}/src/server-probe.ts`,
    find: "const partsOfLimit = 10;",
    replace: "const partsOfLimit = 1;",
    caughtBy: [`${database}/test/postgres/failover.test.ts`],
  },
  {
    name: "rows-kept-until-a-full-collection",
    breaks:
      "Rows that were read from PostgreSQL stay in memory until a full collection, which holds up every call.",
    file: `${database}/src/send-query.ts`,
    find: "client.query(query, (error: Error | null, result: unknown) => {",
    replace: "void client.query(query).then((result: unknown) => { const error = undefined;",
    engine: "postgres",
    caughtBy: [`${database}/test/postgres/memory-of-queries.test.ts`],
  },
];
