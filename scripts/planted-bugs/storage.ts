import { security, type PlantedBug } from "./planted-bug.ts";

/** Mistakes about when something counts as done, on one node and on several. */
export const storageBugs: readonly PlantedBug[] = [
  {
    name: "commit-not-synced",
    breaks: "A power cut loses what was answered as done.",
    file: "packages/database/src/sqlite-database.ts",
    find: `syncsCommits ? "full" : "normal"`,
    replace: `syncsCommits ? "normal" : "normal"`,
    caughtBy: ["packages/database/test/sqlite-database.test.ts"],
  },
  {
    name: "answered-before-the-commit",
    breaks: "Success is reported before anything is on disk.",
    file: "packages/database/src/group-commit.ts",
    find: "await this.#control.commit();",
    replace: "for (const unit of units) unit.settle();\n      await this.#control.commit();",
    caughtBy: ["packages/database/test/group-commit.test.ts"],
  },
  {
    name: "half-a-unit-kept",
    breaks: "A unit of work that failed leaves behind what it had done until then.",
    file: "packages/database/src/group-commit.ts",
    find: "await this.#control.rollback();",
    replace: "await this.#control.commit();",
    caughtBy: ["packages/database/test/group-commit.test.ts"],
  },
  {
    name: "backup-revives",
    breaks: "A backup that is put back revives what was revoked since, although its end was asked for.",
    file: "packages/server/src/operating/commands/restore.ts",
    find: "isRevoking ? revokeIssued(t) : countIssued(t)",
    replace: "isRevoking ? countIssued(t) : countIssued(t)",
    caughtBy: security("restored-backup"),
  },
  {
    name: "newest-by-wall-clock",
    breaks: "Of two team tokens that one counts whose node has the later clock.",
    file: "packages/server/src/store/tokens/team-token-table.ts",
    find: "yield* send(replaceToken, token);",
    replace: `const query = prepare<{ readonly applicationId: number }>()((db, param) =>
      db
        .selectFrom("team_access_tokens")
        .select("expires_at")
        .where("application_id", "=", param("applicationId")),
    );
    const [before] = yield* rowsOf(query, { applicationId: token.applicationId });
    if ((before?.expires_at ?? 0) > Date.now() + token.lifetimeMilliseconds) return;
    yield* send(replaceToken, token);`,
    caughtBy: security("moved-clock"),
  },
  {
    name: "application-lock-left-out",
    breaks: "A team token that is requested with the old secret while another node replaces it stays valid.",
    file: "packages/server/src/store/store.ts",
    find: "database.writeSteps(() => steps(policy), applicationLock(appid))",
    replace: "database.writeSteps(() => steps(policy), applicationLock(appid) + Math.random())",
    engine: "postgres",
    caughtBy: security("team-token"),
  },
  {
    name: "postgres-commit-not-waited-for",
    breaks: "Success is reported before PostgreSQL has committed.",
    file: "packages/database/src/postgres-gathered-steps.ts",
    find: `let command = "";`,
    replace: `for (const chain of queues) chain.settle(); let command = "";`,
    engine: "postgres",
    caughtBy: ["packages/database/test/postgres/gathered-steps.test.ts"],
  },
];
