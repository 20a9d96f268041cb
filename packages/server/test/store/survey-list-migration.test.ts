import { openDatabase, type Database } from "@survey-open-platform/database";
import { sql, type Kysely } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { isOnPostgres } from "../../../database/test/support/postgres/postgres-databases.ts";
import { makeTestDatabase } from "../../../database/test/support/test-database.ts";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { Schema } from "../../src/store/schema/schema.ts";
import { listSurveys, type SurveyListPart } from "../../src/store/surveys/survey-table.ts";

const [ownerId, otherOwnerId, creatorUserId] = [1, 2, 3];
const surveyCount = 5;
const slice = { page: 1, perPage: 20 };

/** A database of the release before the migration, with a few surveys of two owners. */
async function openFullDatabase(): Promise<Database<Schema>> {
  const database = openDatabase<Schema>({ address: await makeTestDatabase(), clock: () => 1 });
  onTestFinished(() => database.close());
  await database.migrate(
    Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0006-survey-list")),
  );
  await database.write(async ({ kysely }) => {
    for (const id of [ownerId, otherOwnerId, creatorUserId]) {
      await sql`insert into accounts (id, kind) values (${id}, 'user')`.execute(kysely);
      await sql`insert into users (id, username, password_hash, nickname, avatar, created_at)
        values (${id}, ${`user-${id}`}, '', '', '', 1)`.execute(kysely);
    }
    for (let at = 1; at <= surveyCount; at += 1) await insertSurvey(kysely, at);
  });
  return database;
}

/** Its pages are longer than a page of a SQLite file. */
async function insertSurvey(kysely: Kysely<Schema>, id: number): Promise<void> {
  const owner = id === surveyCount ? otherOwnerId : ownerId;
  const creator = id === 2 ? creatorUserId : owner;
  await sql`insert into surveys (id, hash, owner_id, creator_user_id, title, prefix, suffix, scene, state, pages,
      page_count, question_count, answer_count, created_at, updated_at)
    values (${id}, ${`00c0ffe${id}`}, ${owner}, ${creator}, ${`Survey ${id}`}, '', '', 1, 2, ${`[${" ".repeat(20_000)}]`},
      1, 1, ${id * 10}, ${id * 100}, ${id * 1000})`.execute(kysely);
}

/** Runs the steps of a list. @param onQuery is given each statement that runs */
async function list(
  { reader }: Database<Schema>,
  filter: { readonly ownerId: number; readonly creatorUserId: number | undefined },
  onQuery: (text: string) => Promise<void> = () => Promise.resolve(),
): Promise<SurveyListPart> {
  const steps = listSurveys({ ...filter, ...slice });
  let next = steps.next([]);
  while (next.done !== true) {
    if (next.value.kind === "alone") throw new Error("a list only reads");
    const { query, parameters } = next.value;
    await onQuery(query.compiledFor(reader.kysely).sql);
    next = steps.next(await reader.run(query, parameters));
  }
  return next.value;
}

function listed(id: number) {
  const row = { id, hash: `00c0ffe${id}`, title: `Survey ${id}`, scene: 1, state: 2 };
  return { ...row, answerCount: id * 10, createdAt: id * 100, updatedAt: id * 1000 };
}

test("surveys of the release before are listed as before", async () => {
  const database = await openFullDatabase();
  for (const migrated of [false, true]) {
    if (migrated) await database.migrate(migrations);
    const everything = await list(database, { ownerId, creatorUserId: undefined });
    expect(everything).toEqual({ total: 4, list: [1, 2, 3, 4].map(listed) });
    expect(await list(database, { ownerId, creatorUserId })).toEqual({ total: 1, list: [listed(2)] });
  }
});

describe.skipIf(isOnPostgres())("on SQLite", () => {
  test.each([undefined, creatorUserId])(
    "a list reads its index only, and no survey's row (creator %s)",
    async (creator) => {
      const database = await openFullDatabase();
      await database.migrate(migrations);
      const plans: string[] = [];
      await list(database, { ownerId, creatorUserId: creator }, async (text) => {
        const explained = sql<{
          readonly detail: string;
        }>`explain query plan ${sql.raw(text.replaceAll("?", "1"))}`;
        const { rows } = await explained.execute(database.reader.kysely);
        plans.push(rows.map(({ detail }) => detail).join());
      });
      const plan = "SEARCH surveys USING COVERING INDEX surveys_by_owner_id_listed (owner_id=?)";
      expect(plans).toEqual([plan, plan]);
    },
  );
});
