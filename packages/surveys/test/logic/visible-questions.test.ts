import * as fc from "fast-check";
import { expect, test } from "vitest";
import { keepVisible, visibleQuestions } from "../../src/logic/visible-questions.ts";
import { generatedCase } from "./generated-survey.ts";
import { isVisible } from "./oracle.ts";
import { runs } from "../../../../scripts/vitest/depth.ts";

test("the evaluator shows what a direct reading of the rules shows, on 1,000 generated surveys", () => {
  fc.assert(
    fc.property(generatedCase, (given) => {
      const questions = given.flow.pages.flatMap((page) => page.questions);
      const expected = questions.filter((_, at) => isVisible(given, at)).map(({ id }) => id);
      const found = visibleQuestions(given.flow, given.values, given.customArguments);
      expect([...found]).toEqual(expected);
      const kept = keepVisible(given.flow, given.values, given.customArguments);
      expect(Object.keys(kept)).toEqual(Object.keys(given.values).filter((id) => expected.includes(id)));
    }),
    { numRuns: runs(1000) },
  );
}, 60_000);
