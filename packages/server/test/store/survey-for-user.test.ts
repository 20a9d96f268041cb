import { noLogic } from "@survey-open-platform/surveys";
import { expect, test } from "vitest";
import { teamIdOf, userIdOf } from "../support/routes/team-routes.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";
import {
  findSurveyForUser,
  listSurveysForUser,
  type SurveyForUserSearch,
} from "../../src/store/surveys/survey-for-user-table.ts";

async function createSurvey({ store }: TestPlatform, ownerId: number, creatorUserId: number) {
  const definition = { title: "Lunch", prefix: "", suffix: "", scene: 1, pages: [], logic: noLogic } as const;
  const { id } = await store.surveys.createSurvey({ ownerId, creatorUserId, definition });
  return id;
}

test("a personal survey is its owner's alone", async () => {
  const platform = await startTestPlatform();
  const [ada, bob] = [await userIdOf(platform, "ada"), await userIdOf(platform, "bob")];
  const surveyId = await createSurvey(platform, bob, bob);
  const own = await findSurveyForUser(platform.store.reader, { surveyId, userId: bob });
  expect(own).toMatchObject({ id: surveyId, title: "Lunch", teamName: null, version: 0 });
  expect([...(own?.rights ?? [])]).toEqual(["see", "edit", "delete", "share", "own"]);
  expect(await findSurveyForUser(platform.store.reader, { surveyId, userId: ada })).toBe(undefined);
  expect(await findSurveyForUser(platform.store.reader, { surveyId: surveyId + 1, userId: bob })).toBe(
    undefined,
  );
});

test("a survey of a team is seen with the rights of the role, as long as the user is a member", async () => {
  const platform = await startTestPlatform();
  const { store, database } = platform;
  const [ada, bob] = [await userIdOf(platform, "ada"), await userIdOf(platform, "bob")];
  const acme = await teamIdOf(platform, "Acme");
  const byAda = await createSurvey(platform, acme, ada);
  const byBob = await createSurvey(platform, acme, bob);
  const rights = async (surveyId: number, userId: number) => [
    ...((await findSurveyForUser(store.reader, { surveyId, userId }))?.rights ?? []),
  ];

  expect(await rights(byBob, ada)).toEqual(["see", "edit", "delete", "share", "own"]);
  expect(await rights(byAda, bob)).toEqual([]);
  expect(await rights(byBob, bob)).toEqual(["see"]);
  await database.write(({ kysely }) =>
    kysely.deleteFrom("team_members").where("user_id", "=", bob).where("team_id", "=", acme).execute(),
  );
  expect(await rights(byBob, bob)).toEqual([]);
});

test("the surveys of an owner are listed by title, state and key, and a member sees only those of their own", async () => {
  const platform = await startTestPlatform();
  const [ada, bob] = [await userIdOf(platform, "ada"), await userIdOf(platform, "bob")];
  const acme = await teamIdOf(platform, "Acme");
  const [byAda, byBob] = [await createSurvey(platform, acme, ada), await createSurvey(platform, acme, bob)];
  const all = {
    ownerId: acme,
    isOnlyCreated: false,
    search: "",
    state: undefined,
    before: undefined,
    limit: 10,
  };
  const ids = async (search: Partial<SurveyForUserSearch>) =>
    (await listSurveysForUser(platform.store.reader, { userId: ada, ...all, ...search })).map(({ id }) => id);
  expect(await ids({ search: "LUNCH" })).toEqual([byBob, byAda]);
  expect(await ids({ search: "%" })).toEqual([]);
  expect(await ids({ state: 0, before: byBob })).toEqual([byAda]);
  expect(await ids({ state: 3 })).toEqual([]);
  expect(await ids({ userId: bob, isOnlyCreated: true, search: "lunch" })).toEqual([byBob]);
  expect(await ids({ userId: bob, search: "lunch" })).toEqual([byBob]);
});

test("a search folds every letter that it has, on both engines alike", async () => {
  const platform = await startTestPlatform();
  const ada = await userIdOf(platform, "ada");
  const titles = ["ÉTUDE à Zürich", "Étude À ZÜRICH", "ОПРОС Читателей", "Σύνοψη", "100 % Ä_B", "午餐 LUNCH"];
  for (const title of titles) {
    const definition = { title, prefix: "", suffix: "", scene: 1, pages: [], logic: noLogic } as const;
    await platform.store.surveys.createSurvey({ ownerId: ada, creatorUserId: ada, definition });
  }
  const found = async (search: string) => {
    const all = {
      ownerId: ada,
      userId: ada,
      isOnlyCreated: false,
      state: undefined,
      before: undefined,
      limit: 20,
    };
    const rows = await listSurveysForUser(platform.store.reader, { ...all, search });
    return rows
      .map(({ title }) => title)
      .filter((title) => titles.includes(title))
      .toReversed();
  };
  for (const search of ["étude à", "ÉTUDE À", "zürich", "ZÜRICH"])
    expect(await found(search)).toEqual(["ÉTUDE à Zürich", "Étude À ZÜRICH"]);
  for (const search of ["опрос читателей", "ОПРОС", "читатЕЛЕЙ"])
    expect(await found(search)).toEqual(["ОПРОС Читателей"]);
  expect(await found("σύνοψη")).toEqual(["Σύνοψη"]);
  expect(await found("% ä_b")).toEqual(["100 % Ä_B"]);
  expect(await found("ä%b")).toEqual([]);
  expect(await found("午餐 lunch")).toEqual(["午餐 LUNCH"]);
  // More letters than a search folds is no mistake.
  expect(await found("абвгдежзийклмнопрстуфхцчшщъыьэюяàáâãäåæçèéêëìíîï")).toEqual([]);
});
