import { describe, expect, test } from "vitest";
import { deleteAnswer } from "../support/delete-answer.ts";
import { colours, startCollecting as start } from "../support/collecting-survey.ts";
import type { TestPlatform } from "../support/test-platform.ts";

const day = 24 * 3_600_000;
const { pages, radioId, red, green } = colours;

type Outcome = Awaited<ReturnType<Awaited<ReturnType<typeof start>>["submit"]>>;

function serials(outcomes: readonly Outcome[]): readonly number[] {
  return outcomes
    .flatMap((outcome) => ("answerId" in outcome ? [outcome.answerId] : []))
    .toSorted((one, other) => one - other);
}

function refusals(outcomes: readonly Outcome[]): readonly string[] {
  return outcomes.flatMap((outcome) => ("refused" in outcome ? [outcome.refused] : []));
}

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

async function countsOf({ database }: TestPlatform, surveyId: number) {
  return database.reader.kysely
    .selectFrom("surveys")
    .select(["answer_serial as serial", "answer_count as count"])
    .where("id", "=", surveyId)
    .executeTakeFirst();
}

async function hashOf({ database }: TestPlatform, surveyId: number): Promise<string> {
  const query = database.reader.kysely.selectFrom("surveys").select("hash").where("id", "=", surveyId);
  return (await query.executeTakeFirstOrThrow()).hash;
}

describe("answers that are sent at once", () => {
  test("200 with a limit of 50 get exactly the serials 1 to 50, and the others are refused", async () => {
    const { platform, surveys, surveyId, submit } = await start({ answerLimit: 50 });
    const outcomes = await Promise.all(upTo(200).map(() => submit()));
    expect(serials(outcomes)).toEqual(upTo(50));
    expect(refusals(outcomes)).toEqual(upTo(150).map(() => "full"));
    expect(await countsOf(platform, surveyId)).toEqual({ serial: 50, count: 50 });
    const stored = await surveys.listAnswers({ surveyId, lastAnswerId: 0, perPage: 100 });
    expect(stored.map(({ answerId }) => answerId)).toEqual(upTo(50));
    expect((await surveys.tallies({ surveyId, questionIds: [radioId] })).get(radioId)?.get(red)).toBe(50);
  });

  test("50 by one person who may answer once are one answer, and leave no gap", async () => {
    const { platform, surveyId, submit } = await start({ once: "person" });
    const outcomes = await Promise.all(upTo(50).map(() => submit({ onceKey: "person 1" })));
    expect(serials(outcomes)).toEqual([1]);
    expect(refusals(outcomes)).toEqual(upTo(49).map(() => "already_answered"));
    expect(await submit({ onceKey: "person 2" })).toMatchObject({ answerId: 2 });
    expect(await countsOf(platform, surveyId)).toEqual({ serial: 2, count: 2 });
  });

  test("of persons who are refused because the survey is full, each may answer once there is room", async () => {
    const { surveys, surveyId, submit } = await start({ answerLimit: 1, once: "person" });
    const persons = ["a", "b", "c"];
    const outcomes = await Promise.all(persons.map((onceKey) => submit({ onceKey })));
    expect(serials(outcomes)).toEqual([1]);
    await surveys.changeSettings({ surveyId, settings: { answerLimit: null } });
    const again = await Promise.all(persons.map((onceKey) => submit({ onceKey })));
    expect(serials(again)).toEqual([2, 3]);
    expect(refusals(again)).toEqual(["already_answered"]);
  });

  test("while the window closes are stored before its end, or refused", async () => {
    const { platform, surveys, surveyId, submit } = await start();
    const endAt = platform.clock.now + 50;
    await surveys.changeSettings({ surveyId, settings: { endAt } });
    const sent: Promise<Outcome>[] = [];
    for (let at = 0; at < 100; at += 1) {
      sent.push(submit());
      if (at % 10 === 0) await Promise.race(sent.slice(-1));
      platform.clock.now += 1;
    }
    const outcomes = await Promise.all(sent);
    expect(serials(outcomes)).toEqual(upTo(serials(outcomes).length));
    expect(new Set(refusals(outcomes))).toEqual(new Set(["closed"]));
    const stored = await surveys.listAnswers({ surveyId, lastAnswerId: 0, perPage: 100 });
    expect(stored).toHaveLength(serials(outcomes).length);
    expect(Math.max(...stored.map(({ endedAt }) => endedAt))).toBeLessThan(endAt);
  });

  test("while the survey is paused are all stored before, or refused", async () => {
    const { platform, surveys, surveyId, submit } = await start();
    const before = upTo(30).map(() => submit());
    const paused = surveys.changeSettings({ surveyId, settings: { state: 3 } });
    const during = upTo(30).map(() => submit());
    await paused;
    const after = await Promise.all(upTo(10).map(() => submit()));
    const outcomes = await Promise.all([...before, ...during]);
    expect(refusals(after)).toEqual(upTo(10).map(() => "paused"));
    const count = serials(outcomes).length;
    expect(serials(outcomes)).toEqual(upTo(count));
    expect(await countsOf(platform, surveyId)).toEqual({ serial: count, count });
  });

  test("to two surveys have serials of their own", async () => {
    const { surveys, surveyId, submit } = await start();
    const draft = await surveys.findDraft(surveyId);
    const copy = await surveys.copySurvey({ surveyId, ownerId: 1, creatorUserId: 1, title: "Copy" });
    const other = copy?.id ?? 0;
    await surveys.publishSurvey({ surveyId: other, revision: draft?.revision ?? 0 });
    const outcomes = upTo(40).map((at) => submit({ surveyId: at % 2 === 0 ? surveyId : other }));
    const settled = await Promise.all(outcomes);
    expect(serials(settled)).toEqual(upTo(20).flatMap((serial) => [serial, serial]));
  });

  test("with one that cannot be stored are stored without it", async () => {
    const { surveys, surveyId, submit } = await start();
    // A text that no database takes for a name that is not null.
    const broken = { referrer: null as unknown as string };
    const sent = await Promise.allSettled([submit(), submit(), submit(broken), submit(), submit(), submit()]);
    expect(sent.filter(({ status }) => status === "rejected")).toHaveLength(1);
    expect(sent[2]?.status).toBe("rejected");
    const stored = await surveys.listAnswers({ surveyId, lastAnswerId: 0, perPage: 100 });
    expect(stored.map(({ answerId }) => answerId)).toEqual(upTo(5));
  });
});

describe("an answer", () => {
  test.each([
    ["a draft", { state: 0 }, "draft"],
    ["a paused survey", { state: 3 }, "paused"],
    ["a survey that is not open yet", { startedAt: Date.UTC(2030, 0) }, "not_open_yet"],
    ["a survey that is closed", { endAt: Date.UTC(2020, 0) }, "closed"],
    ["a full survey", { answerLimit: 0 }, "full"],
  ] as const)("to %s is refused with its reason", async (_, settings, refused) => {
    const { platform, surveys, surveyId, submit } = await start(settings);
    expect(await submit({ onceKey: "a" })).toEqual({ refused });
    const hash = await hashOf(platform, surveyId);
    expect(await surveys.findPublicSurvey({ surveyId, hash })).toMatchObject({ availability: refused });
    expect(await countsOf(platform, surveyId)).toEqual({ serial: 0, count: 0 });
  });

  test.each([
    ["survey", { surveyId: 999_999 }],
    ["version", { version: 2 }],
  ])("to a %s that does not exist is refused", async (_, given) => {
    const { submit } = await start();
    expect(await submit(given)).toEqual({ refused: "not_found" });
  });

  test("to an earlier version is stored as one to that version", async () => {
    const { surveys, surveyId, submit } = await start();
    const draft = await surveys.findDraft(surveyId);
    if (draft === undefined) throw new Error("there is no draft");
    const definition = { ...draft.definition, title: "Colours, again" };
    await surveys.saveDraft({ surveyId, definition, revision: draft.revision });
    expect(await surveys.publishSurvey({ surveyId, revision: draft.revision + 1 })).toEqual({ version: 2 });
    await submit({ version: 1 });
    await submit({ version: 2 });
    const stored = await surveys.listAnswers({ surveyId, lastAnswerId: 0, perPage: 100 });
    expect(stored.map(({ version }) => version)).toEqual([1, 2]);
    expect((await surveys.tallies({ surveyId, questionIds: [], version: 1 })).get("")?.get("answers")).toBe(
      1,
    );
    expect((await surveys.tallies({ surveyId, questionIds: [radioId] })).get("")?.get("answers")).toBe(2);
  });

  test("ends a half-filled form, which one that is refused does not", async () => {
    const { platform, surveys, surveyId, submit } = await start();
    const key = { surveyId, hash: "browser" };
    const progress = {
      version: 1,
      values: { [radioId]: [green] },
      customArguments: { source: "mail" },
      pageId: pages[1]?.id ?? "",
      startedAt: platform.clock.now,
    };
    await surveys.saveProgress({ ...key, ...progress });
    expect(await surveys.findProgress(key)).toMatchObject(progress);
    expect(await surveys.findProgress({ surveyId: surveyId - 1, hash: "browser" })).toBeUndefined();
    await surveys.changeSettings({ surveyId, settings: { state: 3 } });
    await submit({ draftHash: "browser" });
    expect(await surveys.findProgress(key)).toMatchObject(progress);
    await surveys.changeSettings({ surveyId, settings: { state: 2 } });
    await submit({ draftHash: "browser" });
    expect(await surveys.findProgress(key)).toBeUndefined();
    expect(
      (await surveys.tallies({ surveyId, questionIds: [radioId] })).get(radioId)?.get(green),
    ).toBeUndefined();
  });

  test("that is deleted makes room, lets its person answer again, and its serial is not given again", async () => {
    const { platform, surveys, surveyId, submit } = await start({ answerLimit: 2, once: "person" });
    await submit({ onceKey: "a" });
    await submit({ onceKey: "b" });
    expect(await submit({ onceKey: "c" })).toEqual({ refused: "full" });
    expect(await deleteAnswer(platform, surveyId, 1)).toBe(true);
    expect(await deleteAnswer(platform, surveyId, 1)).toBe(false);
    expect(await submit({ onceKey: "b" })).toEqual({ refused: "already_answered" });
    expect(await submit({ onceKey: "a" })).toMatchObject({ answerId: 3 });
    expect(await countsOf(platform, surveyId)).toEqual({ serial: 3, count: 2 });
    expect((await surveys.tallies({ surveyId, questionIds: [radioId] })).get("")?.get("answers")).toBe(2);
  });

  test("is changed only where the survey allows it, and counts as what it is now", async () => {
    const { platform, surveys, surveyId, submit } = await start();
    const outcome = await submit();
    const hash = "hash" in outcome ? outcome.hash : "";
    const change = {
      surveyId,
      answer: { hash },
      version: 1,
      values: { [radioId]: [green] },
      customArguments: {},
    };
    expect(await surveys.changeAnswer(change)).toBe(false);
    await surveys.changeSettings({ surveyId, settings: { allowsAnswerUpdates: true } });
    platform.clock.now += 5 * 3_600_000;
    expect(await surveys.changeAnswer(change)).toBe(true);
    const tallies = await surveys.tallies({ surveyId, questionIds: [radioId] });
    expect(tallies.get(radioId)).toEqual(
      new Map([
        ["answered", 1],
        [green, 1],
      ]),
    );
    const stored = await surveys.findAnswer({ surveyId, answer: { hash } });
    expect(stored).toMatchObject({ answerId: 1, changedAt: platform.clock.now });
    expect(await surveys.countByHour(surveyId)).toEqual([{ at: testHour(stored?.endedAt ?? 0), count: 1 }]);
    await surveys.changeSettings({ surveyId, settings: { state: 3 } });
    expect(await surveys.changeAnswer(change)).toBe(false);
  });
});

test("a survey is found for respondents by its id and hash together", async () => {
  const { platform, surveys, surveyId } = await start();
  const hash = await hashOf(platform, surveyId);
  expect(await surveys.findPublicSurvey({ surveyId, hash })).toMatchObject({
    version: 1,
    availability: "open",
  });
  expect(await surveys.findPublicSurvey({ surveyId, hash: `${hash}0` })).toBeUndefined();
  expect(await surveys.findPublicSurvey({ surveyId: surveyId + 1, hash })).toBeUndefined();
});

describe("the sweep", () => {
  test("empties addresses after the days that the survey says, also when those change", async () => {
    const { platform, surveys, surveyId, submit } = await start();
    const addresses = async () => {
      for (;;) if ((await platform.store.sweepExpired()) === 0) break;
      const stored = await surveys.listAnswers({ surveyId, lastAnswerId: 0, perPage: 100 });
      return stored.map(({ address }) => address);
    };
    await submit();
    platform.clock.now += 20 * day;
    await submit({ address: "192.0.2.2" });
    expect(await addresses()).toEqual(["192.0.2.1", "192.0.2.2"]);
    platform.clock.now += 10 * day;
    expect(await addresses()).toEqual(["", "192.0.2.2"]);
    await surveys.changeSettings({ surveyId, settings: { addressDays: 3650 } });
    expect(await addresses()).toEqual(["", "192.0.2.2"]);
    await surveys.changeSettings({ surveyId, settings: { addressDays: 10 } });
    expect(await addresses()).toEqual(["", ""]);
  });

  test("deletes half-filled forms after 14 days without a change", async () => {
    const { platform, surveys, surveyId } = await start();
    const key = { surveyId, hash: "browser" };
    const progress = { version: 1, values: {}, customArguments: {}, pageId: "", startedAt: 1 };
    await surveys.saveProgress({ ...key, ...progress });
    platform.clock.now += 13 * day;
    await surveys.saveProgress({ ...key, ...progress });
    platform.clock.now += 14 * day - 1;
    await platform.store.sweepExpired();
    expect(await surveys.findProgress(key)).toMatchObject(progress);
    platform.clock.now += 1;
    expect(await surveys.findProgress(key)).toBeUndefined();
    expect(await platform.store.sweepExpired()).toBeGreaterThan(0);
    expect(
      await platform.database.reader.kysely.selectFrom("answer_drafts").select("hash").execute(),
    ).toEqual([]);
  });
});

function testHour(ms: number): number {
  return Math.floor(ms / 3_600_000) * 3_600_000;
}
