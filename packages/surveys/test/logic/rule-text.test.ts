import * as fc from "fast-check";
import { expect, it, test } from "vitest";
import { parseRules } from "../../src/logic/rule-text/parse-rules.ts";
import { printRules } from "../../src/logic/rule-text/print-rule.ts";
import { logicSchema } from "../../src/model/logic.ts";
import type { SurveyPage } from "../../src/model/question.ts";
import { generatedFlow, sampleOption, sampleQuestion } from "./generated-survey.ts";
import { runs } from "../../../../scripts/vitest/depth.ts";

const options = ["o-1", "o-2", "o-3"].map((id) => sampleOption(id));
const pages: readonly SurveyPage[] = [
  {
    id: "p-a",
    index: "1",
    questions: [
      sampleQuestion("q-a", "radio", { options }),
      sampleQuestion("q-b", "text"),
      sampleQuestion("q-c", "matrix_radio", { options, subTitles: [{ id: "g-1", text: "Row" }] }),
    ],
  },
  { id: "p-b", index: "2", questions: [sampleQuestion("q-d", "checkbox", { options })] },
];

test("rules that were written are read back as they were, and their JSON form takes them, on 1,000 generated surveys", () => {
  fc.assert(
    fc.property(generatedFlow, (flow) => {
      const lines = printRules(flow.logic.rules, flow.pages);
      const parsed = parseRules(lines.join("\n"), flow.pages);
      expect(parsed).toEqual({ ok: true, rules: flow.logic.rules });
      expect(logicSchema.parse(JSON.parse(JSON.stringify(flow.logic)))).toEqual(flow.logic);
    }),
    { numRuns: runs(1000) },
  );
}, 60_000);

test("any text is read or refused with places inside it, and never fails otherwise", () => {
  const word = fc.constantFrom(
    "if",
    "Q1",
    "A1",
    "(",
    ")",
    "not",
    "and",
    "or",
    "=",
    "then",
    "show",
    '"x"',
    "3",
    "\n",
    "~",
    "#",
  );
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.array(word).map((words) => words.join(" ")),
      ),
      (text) => {
        const parsed = parseRules(text, pages);
        if (parsed.ok) return;
        const lines = text.split(/\r?\n/);
        for (const { line, column } of parsed.problems)
          expect(column).toBeLessThanOrEqual((lines[line - 1]?.length ?? 0) + 1);
      },
    ),
    { numRuns: runs(500) },
  );
});

it.each([
  ["if Q1 = A2 then show Q2", "if q1 == a2 THEN Show q2"],
  ["if Q1 in (A1, A3) then hide P2", "if Q1 in（A1，A3） then hide P2"],
  [
    'if (Q1 != A1 and Q2 contains "红色") or Q3.R1 = A2 then branch from Q3 to END',
    "if Q1≠A1 and Q2 contains “红色” or Q3.R1=A2 then branch from Q3 to end",
  ],
  ["if count(Q4) >= 2 and not Q2 answered then show Q4", "if count(Q4)≥2 and not Q2 answered then show Q4"],
  [
    'if arg("source") = "mail" or arg("age") >= 18.5 then hide #q-gone',
    'if arg("source")="mail" or arg("age")>=18.5 then hide #q-gone',
  ],
  ["branch from P1 to Q4", "  branch from P1 to Q4  "],
  ["shuffle Q1~Q2", "shuffle Q1～Q2"],
])("reads %s in other spellings", (printed, text) => {
  const parsed = parseRules(text, pages);
  expect(parsed.ok && printRules(parsed.rules, pages)).toEqual([printed]);
});

it.each([
  ["show Q1", 1, "rule_expected", "show"],
  ["if Q1 = A2 show Q2", 12, "then_expected", "show"],
  ["if Q1 = A2 then jump to Q2", 17, "action_expected", "jump"],
  ["if Q1 = A9 then show Q2", 9, "unknown_option", "A9"],
  ["if Q9 answered then show Q2", 4, "unknown_place", "Q9"],
  ["if P1 answered then show Q2", 4, "not_a_question", "P1"],
  ["if Q3.R7 = A1 then show Q2", 7, "unknown_part", "R7"],
  ["if (Q1 = A1 then show Q2", 13, "bracket_expected", "then"],
  ["if Q1 A1 then show Q2", 7, "comparison_expected", "A1"],
  ["if Q1 < A1 then show Q2", 9, "value_expected", "A1"],
  ["if Q2 = then show Q2", 9, "value_expected", "then"],
  ["if Q1 = A1 then show Q2 Q4", 25, "end_expected", "Q4"],
  ["branch Q1 to Q2", 8, "word_expected", "Q1"],
  ["if count(Q4) > 1.5 then show Q2", 16, "malformed_number", "1.5"],
  [`if ${"not ".repeat(9)}Q1 answered then show Q2`, 4, "too_deep", "not"],
  [`if ${"(".repeat(1000)}Q1 answered then show Q2`, 44, "too_deep", "("],
])("says where %s is wrong", (text, column, code, found) => {
  expect(parseRules(`\n${text}`, pages)).toEqual({ ok: false, problems: [{ line: 2, column, code, found }] });
});

it("reports every line that is wrong", () => {
  const parsed = parseRules("if Q1\nshuffle Q1~Q2\nbranch\n", pages);
  expect(parsed.ok ? [] : parsed.problems.map(({ line }) => line)).toEqual([1, 3]);
});
