import { openDatabase, runSteps, type Database } from "@survey-open-platform/database";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { makeTestDatabase } from "../../../database/test/support/test-database.ts";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { Schema } from "../../src/store/schema/schema.ts";
import { findUserPrincipal } from "../../src/store/tokens/user-token-table.ts";

const grantCount = 50;
const tokensPerGrant = 20;
const migration = "0005-token-look-up";
const clock = () => 1_000_000;

async function openUnmigrated(): Promise<Database<Schema>> {
  const database = openDatabase<Schema>({ address: await makeTestDatabase(), clock });
  onTestFinished(() => database.close());
  return database;
}

/** A database of the release before the migration, with users who each granted an application access. */
async function openFullDatabase(): Promise<Database<Schema>> {
  const database = await openUnmigrated();
  const before = Object.entries(migrations).filter(([name]) => name < migration);
  await database.migrate(Object.fromEntries(before));
  await database.write(async ({ kysely }) => {
    await sql`insert into accounts (id, kind) values (0, 'user')`.execute(kysely);
    await sql`insert into applications (id, appid, kind, owner_id, name, created_at)
      values (1, 'app', 'web', 0, 'App', 1)`.execute(kysely);
    for (let id = 1; id <= grantCount; id += 1) {
      await sql`insert into accounts (id, kind) values (${id}, 'user')`.execute(kysely);
      await sql`insert into users (id, username, password_hash, nickname, avatar, created_at)
        values (${id}, ${`user-${id}`}, '', ${`User ${id}`}, '', 1)`.execute(kysely);
      await sql`insert into grants (id, application_id, user_id, openid, scope, granted_at)
        values (${id}, 1, ${id}, ${`openid-${id}`}, 'snsapi_user', 1)`.execute(kysely);
      await kysely.insertInto("user_access_tokens").values(tokensOf(id)).execute();
    }
  });
  return database;
}

function tokensOf(grantId: number) {
  return Array.from({ length: tokensPerGrant }, (_, at) => ({
    hash: `hash-${grantId}-${at}`,
    grant_id: grantId,
    code_hash: `code-${grantId}-${at}`,
    number: at + 1,
    issued_at: 1,
    expires_at: clock() + at,
  }));
}

/** How SQLite looks up the principal of a token. */
async function planOfCheck({ reader }: Database<Schema>): Promise<readonly string[]> {
  const { value } = findUserPrincipal({ hash: "x", appid: "app" }).next([]);
  if (value === undefined || !("query" in value)) throw new Error("A check does not begin with a look-up");
  const { sql: text } = value.query.compiledFor(reader.kysely);
  const explained = sql.raw<{ readonly detail: string }>(`explain query plan ${text}`);
  const { rows } = await explained.execute(reader.kysely);
  return rows.map(({ detail }) => detail);
}

function allTokens(database: Database<Schema>) {
  const tokens = database.reader.kysely.selectFrom("user_access_tokens");
  return tokens
    .select(["hash", "grant_id", "code_hash", "number", "issued_at", "expires_at"])
    .orderBy("grant_id")
    .orderBy("number")
    .execute();
}

test("access tokens of the release before are all kept, and are valid as long as before", async () => {
  const database = await openFullDatabase();
  const before = await allTokens(database);
  await database.migrate(migrations);
  expect(before).toHaveLength(grantCount * tokensPerGrant);
  expect(await allTokens(database)).toEqual(before);
  const found = await runSteps(database.reader, findUserPrincipal({ hash: "hash-7-3", appid: "app" }));
  expect(found).toMatchObject({ grantId: 7, userId: 7, openid: "openid-7", mayWrite: 0 });
  const expired = await runSteps(database.reader, findUserPrincipal({ hash: "hash-7-0", appid: "app" }));
  expect(expired).toBeUndefined();
});

test("after the migration, a grant that is deleted still takes its tokens along", async () => {
  const database = await openFullDatabase();
  await database.migrate(migrations);
  await database.write(({ kysely }) => kysely.deleteFrom("grants").where("id", "<", 50).execute());
  expect(await allTokens(database)).toEqual(tokensOf(50));
});

test("a migration that fails leaves the tokens as they were", async () => {
  const database = await openFullDatabase();
  const before = await allTokens(database);
  const failing = { up: () => Promise.reject(new Error("planted")) };
  const migrating = database.migrate({ ...migrations, "9999-failing": failing });
  await expect(migrating).rejects.toThrow("could not be migrated");
  expect(await allTokens(database)).toEqual(before);
  await database.migrate(migrations);
  expect(await allTokens(database)).toEqual(before);
});

describe.skipIf(isOnPostgres())("on SQLite", () => {
  test("a token check reads one page of each table: of the token its index, of the others the row by its key", async () => {
    const database = await openUnmigrated();
    await database.migrate(migrations);
    expect(await planOfCheck(database)).toEqual([
      "SEARCH a USING INDEX sqlite_autoindex_applications_1 (appid=?)",
      "SEARCH t USING COVERING INDEX user_access_tokens_by_hash (hash=?)",
      "SEARCH g USING INTEGER PRIMARY KEY (rowid=?)",
      "SEARCH u USING INTEGER PRIMARY KEY (rowid=?)",
    ]);
  });

  test("the searches for a grant's and for expired tokens still use an index", async () => {
    const database = await openUnmigrated();
    await database.migrate(migrations);
    for (const condition of [sql`grant_id = 1 and number <= 2`, sql`expires_at <= 1`]) {
      const search = sql<{ readonly detail: string }>`explain query plan
        delete from user_access_tokens where ${condition}`;
      const { rows } = await search.execute(database.reader.kysely);
      expect(rows.map(({ detail }) => detail).join()).toMatch(
        /^SEARCH user_access_tokens USING (?:COVERING )?INDEX/,
      );
    }
  });
});
