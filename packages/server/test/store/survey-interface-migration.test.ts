import { openDatabase } from "@survey-open-platform/database";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { makeTestDatabase } from "../../../database/test/support/test-database.ts";
import { initialMigration } from "../../src/store/migrations/0001-initial.ts";
import { surveyInterfaceMigration } from "../../src/store/migrations/0002-survey-interface.ts";
import type { Schema } from "../../src/store/schema/schema.ts";

const hostileTitle = 'Say "goto":{} or "type":"location"';

const oldPages = [
  {
    questions: [
      { type: "text_multiple", title: hostileTitle, prefill: false, goto: {}, options: [] },
      { type: "location", prefill: false, goto: {} },
      { type: "radio", prefill: false, goto: {}, options: [{ text: "location", goto: {}, display: [] }] },
    ],
  },
];
const newPages = [
  {
    questions: [
      { type: "blanks", title: hostileTitle, prefill: "", goto: "", options: [] },
      { type: "address", prefill: "", goto: "" },
      { type: "radio", prefill: "", goto: "", options: [{ text: "location", goto: "", display: "" }] },
    ],
  },
];
const oldAnswer = [{ questions: [{ type: "location", text: "text_multiple" }, { type: "text_multiple" }] }];
const newAnswer = [{ questions: [{ type: "address", text: "text_multiple" }, { type: "blanks" }] }];

/** A database as the first release left it, with one survey that has one answer. */
async function openFirstRelease() {
  const database = openDatabase<Schema>({ address: await makeTestDatabase(), clock: Date.now });
  onTestFinished(() => database.close());
  await database.migrate({ "0001-initial": initialMigration });
  await database.write(async ({ kysely }) => {
    await sql`insert into accounts (kind) values ('user')`.execute(kysely);
    await sql`insert into users (id, username, password_hash, nickname, avatar, created_at)
      values (1, 'ada', '', 'Ada', '', 1)`.execute(kysely);
    await sql`insert into surveys (hash, owner_id, creator_user_id, title, prefix, suffix, scene, state, pages,
        page_count, question_count, created_at, updated_at)
      values ('1f3a', 1, 1, 'Old', '', '', 1, 2, ${JSON.stringify(oldPages)}, 1, 3, 1, 1)`.execute(kysely);
    await sql`insert into answers (survey_id, answer_id, hash, started_at, ended_at, pages)
      values (1, 1, 'abcdefghij', 1, 2, ${JSON.stringify(oldAnswer)})`.execute(kysely);
  });
  return database;
}

test("a database of the first release keeps its surveys and answers, in the shapes that clients can read", async () => {
  const database = await openFirstRelease();
  await database.migrate({
    "0001-initial": initialMigration,
    "0002-survey-interface": surveyInterfaceMigration,
  });
  const { kysely } = database.reader;
  const survey = await kysely.selectFrom("surveys").selectAll().executeTakeFirstOrThrow();
  const { rows } = await sql<{
    readonly pages: string;
    readonly ended_at: number;
  }>`select pages, ended_at from answers`.execute(kysely);
  const [answer] = rows;
  expect(JSON.parse(survey.pages)).toEqual(newPages);
  expect(JSON.parse(answer?.pages ?? "")).toEqual(newAnswer);
  expect([survey.updated_at, answer?.ended_at]).toEqual([1, 2]);
});

test("a survey of the first release needs no sign-in, has no redirect and accepts no changed answers", async () => {
  const database = await openFirstRelease();
  await database.migrate({
    "0001-initial": initialMigration,
    "0002-survey-interface": surveyInterfaceMigration,
  });
  const survey = await database.reader.kysely.selectFrom("surveys").selectAll().executeTakeFirstOrThrow();
  expect(survey).toMatchObject({ redirect_url: "", login_check: 0, is_allow_update_answer: 0 });
});
