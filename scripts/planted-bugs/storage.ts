import { security, type PlantedBug } from "./planted-bug.ts";

const database = "packages/database";
const server = "packages/server/src";

/** Mistakes about when something counts as done. */
export const storageBugs: readonly PlantedBug[] = [
  {
    name: "commit-not-synced",
    breaks: "A power cut loses what was answered as done.",
    file: `${database}/src/sqlite-database.ts`,
    find: "pragma synchronous = full",
    replace: "pragma synchronous = normal",
    caughtBy: [`${database}/test/sqlite-database.test.ts`],
  },
  {
    name: "answered-before-the-commit",
    breaks: "Success is told before anything is on the disk.",
    file: `${database}/src/group-commit.ts`,
    find: "await this.#control.commit();",
    replace: `for (const unit of units) unit.settle();
      await this.#control.commit();`,
    caughtBy: [`${database}/test/group-commit.test.ts`],
  },
  {
    name: "half-a-unit-kept",
    breaks: "A unit of work that failed leaves behind what it had done until then.",
    file: `${database}/src/group-commit.ts`,
    find: "await this.#control.rollback().catch(() => undefined);",
    replace: "await this.#control.commit().catch(() => undefined);",
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
    name: "backup-revives",
    breaks: "A backup that is put back revives what was revoked since, although its end was asked for.",
    file: `${server}/commands/restore.ts`,
    find: "isRevoking ? revokeEverything : countIssued",
    replace: "isRevoking ? countIssued : countIssued",
    caughtBy: security("restored-backup"),
  },
  {
    name: "backup-keeps-consent",
    breaks: "A backup that is put back revives consent that was taken back since.",
    file: `${server}/store/revoke-everything.ts`,
    find: ".set({ revoked_at: nowMs })",
    replace: ".set({ scope: 'snsapi_user' })",
    caughtBy: security("restored-backup"),
  },
  {
    name: "restored-under-a-server",
    breaks: "A backup takes the place of a database that a server is writing to.",
    file: `${database}/src/restore-database.ts`,
    find: "if (!isBusy(error)) return false;",
    replace: "return false;",
    caughtBy: [`${database}/test/restore-database.test.ts`],
  },
  {
    name: "foreign-log-read",
    breaks: "What lies beside a database that was lost is read into the one that is put in its place.",
    file: `${database}/src/restore-database.ts`,
    find: "moveSideFiles(path, asideNameOf(path));",
    replace: "",
    caughtBy: [`${database}/test/restore-database.test.ts`],
  },
  {
    name: "backup-overwrites",
    breaks: "A backup takes the place of whatever has its name.",
    file: `${database}/src/back-up-database.ts`,
    find: "if (existsSync(file)) throw",
    replace: 'if (file === "") throw',
    caughtBy: [`${database}/test/back-up-database.test.ts`],
  },
];
