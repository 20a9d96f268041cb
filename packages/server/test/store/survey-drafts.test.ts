import { noLogic, type SurveyDefinition } from "@survey-open-platform/surveys";
import { describe, expect, test } from "vitest";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

function definition(title: string): SurveyDefinition {
  return { title, prefix: "Hello", suffix: "Bye", scene: 1, pages: [], logic: noLogic };
}

async function start() {
  const platform = await startTestPlatform();
  const owner = await platform.store.findUserByUsername("bob");
  const userId = owner?.id ?? 0;
  const create = (title: string) =>
    platform.store.surveys.createSurvey({
      ownerId: userId,
      creatorUserId: userId,
      definition: definition(title),
    });
  return { platform, userId, surveys: platform.store.surveys, create };
}

async function listed({ database }: TestPlatform, surveyId: number) {
  return database.reader.kysely
    .selectFrom("surveys")
    .select(["title", "state", "version"])
    .where("id", "=", surveyId)
    .executeTakeFirst();
}

describe("a draft", () => {
  test("of a survey that was never published is what lists show", async () => {
    const { platform, surveys, create } = await start();
    const { id } = await create("First");
    expect(await listed(platform, id)).toEqual({ title: "First", state: 0, version: 0 });
    await surveys.saveDraft({ surveyId: id, definition: definition("Second"), revision: 1 });
    expect(await listed(platform, id)).toEqual({ title: "Second", state: 0, version: 0 });
  });

  test("of a published survey is seen by editors only, until it is published", async () => {
    const { platform, surveys, create } = await start();
    const { id } = await create("First");
    expect(await surveys.publishSurvey({ surveyId: id, revision: 1 })).toEqual({ version: 1 });
    await surveys.saveDraft({ surveyId: id, definition: definition("Second"), revision: 1 });
    expect(await listed(platform, id)).toEqual({ title: "First", state: 2, version: 1 });
    expect(await surveys.publishSurvey({ surveyId: id, revision: 2 })).toEqual({ version: 2 });
    expect(await listed(platform, id)).toEqual({ title: "Second", state: 2, version: 2 });
    expect(await surveys.definitionOfVersion(id, 1)).toEqual(definition("First"));
    expect(await surveys.definitionOfVersion(id, 2)).toEqual(definition("Second"));
  });

  test("leaves its last 50 revisions behind, for undoing and comparing", async () => {
    const { surveys, create } = await start();
    const { id } = await create("Revision 1");
    for (let revision = 1; revision <= 53; revision += 1) {
      const next = definition(`Revision ${revision + 1}`);
      await surveys.saveDraft({ surveyId: id, definition: next, revision });
    }
    expect((await surveys.findRevision(id, 53))?.title).toBe("Revision 53");
    expect((await surveys.findRevision(id, 4))?.title).toBe("Revision 4");
    expect(await surveys.findRevision(id, 3)).toBeUndefined();
    expect(await surveys.findRevision(id, 54)).toBeUndefined();
  });

  test("is saved by one of ten editors who began with the same revision; the others get what that one saved", async () => {
    const { surveys, create } = await start();
    const { id } = await create("First");
    const savings = await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        surveys.saveDraft({ surveyId: id, definition: definition(`By ${at}`), revision: 1 }),
      ),
    );
    const saved = savings.filter((saving) => saving !== undefined && "saved" in saving);
    expect(saved).toHaveLength(1);
    const draft = await surveys.findDraft(id);
    expect(draft?.revision).toBe(2);
    for (const saving of savings) expect(Object.values(saving ?? {})).toEqual([draft]);
  });

  test("that has changed since it was looked at is not published", async () => {
    const { surveys, create } = await start();
    const { id } = await create("First");
    await surveys.saveDraft({ surveyId: id, definition: definition("Second"), revision: 1 });
    expect(await surveys.publishSurvey({ surveyId: id, revision: 1 })).toMatchObject({
      conflict: { revision: 2, definition: { title: "Second" } },
    });
    expect(await surveys.versionsOf(id)).toEqual([]);
  });

  test("that equals the newest version makes no other one, however often it is published at once", async () => {
    const { surveys, create } = await start();
    const { id } = await create("First");
    const published = Array.from({ length: 10 }, () => surveys.publishSurvey({ surveyId: id, revision: 1 }));
    expect(await Promise.all(published)).toEqual(published.map(() => ({ version: 1 })));
    expect(await surveys.versionsOf(id)).toHaveLength(1);
  });

  test("is copied into a survey of its own", async () => {
    const { platform, surveys, userId, create } = await start();
    const { id } = await create("First");
    const copy = await surveys.copySurvey({
      surveyId: id,
      ownerId: userId,
      creatorUserId: userId,
      title: "Copy",
    });
    expect(copy?.id).not.toBe(id);
    expect(await listed(platform, copy?.id ?? 0)).toEqual({ title: "Copy", state: 0, version: 0 });
    expect(await surveys.findDraft(copy?.id ?? 0)).toMatchObject({
      revision: 1,
      definition: { prefix: "Hello" },
    });
  });

  test("of no survey is neither found, saved, published nor copied", async () => {
    const { surveys, userId } = await start();
    const surveyId = 999_999;
    expect(await surveys.findDraft(surveyId)).toBeUndefined();
    expect(
      await surveys.saveDraft({ surveyId, definition: definition("None"), revision: 1 }),
    ).toBeUndefined();
    expect(await surveys.publishSurvey({ surveyId, revision: 1 })).toBeUndefined();
    const owners = { ownerId: userId, creatorUserId: userId };
    expect(await surveys.copySurvey({ surveyId, ...owners, title: "None" })).toBeUndefined();
  });
});
