import { security, type PlantedBug } from "./planted-bug.ts";

const store = "packages/server/src/store";

/** The commands that break things on purpose, in their small sizes, by their names: `faults("races")`. */
function faults(...names: readonly string[]): readonly string[] {
  return names.map((name) => `faults/test/${name}.test.ts`);
}

/** Mistakes that one process alone, or one without failures, does not show. */
export const distributionBugs: readonly PlantedBug[] = [
  {
    name: "team-tokens-cached-per-process",
    breaks: "A replaced team token lives on for 50 ms at a node that has seen it.",
    file: `${store}/store.ts`,
    find: "    findTeamPrincipal,\n  };",
    replace: `    findTeamPrincipal: ((seen: Map<string, unknown>) =>
      function* (token: Parameters<typeof findTeamPrincipal>[0]): ReturnType<typeof findTeamPrincipal> {
        if (!seen.has(token.hash)) {
          seen.set(token.hash, yield* findTeamPrincipal(token));
          setTimeout(() => seen.delete(token.hash), 50);
        }
        return seen.get(token.hash) as never;
      })(new Map()),
  };`,
    caughtBy: faults("histories"),
  },
  {
    name: "code-looked-at-first",
    breaks: "Whether a code is unused is looked up before the transaction that uses it up.",
    file: `${store}/store.ts`,
    find: `accepted(await database.writeSteps(() => steps(policy), applicationLock(appid))),`,
    replace: `{
      const unused = await reader.kysely
        .selectFrom("authorization_codes")
        .select("hash")
        .where("used_at", "is", null)
        .execute();
      return accepted(await database.write(async (t) => {
        const again = t.kysely.updateTable("authorization_codes").set({ used_at: null });
        for (const { hash } of unused) await again.where("hash", "=", hash).execute();
        return runSteps(t, steps(policy));
      }, { locks: [applicationLock(appid)] }));
    },`,
    caughtBy: faults("races"),
  },
  {
    name: "limit-per-process",
    breaks: "Every node lets through as much as all of them together may.",
    file: `${store}/rate-limit-table.ts`,
    find: "return hashToken(JSON.stringify(parts));",
    replace: "return hashToken(JSON.stringify([process.pid, ...parts]));",
    caughtBy: faults("clock"),
  },
  {
    name: "newest-by-wall-clock",
    breaks: "Of two team tokens that one counts whose node has the later clock.",
    file: `${store}/team-token-table.ts`,
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
    caughtBy: faults("clock"),
  },
  {
    name: "clock-of-each-node",
    breaks: "Each node goes by its own clock instead of the database's.",
    file: "packages/server/src/platform.ts",
    find: "return openDatabase<Schema>({",
    replace: "return openDatabase<Schema>({ clock: () => Date.now(),",
    caughtBy: faults("clock"),
  },
  {
    name: "application-lock-left-out",
    breaks: "A team token that is requested with the old secret while another node replaces it stays valid.",
    file: `${store}/store.ts`,
    find: "database.writeSteps(() => steps(policy), applicationLock(appid))",
    replace: "database.writeSteps(() => steps(policy), applicationLock(appid) + Math.random())",
    engine: "postgres",
    caughtBy: security("team-token"),
  },
  {
    name: "postgres-commit-not-synced",
    breaks: "PostgreSQL acknowledges commits that its crash loses.",
    file: "packages/database/src/postgres-pool.ts",
    find: "keepAlive: true,",
    replace: 'keepAlive: true, options: "-c synchronous_commit=off",',
    caughtBy: faults("kills"),
  },
  {
    name: "gathered-without-a-lock",
    breaks: "Tokens of an application are issued although another node holds its lock.",
    file: "packages/database/src/postgres-gathered-steps.ts",
    find: "result[at] === true",
    replace: "result[at] !== undefined",
    engine: "postgres",
    caughtBy: ["packages/database/test/postgres/gathered-steps.test.ts"],
  },
  {
    name: "units-of-one-lock-at-once",
    breaks: "Two token requests of one application read before either of them writes.",
    file: "packages/database/src/postgres-gathered-steps.ts",
    find: "locks.filter(isFree).map((lock) => new Chain(byLock.get(lock) ?? []))",
    replace:
      "locks.filter(isFree).flatMap((lock) => (byLock.get(lock) ?? []).map((unit) => new Chain([unit])))",
    engine: "postgres",
    caughtBy: ["packages/database/test/postgres/gathered-steps.test.ts"],
  },
  {
    name: "failures-counted-last",
    breaks:
      "Of guesses that arrive together, the right secret is let through before the wrong ones are counted.",
    file: "packages/database/src/postgres-chain.ts",
    find: "this.#alone = this.#units.slice(this.#begun - 1);\n    this.#begun = this.#units.length;",
    replace: "this.#alone = [...this.#alone, ...this.#units.slice(this.#begun - 1, this.#begun)];",
    engine: "postgres",
    caughtBy: ["packages/database/test/postgres/gathered-steps.test.ts"],
  },
  {
    name: "postgres-commit-not-waited-for",
    breaks: "Success is reported before PostgreSQL has committed.",
    file: "packages/database/src/postgres-gathered-steps.ts",
    find: 'let command = "";',
    replace: 'for (const chain of chains) chain.settle(); let command = "";',
    engine: "postgres",
    caughtBy: ["packages/database/test/postgres/gathered-steps.test.ts"],
  },
  {
    name: "commit-not-waited-for",
    breaks: "Success of transactions that are not gathered is reported before their commit.",
    file: "packages/database/src/group-commit.ts",
    find: "await this.#control.commit();",
    replace: "for (const unit of units) unit.settle(); await this.#control.commit();",
    caughtBy: ["packages/database/test/group-commit.test.ts"],
  },
  {
    name: "lost-connection-ends-the-process",
    breaks: "A database connection that breaks while its server is asked for its state ends the process.",
    file: "packages/database/src/postgres-pool.ts",
    find: `pool.on("connect", (client) => client.on("error", ignore));`,
    replace: "",
    engine: "postgres",
    caughtBy: ["packages/database/test/postgres/broken-connections.test.ts"],
  },
];
