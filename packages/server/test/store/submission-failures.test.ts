import { DatabaseUnavailableError } from "@survey-open-platform/database";
import { recountSurvey } from "@survey-open-platform/surveys";
import { describe, expect, test } from "vitest";
import { makeFaultyStore } from "../../../database/test/support/faulty-store.ts";
import { colours, startCollecting } from "../support/collecting-survey.ts";
import { databaseContents } from "../support/database-contents.ts";

describe("a submission to a store that fails", () => {
  test.each(["a full disk", "a disk error", "an unexpected error"] as const)(
    "of %s, at any of its statements, changes nothing and keeps the half-filled form, and can be sent again",
    async (fault) => {
      const { platform, surveys, surveyId, submit } = await startCollecting();
      const values = { [colours.radioId]: [colours.green] };
      await submit({ onceKey: "before" });
      const again = { values, onceKey: "person", draftHash: "browser" };
      const progress = { version: 1, values, customArguments: {}, pageId: "", startedAt: 1 };
      await surveys.keepProgress({ surveyId, hash: "browser", ...progress });
      const before = await databaseContents(platform);
      const faulty = makeFaultyStore();
      for (let statement = 1; ; statement += 1) {
        faulty.failAt(statement, fault, { lasting: true });
        const outcome = await submit(again).catch((error: unknown) => error);
        faulty.heal();
        if (!(outcome instanceof Error)) {
          expect(outcome).toMatchObject({ answerId: 2 });
          expect(statement).toBeGreaterThan(4);
          break;
        }
        if (fault !== "an unexpected error") expect(outcome).toBeInstanceOf(DatabaseUnavailableError);
        expect(await databaseContents(platform)).toEqual(before);
      }
      expect(await recountSurvey(platform.database, surveyId)).toEqual([]);
      expect(await surveys.findProgress({ surveyId, hash: "browser" })).toBeUndefined();
    },
  );
});
