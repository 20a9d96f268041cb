import { openDatabase } from "@survey-open-platform/database";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { makeTestDatabase } from "../../../database/test/support/test-database.ts";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { Schema } from "../../src/store/schema/schema.ts";

const hostileTitle = 'Say "display":"" or \\"display":"q-2"';

function pagesWith(first: unknown, second: unknown): string {
  const options = [
    { id: "o-1", goto: "", display: first },
    { id: "o-2", display: second, text: "Other" },
  ];
  return JSON.stringify([{ questions: [{ id: "q-1", title: hostileTitle, options }] }]);
}

const [before, after] = [pagesWith("", "q-2-abcd"), pagesWith([], ["q-2-abcd"])];
const definition = (pages: string) => `{"title":"Old","pages":${pages},"logic":{"rules":[]}}`;

/** A database of the release before, with a survey that has a version, a draft and an earlier revision of it. */
async function openReleaseBefore() {
  const database = openDatabase<Schema>({ address: await makeTestDatabase(), clock: Date.now });
  onTestFinished(() => database.close());
  const known = Object.entries(migrations).filter(([name]) => name < "0042");
  await database.migrate(Object.fromEntries(known));
  await database.write(async ({ kysely }) => {
    await sql`insert into accounts (id, kind) values (1, 'user')`.execute(kysely);
    await sql`insert into users (id, username, password_hash, nickname, avatar, created_at)
      values (1, 'ada', '', 'Ada', '', 1)`.execute(kysely);
    await sql`insert into surveys (id, hash, owner_id, creator_user_id, title, prefix, suffix, scene, state, pages,
        page_count, question_count, version, created_at, updated_at)
      values (1, '1f3a', 1, 1, 'Old', '', '', 1, 2, ${before}, 1, 1, 1, 1, 1)`.execute(kysely);
    await sql`insert into survey_versions (survey_id, version, definition, published_at)
      values (1, 1, ${definition(before)}, 1)`.execute(kysely);
    for (const table of ["survey_drafts", "survey_draft_history"]) {
      const editedAt = table === "survey_drafts" ? sql`, edited_at` : sql``;
      const at = table === "survey_drafts" ? sql`, 1` : sql``;
      await sql`insert into ${sql.table(table)} (survey_id, definition, revision${editedAt})
        values (1, ${definition(before)}, 1${at})`.execute(kysely);
    }
  });
  return database;
}

test("what options of the release before show is a list wherever questions are kept", async () => {
  const database = await openReleaseBefore();
  await database.migrate(migrations);
  const { kysely } = database.reader;
  const survey = await kysely.selectFrom("surveys").select("pages").executeTakeFirstOrThrow();
  expect(survey.pages).toBe(after);
  for (const table of ["survey_versions", "survey_drafts", "survey_draft_history"] as const) {
    const kept = await kysely.selectFrom(table).select("definition").executeTakeFirstOrThrow();
    expect(kept.definition, table).toBe(definition(after));
  }
});
