import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { platformZone } from "@survey-open-platform/surveys";
import { pino } from "pino";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { makeScratchFolder } from "../../../database/test/support/scratch-folder.ts";
import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import { applierOf } from "../../src/operating/commands/serve.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { actorOf } from "../support/actor-of.ts";
import { deleteAnswer } from "../support/delete-answer.ts";
import { surveyIdOf } from "../support/routes/survey-routes.ts";
import { userIdOf } from "../support/routes/team-routes.ts";
import { sampleDeclaration } from "../support/sample-declaration.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import { temporaryDatabase } from "./temporary-database.ts";
import { deleteOwnAccount } from "../../src/store/people/delete-account.ts";

const zone = platformZone("Asia/Shanghai");

/** What a start does with a file, and the errors that it logs. */
async function startWith(declaration: object, database: TestPlatform["database"]) {
  const folder = makeScratchFolder("sop-start-");
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "platform.json");
  writeFileSync(file, JSON.stringify(declaration));
  const config = readConfig({
    flags: { apply: file, database: `sqlite:${join(folder, "platform.db")}` },
    environment: {},
  });
  const log = pino({ enabled: false });
  const error = vi.spyOn(log, "error");
  const apply = await applierOf(config, log);
  await apply?.(database);
  return error.mock.calls;
}

/** Changes an answer, as its respondent does. */
async function changeAnswer({ store }: TestPlatform, surveyId: number, serial: number): Promise<void> {
  await store.surveys.changeSettings({ surveyId, settings: { state: 2, allowsAnswerUpdates: true } });
  const answer = { serial };
  const change = { surveyId, answer, version: 1, values: {}, customArguments: {} };
  expect(await store.surveys.changeAnswer(change)).toBe(true);
}

describe("a file whose answers were changed or deleted on pages", () => {
  test("is applied, and leaves them as they are now", async () => {
    const platform = await startTestPlatform();
    const surveyId = await surveyIdOf(platform, "ada-1");
    await changeAnswer(platform, surveyId, 2);
    await deleteAnswer(platform, surveyId, 3);
    const report = await applyDeclaration(platform.database, sampleDeclaration, { zone });
    expect(report).toMatchObject({ answers: { created: 0 } });
    const [first, second, fourth] = await platform.store.surveys.listAnswers({
      surveyId,
      lastAnswerId: 0,
      perPage: 3,
    });
    expect([first?.changedAt, second?.valuesText, fourth?.answerId]).toEqual([null, "{}", 4]);
    expect(await startWith(sampleDeclaration, platform.database)).toEqual([]);
  });

  test("is still refused where it says something else than an answer that was not changed", async () => {
    const platform = await startTestPlatform();
    const surveys = sampleDeclaration.surveys?.map((survey) => ({
      ...survey,
      answers: survey.answers?.map((answer) => ({ ...answer, ended_at: "2026-12-31 00:00:00" })),
    }));
    const apply = applyDeclaration(platform.database, { surveys }, { zone });
    await expect(apply).rejects.toThrow("a file changes no stored answer");
  });
});

describe("a start with a file that does not go together with what was changed on pages", () => {
  test("leaves the database as it is, says each problem in the log, and goes on", async () => {
    const platform = await startTestPlatform();
    const title = "A title that is not applied";
    // Its owner is only in the database, and deletes the account.
    await applyDeclaration(
      platform.database,
      { users: [{ username: "guest", password: "a password of a guest" }] },
      { zone },
    );
    const [survey] = sampleDeclaration.surveys ?? [];
    const guests = { ...survey, key: "guests", owner: { user: "guest" }, creator: "guest" };
    const file = { surveys: [guests, { ...survey, title }] };
    await platform.store.write(deleteOwnAccount, await userIdOf(platform, "guest"), actorOf("guest"));
    const errors = await startWith(file, platform.database);
    expect(errors).toEqual([
      [
        expect.objectContaining({
          problems: expect.arrayContaining([
            "surveys[0].owner.user: names no user of this file or the database",
          ]),
        }),
        expect.stringContaining("the file was not applied"),
      ],
    ]);
    const titled = platform.database.reader.kysely.selectFrom("surveys").select("id");
    expect(await titled.where("title", "=", title).execute()).toEqual([]);
  });

  test("does not go on where the file is wrong by itself, or nothing can have been changed yet", async () => {
    const platform = await startTestPlatform();
    await expect(startWith({ users: [{}] }, platform.database)).rejects.toThrow("is missing");
    const { database } = await temporaryDatabase();
    const [application] = sampleDeclaration.applications ?? [];
    const unknown = { applications: [{ ...application, owner: "a-misspelt-name" }] };
    await expect(startWith(unknown, database)).rejects.toThrow("names no user");
  });
});
