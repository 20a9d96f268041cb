import { describe, expect, test } from "vitest";
import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { sampleDatabase } from "./sample-database.ts";
import { sampleDeclaration } from "./sample-declaration.ts";
import { temporaryDatabase, type TemporaryDatabase } from "./temporary-database.ts";

const sample = sampleDeclaration();
const [survey] = sample.surveys;
const { answers } = survey;

async function surveyRow({ rows }: Pick<TemporaryDatabase, "rows">) {
  return (await rows("surveys"))[0];
}

describe("surveys", () => {
  test("keep their id, hash and question ids when they change, and say when that was", async () => {
    const { apply, rows } = await sampleDatabase();
    const before = await surveyRow({ rows });
    const report = await apply({ surveys: [{ ...survey, title: "Customers of 2026", state: "paused" }] });
    const after = await surveyRow({ rows });
    expect(report).toMatchObject({ surveys: { updated: 1 }, answers: { unchanged: 2 } });
    expect(after).toEqual({
      ...before,
      title: "Customers of 2026",
      state: 3,
      version: 2,
      updated_at: after?.["updated_at"],
    });
    expect(Number(after?.["updated_at"])).toBeGreaterThan(Number(before?.["updated_at"]));
  });

  test("were last changed when they were made, until they change", async () => {
    const { rows } = await sampleDatabase();
    const row = await surveyRow({ rows });
    expect(row?.["updated_at"]).toBe(row?.["created_at"]);
  });

  test("get further answers at the end, which does not count as a change of the survey", async () => {
    const { apply, rows } = await sampleDatabase();
    const before = await surveyRow({ rows });
    const third = {
      started_at: "2026-11-02 09:00:00",
      ended_at: "2026-11-02 09:00:01",
      values: { "1": 2 },
      channel: "qr",
      device: "phone" as const,
    };
    const stored = await rows("answers");
    const report = await apply({ surveys: [{ ...survey, answers: [...answers, third] }] });
    expect(report).toMatchObject({ surveys: { unchanged: 1 }, answers: { created: 1, unchanged: 2 } });
    expect(await surveyRow({ rows })).toEqual({ ...before, answer_count: 3, answer_serial: 3 });
    const more = await rows("answers");
    expect(more.slice(0, 2)).toEqual(stored);
    expect(more[2]).toMatchObject({
      answer_id: 3,
      respondent_id: 0,
      started_at: Date.parse("2026-11-02T09:00:00+08:00"),
      channel: "qr",
      ua: "phone",
    });
  });

  test("keep answers that the file no longer lists", async () => {
    const { apply, contents } = await sampleDatabase();
    const before = await contents();
    await apply({ surveys: [{ ...survey, answers: answers.slice(0, 1) }] });
    await apply({ surveys: [{ ...survey, answers: [] }] });
    expect(await contents()).toBe(before);
  });

  test("may be reworded and extended without contradicting the answers that they have", async () => {
    const { apply, rows } = await sampleDatabase();
    const stored = await rows("answers");
    const [page] = survey.pages;
    const options = [{ text: "Friends and family" }, { text: "The press" }];
    const pages = [
      {
        questions: [
          { ...page.questions[0], options },
          page.questions[1],
          { type: "star", title: "Stars" } as const,
        ],
      },
    ];
    const [first, second] = answers;
    const reworded = [{ ...first, values: { "1": "The press" } }, second] as const;
    const report = await apply({ surveys: [{ ...survey, pages, answers: reworded }] });
    expect(report).toMatchObject({ surveys: { updated: 1 }, answers: { unchanged: 2 } });
    expect(await rows("answers")).toEqual(stored);
  });

  test.each([
    ["another choice", { ...answers[1], values: { "1": 2, "2": "No" } }],
    ["another text", { ...answers[1], values: { "1": 1, "2": "Yes" } }],
    ["an answer less", { ...answers[1], values: { "1": 1 } }],
    ["another beginning", { ...answers[1], started_at: "2026-11-01 09:59:59" }],
    ["another end", { ...answers[1], ended_at: "2026-11-01 10:01:01" }],
  ])("refuse %s for an answer that is stored", async (_, second) => {
    const { apply, contents } = await sampleDatabase();
    const before = await contents();
    const applied = apply({
      users: [{ username: "new" }],
      surveys: [{ ...survey, answers: [answers[0], second] }],
    });
    await expect(applied).rejects.toThrow(/^surveys\[0\]\.answers\[1\]: differs from the stored answer/);
    expect(await contents()).toBe(before);
  });

  test("compare long lists of answers to their end", async () => {
    const { apply, rows } = await sampleDatabase();
    const many = Array.from({ length: 1100 }, (_, at) => ({
      ...answers[0],
      values: { "1": 1, "2": `Remark ${at}` },
    }));
    const long = { ...survey, key: "long" };
    await apply({ surveys: [{ ...long, answers: many }] });
    const ids = (await rows("answers"))
      .filter((row) => row["survey_id"] === 3)
      .map((row) => row["answer_id"]);
    expect(ids).toEqual(many.map((_, at) => at + 1));
    expect(await apply({ surveys: [{ ...long, answers: many }] })).toMatchObject({
      answers: { created: 0, unchanged: 1100 },
    });
    const last = many.with(1099, { ...answers[0], values: { "1": 1, "2": "Other" } });
    await expect(apply({ surveys: [{ ...long, answers: last }] })).rejects.toThrow(
      "surveys[0].answers[1099]: differs",
    );
  });

  test("belong to their creator's account unless the file says who made them", async () => {
    const { database, rows } = await temporaryDatabase();
    const file = {
      users: [{ username: "ada" }],
      surveys: [{ key: "k", owner: { user: "ada" }, title: "T", pages: [] }],
    };
    await applyDeclaration(database, file, { zone: platformZone("Asia/Shanghai") });
    expect(await rows("surveys")).toMatchObject([{ owner_id: 1, creator_user_id: 1, state: 0, scene: 1 }]);
  });

  test("keep what respondents are limited to unless the file says so, and lose a limit of 0", async () => {
    const { apply, rows } = await sampleDatabase();
    const limits = async () => {
      const { answer_limit: limit, once } = (await rows("surveys"))[0] ?? {};
      return { limit, once };
    };
    expect(await limits()).toEqual({ limit: null, once: "none" });
    await apply({ surveys: [{ ...survey, answer_limit: 50, once: "person" }] });
    expect(await limits()).toEqual({ limit: 50, once: "person" });
    await apply({ surveys: [survey] });
    expect(await limits()).toEqual({ limit: 50, once: "person" });
    await apply({ surveys: [{ ...survey, answer_limit: 0 }] });
    expect(await limits()).toEqual({ limit: null, once: "person" });
  });

  test("keep their rules when a file changes their words, and get a version and a draft with these", async () => {
    const { apply, store, rows } = await sampleDatabase();
    const id = Number((await rows("surveys"))[0]?.["id"]);
    const draft = await store.surveys.findDraft(id);
    if (draft === undefined) throw new Error("the survey has no draft");
    // Whatever a rule is: the file has no place for one.
    const logic = { rules: ["a rule"] } as unknown as typeof draft.definition.logic;
    await store.surveys.saveDraft({
      surveyId: id,
      definition: { ...draft.definition, logic },
      revision: draft.revision,
    });
    await store.surveys.publishSurvey({ surveyId: id, revision: draft.revision + 1 });
    await apply({ surveys: [{ ...survey, title: "Other words" }] });
    const newest = await store.surveys.definitionsOf(id);
    expect(newest.map(({ definition }) => definition.logic)).toEqual([{ rules: [] }, logic, logic]);
    expect((await store.surveys.findDraft(id))?.definition).toEqual(newest.at(-1)?.definition);
    expect(newest.at(-1)?.definition.title).toBe("Other words");
  });

  test("have their window cleared by an empty text", async () => {
    const { apply, rows } = await sampleDatabase();
    await apply({ surveys: [{ ...sample.surveys[1], started_at: "", end_at: "" }] });
    expect((await rows("surveys"))[1]).toMatchObject({ started_at: null, end_at: null });
  });

  test("have their times in the zone that is configured", async () => {
    const { database, rows } = await temporaryDatabase();
    await applyDeclaration(database, sample, { zone: platformZone("America/New_York") });
    const [row] = await rows("answers");
    // The clocks are put back at two o'clock that night.
    expect(row).toMatchObject({ started_at: Date.parse("2026-11-01T09:00:00-05:00") });
  });
});
