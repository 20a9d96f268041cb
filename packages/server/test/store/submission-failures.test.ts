import { recountSurvey, type SubmissionOutcome } from "@survey-open-platform/surveys";
import { describe, expect, test } from "vitest";
import { makeFaultyStore, type StoreFault } from "../../../database/test/support/faulty-store.ts";
import { colours, startCollecting } from "../support/collecting-survey.ts";
import { type DatabaseContents, databaseContents } from "../support/database-contents.ts";
import type { TestPlatform } from "../support/test-platform.ts";

/** A submission whose first statement fails, then one whose second fails, and so on. */
interface Failures {
  /** What the database held after each of them. */
  readonly contents: readonly DatabaseContents[];
  readonly errors: readonly string[];
  /** Of the one that had no statement left to fail. */
  readonly outcome: SubmissionOutcome;
}

async function failUntilStored(
  platform: TestPlatform,
  fault: StoreFault,
  submit: () => Promise<SubmissionOutcome>,
): Promise<Failures> {
  const faulty = makeFaultyStore();
  const contents: DatabaseContents[] = [];
  const errors: string[] = [];
  for (;;) {
    faulty.failAt(contents.length + 1, fault, { lasting: true });
    const outcome = await submit().catch((error: unknown) => error);
    faulty.heal();
    if (!(outcome instanceof Error)) {
      // It is what the submission returned, and no error.
      return { contents, errors, outcome: outcome as SubmissionOutcome };
    }
    errors.push(outcome.name);
    contents.push(await databaseContents(platform));
  }
}

describe("a submission to a store that fails", () => {
  test.each([
    ["a full disk", "DatabaseUnavailableError"],
    ["a disk error", "DatabaseUnavailableError"],
    ["an unexpected error", undefined],
  ] as const)(
    "with %s at any of its statements changes nothing, keeps the half-filled form, and can be sent again",
    async (fault, error) => {
      const { platform, surveys, surveyId, submit } = await startCollecting();
      const values = { [colours.radioId]: [colours.green] };
      await submit({ onceKey: "before" });
      const progress = { version: 1, values, customArguments: {}, pageId: "", startedAt: 1 };
      await surveys.saveProgress({ surveyId, hash: "browser", ...progress });
      const before = await databaseContents(platform);
      const send = () => submit({ values, onceKey: "person", draftHash: "browser" });
      const { contents, errors, outcome } = await failUntilStored(platform, fault, send);
      expect(outcome).toMatchObject({ answerId: 2 });
      expect(contents.length).toBeGreaterThan(3);
      for (const found of contents) expect(found).toEqual(before);
      expect(new Set(errors)).toEqual(new Set([error ?? errors[0]]));
      expect(await recountSurvey(platform.database, surveyId)).toEqual([]);
      expect(await surveys.findProgress({ surveyId, hash: "browser" })).toBeUndefined();
    },
  );
});
