import {
  noLogic,
  recountSurvey,
  type SurveyDefinition,
  type SurveyPage,
} from "@survey-open-platform/surveys";
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { answerValuesTo } from "../../../surveys/test/support/answer-arbitrary.ts";
import { everyType, wirePages } from "../../../surveys/test/declared/survey-fixtures.ts";
import { checkTallies } from "../../src/operating/commands/doctor/check-tallies.ts";
import { deleteAnswer } from "../support/delete-answer.ts";
import { startTestPlatform, type TestPlatform } from "../support/test-platform.ts";

const versions = [wirePages(everyType).pages, wirePages(everyType.slice(0, 1)).pages] as const;

function definitionOf(pages: readonly SurveyPage[]): SurveyDefinition {
  return { title: "", prefix: "", suffix: "", pages, logic: noLogic };
}

async function makeSurvey(platform: TestPlatform) {
  const { store } = platform;
  const { surveys } = store;
  const userId = (await store.findUserByUsername("bob"))?.id ?? 0;
  const definition = definitionOf(versions[0]);
  const { id } = await surveys.createSurvey({ ownerId: userId, creatorUserId: userId, definition });
  await surveys.publishSurvey({ surveyId: id, revision: 1 });
  await surveys.saveDraft({ surveyId: id, definition: definitionOf(versions[1]), revision: 1 });
  await surveys.publishSurvey({ surveyId: id, revision: 2 });
  await surveys.changeSettings({ surveyId: id, settings: { allowsAnswerUpdates: true } });
  return id;
}

/** One thing that happens to the answers of a survey. */
const event = fc.constantFrom(1, 2).chain((version) =>
  fc.record({
    kind: fc.constantFrom("submit", "submit", "change", "delete"),
    version: fc.constant(version),
    values: answerValuesTo(versions[version - 1] ?? []),
    answerId: fc.integer({ min: 1, max: 6 }),
    laterBy: fc.constantFrom(0, 60_000, 3_600_000),
    node: fc.integer({ min: 0, max: 2 }),
  }),
);

type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never;

async function happen(platform: TestPlatform, surveyId: number, given: Event): Promise<unknown> {
  const { kind, version, values, answerId, node } = given;
  const store = platform.stores[node % platform.stores.length] ?? platform.store;
  const { surveys } = store;
  platform.clock.now += given.laterBy;
  if (kind === "delete") return deleteAnswer({ store }, surveyId, answerId);
  const answer = { serial: answerId };
  if (kind === "change")
    return surveys.changeAnswer({ surveyId, answer, version, values, customArguments: {} });
  const facts = { channel: "link", ua: "phone/ios", referrer: "", address: "", onceKey: null };
  const times = { startedAt: platform.clock.now - 90_000, respondent: undefined };
  return surveys.submitAnswer({ surveyId, version, values, customArguments: {}, ...facts, ...times });
}

describe("tallies", () => {
  test("equal a scan of the answers, whatever is submitted, changed and deleted in groups at once", async () => {
    const platform = await startTestPlatform();
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(event, { maxLength: 6 }), { maxLength: 6 }), async (groups) => {
        const surveyId = await makeSurvey(platform);
        for (const group of groups)
          await Promise.all(group.map((given) => happen(platform, surveyId, given)));
        expect(await recountSurvey(platform.database, surveyId)).toEqual([]);
        const stored = await platform.store.surveys.listAnswers({ surveyId, lastAnswerId: 0, perPage: 100 });
        const tallies = await platform.store.surveys.tallies({ surveyId, questionIds: [] });
        expect(tallies.get("")?.get("answers") ?? 0).toBe(stored.length);
        const hours = await platform.store.surveys.countByHour(surveyId);
        expect(hours.reduce((sum, { count }) => sum + count, 0)).toBe(stored.length);
      }),
      { numRuns: 12 },
    );
  });

  test("that were changed by another hand are found by sop doctor --recount", async () => {
    const platform = await startTestPlatform();
    expect(await checkTallies(platform.address)).toMatchObject([{ level: "ok", check: "tallies" }]);
    await platform.database.write(({ kysely }) =>
      kysely
        .updateTable("survey_tallies")
        .set((eb) => ({ n: eb("n", "+", 1) }))
        .where("cell", "=", "answers")
        .where("hour", "=", -1)
        .execute(),
    );
    const findings = await checkTallies(platform.address);
    expect(findings.length).toBeGreaterThan(0);
    for (const { level, says } of findings) {
      expect(level).toBe("error");
      expect(says).toMatch(
        /^The tallies of survey \d+ differ from its answers in 1 places: answers is \d+ instead/,
      );
    }
  });
});
