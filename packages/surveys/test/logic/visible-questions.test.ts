import * as fc from "fast-check";
import { expect, test } from "vitest";
import { keepVisible, visibleQuestions } from "../../src/logic/visible-questions.ts";
import { generatedCase, sampleQuestion } from "./generated-survey.ts";
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

test("an answer to a question that is not shown any more is not kept", () => {
  const questions = [
    sampleQuestion("q-1", "text", { index: 1 }),
    sampleQuestion("q-2", "text", { index: 2 }),
    sampleQuestion("q-3", "text", { index: 3 }),
  ];
  const when = {
    kind: "text",
    subject: { kind: "question", question: "q-1", part: "" },
    is: "=",
    value: "yes",
  } as const;
  const flow = {
    pages: [{ id: "p-1", index: "1", questions }],
    logic: { rules: [{ kind: "show", when, target: "q-2" }] },
  } as const;
  const given = { "q-1": "yes", "q-2": "why", "q-3": "more" };
  expect(Object.keys(keepVisible(flow, given, {}))).toEqual(["q-1", "q-2", "q-3"]);
  expect(Object.keys(keepVisible(flow, { ...given, "q-1": "no" }, {}))).toEqual(["q-1", "q-3"]);
});
