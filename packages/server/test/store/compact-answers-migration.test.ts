import { openDatabase, runSteps, type Database } from "@survey-open-platform/database";
import {
  type AnswerPage,
  AnswerWriters,
  buildAnswerPages,
  listAnswerRecords,
  type SurveyPage,
} from "@survey-open-platform/surveys";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { makeTestDatabase } from "../../../database/test/support/test-database.ts";
import { everyType, wirePages } from "../../../surveys/test/declared/survey-fixtures.ts";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { Schema } from "../../src/store/schema/schema.ts";

const { pages } = wirePages(everyType);

/** The same survey with other words: ids stay, as with a declarative file that was edited. */
function reworded(word: string, from: readonly SurveyPage[] = pages): readonly SurveyPage[] {
  return from.map((page) => ({
    ...page,
    questions: page.questions.map((question) => ({
      ...question,
      options: question.options.map((option) => ({ ...option, text: `${word} ${option.text}` })),
      subTitles: question.subTitles.map((row) => ({ ...row, text: `${word} ${row.text}` })),
    })),
  }));
}

/** A survey that had fewer questions once. */
const shorter = pages.map((page, at) =>
  at === 0 ? { ...page, questions: page.questions.slice(0, 4) } : page,
);

function wireAnswer(
  asked: readonly SurveyPage[],
  values: Readonly<Record<string, unknown>>,
): readonly AnswerPage[] {
  const built = buildAnswerPages(asked, values);
  if (!built.ok) throw new Error(JSON.stringify(built.problems));
  return built.pages;
}

/** Answers of every age, each as it was written when it was given. */
const answers: readonly (readonly AnswerPage[])[] = [
  wireAnswer(reworded("First"), { "2": 1, "3": [1, 3], "9": [1, 2], "12": [2, 1, 3] }),
  wireAnswer(reworded("First"), { "2": 2, "10": [[1], [1, 2]], "11": [5, 4] }),
  wireAnswer(reworded("Second"), { "2": 1, "4": 2, "9": { "2": 2 } }),
  wireAnswer(shorter, { "2": 2, "7": 3 }),
  wireAnswer(pages, { "2": 1, "5": "ada@example.org", "13": { "1": "Ada" }, "16": "plan.pdf" }),
  wireAnswer(reworded("First"), { "2": 1 }),
  [],
];

/** A database of the release before surveys had versions, with those answers. */
async function openReleaseBefore(): Promise<Database<Schema>> {
  const database = openDatabase<Schema>({ address: await makeTestDatabase(), clock: () => 1 });
  onTestFinished(() => database.close());
  await database.migrate(
    Object.fromEntries(Object.entries(migrations).filter(([name]) => name < "0016-survey-versions")),
  );
  await database.write(async ({ kysely }) => {
    await sql`insert into accounts (id, kind) values (1, 'user')`.execute(kysely);
    await sql`insert into users (id, username, password_hash, nickname, avatar, created_at)
      values (1, 'ada', '', '', '', 1)`.execute(kysely);
    for (const id of [1, 2])
      await sql`insert into surveys (id, hash, owner_id, creator_user_id, title, prefix, suffix, scene, state, pages,
          page_count, question_count, answer_count, created_at, updated_at)
        values (${id}, '1f3a', 1, 1, 'Old', 'Hello', 'Bye', 3, 2, ${JSON.stringify(pages)}, 2, 16, 1, 1, 1)`.execute(
        kysely,
      );
    for (const [at, answer] of answers.entries())
      await sql`insert into answers (survey_id, answer_id, hash, respondent_id, started_at, ended_at, pages)
        values (1, ${at + 1}, ${`abcdefgh0${at}`}, 0, ${at}, ${at + 3_600_000}, ${JSON.stringify(answer)})`.execute(
        kysely,
      );
  });
  return database;
}

test("answers of the release before are the same bytes on the wire, each with the words that it was given to", async () => {
  const database = await openReleaseBefore();
  await database.migrate(migrations);
  const { reader } = database;
  const records = await runSteps(reader, listAnswerRecords({ surveyId: 1, lastAnswerId: 0, perPage: 100 }));
  const survey = { id: 1, customArgumentsText: "[]" };
  const textOf = await runSteps(reader, new AnswerWriters().forAnswers(survey, records));
  expect(records.map(textOf)).toEqual(answers.map((answer) => JSON.stringify(answer)));
  const [row] = await reader.kysely.selectFrom("surveys").selectAll().where("id", "=", 1).execute();
  expect(row).toMatchObject({
    title: "Old",
    scene: 3,
    answer_serial: answers.length,
    pages: JSON.stringify(pages),
  });
  // The present words are the newest version.
  expect(records[4]?.version).toBe(row?.version);
  expect(Math.max(...records.map(({ version }) => version))).toBe(row?.version);
});

test("a survey of the release before without answers is version 1 and its own draft", async () => {
  const database = await openReleaseBefore();
  await database.migrate(migrations);
  const { kysely } = database.reader;
  const definition = { title: "Old", prefix: "Hello", suffix: "Bye", scene: 3, pages, logic: { rules: [] } };
  for (const table of ["survey_versions", "survey_drafts"] as const) {
    const [row] = await kysely.selectFrom(table).select("definition").where("survey_id", "=", 2).execute();
    expect(JSON.parse(row?.definition ?? "")).toEqual(definition);
  }
  expect(await kysely.selectFrom("surveys").select("version").where("id", "=", 2).executeTakeFirst()).toEqual(
    { version: 1 },
  );
});
