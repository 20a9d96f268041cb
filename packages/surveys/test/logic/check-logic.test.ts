import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { canBeTrue } from "../../src/logic/can-be-true.ts";
import { checkLogic } from "../../src/logic/check-logic.ts";
import { parseRules } from "../../src/logic/rule-text/parse-rules.ts";
import type { SurveyFlow } from "../../src/logic/survey-flow.ts";
import { testCondition } from "../../src/logic/test-condition.ts";
import type { AnswerValues } from "../../src/model/answer-values.ts";
import type { Question } from "../../src/model/question.ts";
import {
  type GeneratedCase,
  generatedCase,
  generatedCondition,
  sampleOption,
  sampleQuestion,
} from "./generated-survey.ts";
import { isVisible } from "./oracle.ts";
import { runs } from "../../../../scripts/vitest/depth.ts";

const options = ["o-1", "o-2", "o-3"].map((id) => sampleOption(id));
const rows = [
  { id: "g-1", text: "Row" },
  { id: "g-2", text: "Other row" },
];
const questions: readonly Question[] = [
  sampleQuestion("q-1", "radio", { options }),
  sampleQuestion("q-2", "checkbox", {
    options: [...options, sampleOption("o-4", { exclusive: true })],
    maxlength: 2,
  }),
  sampleQuestion("q-3", "star"),
  sampleQuestion("q-4", "text"),
  sampleQuestion("q-5", "matrix_radio", { options, subTitles: rows }),
  sampleQuestion("q-6", "text", { required: true }),
];

/** Descriptions take no answer. */
function answersIn({ flow, values }: GeneratedCase): AnswerValues {
  const all = flow.pages.flatMap((page) => page.questions);
  const described = new Set(all.filter(({ type }) => type === "description").map(({ id }) => id));
  return Object.fromEntries(Object.entries(values).filter(([id]) => !described.has(id)));
}

/** Q1 to Q3 on the first page, Q4 to Q6 on the second. */
function surveyWith(text: string, changed: Partial<Question> = {}): SurveyFlow {
  const [first, ...others] = questions;
  const all = [{ ...first, ...changed } as Question, ...others];
  const pages = [
    { id: "p-1", index: "1", questions: all.slice(0, 3) },
    { id: "p-2", index: "2", questions: all.slice(3) },
  ];
  const parsed = parseRules(text, pages);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { pages, logic: { rules: parsed.rules } };
}

const codesOf = (flow: SurveyFlow) => checkLogic(flow).map(({ code }) => code);

describe("a rule that can never be true is found", () => {
  it.each([
    "if Q1 = A1 and Q1 = A2 then show Q6",
    "if Q1 = A1 and not Q1 answered then show Q6",
    "if count(Q2) > 2 then show Q6",
    "if Q2 = A4 and Q2 = A1 then show Q6",
    "if Q2 = A1 and Q2 = A2 and Q2 = A3 then show Q6",
    "if Q3 > 5 then show Q6",
    "if Q3 > 2 and Q3 < 3 then show Q6",
    "if Q4 > 2 and Q4 < 2 then show Q6",
    'if Q4 = "red" and Q4 contains "blue" then show Q6',
    'if Q4 contains "red" and not (Q4 contains "e") then show Q6',
    "if Q5.R1 = A1 and Q5.R1 = A2 then show Q6",
    "if count(Q5) > 2 then show Q6",
    "if Q5.R1 = A1 and Q5.R2 = A1 and count(Q5) < 2 then show Q6",
    'if arg("a") = "x" and arg("a") = "y" then show Q6',
    "if (Q1 = A1 or Q1 = A2) and not (Q1 in (A1, A2)) then show Q6",
  ])("%s", (rule) => {
    expect(codesOf(surveyWith(rule))).toContain("never_true");
  });

  it.each([
    "if Q1 = A1 and Q2 = A2 then show Q6",
    "if not (Q1 = A1 and Q1 = A2) then show Q6",
    "if Q2 = A1 and Q2 = A2 then show Q6",
    "if Q2 = A4 and count(Q2) = 1 then show Q6",
    "if Q3 >= 5 then show Q6",
    "if Q4 > 2 and Q4 < 3 then show Q6",
    'if Q4 contains "red" and Q4 contains "blue" and not (Q4 contains "red blue") then show Q6',
    "if Q5.R1 = A1 and Q5.R2 = A2 and count(Q5) = 2 then show Q6",
    'if arg("a") = "x" and arg("b") = "y" then show Q6',
  ])("and no other: %s", (rule) => {
    expect(codesOf(surveyWith(rule))).toEqual([]);
  });
});

describe("what has no meaning is an error", () => {
  it.each([
    ["if #q-9 answered then show Q6", "unknown_question"],
    ["if Q1 answered then show #q-9", "unknown_place"],
    ["branch from #q-9 to Q6", "unknown_place"],
    ["if Q1 = #o-9 then show Q6", "unknown_option"],
    ["if Q5.#g-9 = A1 then show Q6", "unknown_part"],
    ["if Q1 > 3 then show Q6", "wrong_kind"],
    ["if Q5 = A1 then show Q6", "wrong_kind"],
    ["if count(Q3) > 1 then show Q6", "wrong_kind"],
    ["shuffle Q2~Q4", "not_one_page"],
    ["shuffle Q3~Q1", "backward_range"],
    ["shuffle Q1~#q-9", "unknown_place"],
  ])("%s", (rule, code) => {
    const problems = checkLogic(surveyWith(rule));
    expect(problems).toContainEqual({ code, isError: true, rule: 0 });
  });

  it("a jump of an option to what is not there", () => {
    const flow = surveyWith("", { options: [sampleOption("o-1", { goto: "q-9", display: ["q-8"] })] });
    expect(checkLogic(flow)).toEqual([{ code: "unknown_place", isError: true, question: "q-1" }]);
  });
});

describe("what has no effect is a warning", () => {
  it.each([
    ["branch from Q4 to Q2", "backward_jump"],
    ["branch from P2 to P1", "backward_jump"],
    ["if Q6 answered then show Q2", "later_question"],
    ["if Q4 answered then branch from Q1 to END", "later_question"],
  ])("%s", (rule, code) => {
    expect(checkLogic(surveyWith(rule))).toContainEqual({ code, isError: false, rule: 0 });
  });

  it.each([
    ["branch from Q3 to END", ["q-4", "q-5", "q-6"]],
    ["branch from P1 to Q6", ["q-4", "q-5"]],
    ["if Q3 > 5 then show Q6", ["q-6"]],
    ["if Q1 answered or not Q1 answered then hide Q6", ["q-6"]],
    ["if Q1 = A1 then show Q6", []],
    ["if Q1 = A1 then branch from Q1 to END", []],
  ])("questions that no respondent can get after %s", (rule, expected) => {
    const problems = checkLogic(surveyWith(rule)).filter(({ code }) => code === "unreachable");
    expect(problems.map(({ question }) => question)).toEqual(expected);
  });

  it("questions behind one that has to be answered, when each of its options jumps past them", () => {
    const jumping = options.map((option) => ({ ...option, goto: "q-4" }));
    const flow = surveyWith("", { options: jumping, required: true });
    expect(checkLogic(flow)).toEqual([
      { code: "unreachable", isError: false, question: "q-2" },
      { code: "unreachable", isError: false, question: "q-3" },
    ]);
    expect(checkLogic(surveyWith("", { options: jumping }))).toEqual([]);
  });
});

test("a question that is reported as unreachable is shown to no respondent, on 1,000 generated surveys", () => {
  fc.assert(
    fc.property(generatedCase, (generated) => {
      const given = { ...generated, values: answersIn(generated) };
      const unreachable = new Set(
        checkLogic(given.flow).flatMap(({ code, question }) => (code === "unreachable" ? [question] : [])),
      );
      const all = given.flow.pages.flatMap((page) => page.questions);
      const shown = all.filter((_, at) => isVisible(given, at));
      // A question that has to be answered may be passed only with an answer.
      const skipped = shown.some(({ id, required }) => required && !Object.hasOwn(given.values, id));
      expect(skipped ? [] : shown.filter(({ id }) => unreachable.has(id))).toEqual([]);
    }),
    { numRuns: runs(1000) },
  );
}, 60_000);

test("a condition that is said to be never true is false for any answers", () => {
  const generated = generatedCase.chain((given) => {
    const all = given.flow.pages.flatMap((page) => page.questions);
    return generatedCondition(all).map((condition) => ({ given, condition, all }));
  });
  fc.assert(
    fc.property(generated, ({ given, condition, all }) => {
      const find = (id: string) => all.find((question) => question.id === id);
      const values = new Map(Object.entries(answersIn(given)));
      const context = { valueOf: (id: string) => values.get(id), customArguments: given.customArguments };
      const isTrue = testCondition(condition, context);
      expect(canBeTrue(condition, find) || !isTrue).toBe(true);
    }),
    { numRuns: runs(2000) },
  );
}, 60_000);
