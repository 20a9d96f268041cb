import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { runs } from "../../../../scripts/vitest/depth.ts";
import { checkLogic } from "../../src/logic/check-logic.ts";
import {
  comparisonsOf,
  conditionOf,
  type ConditionRow,
  readSubject,
  rowsOf,
} from "../../src/logic/condition-rows.ts";
import { isNamed, rulesNaming, withoutReferences } from "../../src/logic/remove-references.ts";
import { parseRules } from "../../src/logic/rule-text/parse-rules.ts";
import { shownWhen, withShownWhen } from "../../src/logic/shown-when.ts";
import { visibleQuestions } from "../../src/logic/visible-questions.ts";
import type { SurveyDefinition } from "../../src/model/definition.ts";
import type { Condition } from "../../src/model/logic.ts";
import { generatedCase, sampleOption, sampleQuestion } from "./generated-survey.ts";

const pages = [
  {
    id: "p-1",
    index: "1",
    questions: [
      sampleQuestion("q-1", "checkbox", {
        index: 1,
        options: ["o-1", "o-2", "o-3"].map((id) => sampleOption(id)),
      }),
      sampleQuestion("q-2", "star", { index: 2 }),
      sampleQuestion("q-3", "text", { index: 3 }),
      sampleQuestion("q-4", "matrix_radio", {
        index: 4,
        options: [sampleOption("o-4")],
        subTitles: [{ id: "g-1", text: "Row" }],
      }),
    ],
  },
  { id: "p-2", index: "2", questions: [sampleQuestion("q-5", "text", { index: 5 })] },
];
const empty: SurveyDefinition = { title: "", prefix: "", suffix: "", scene: 1, pages, logic: { rules: [] } };

/** The condition of a rule that shows the last question. */
function condition(text: string): Condition {
  const parsed = parseRules(`if ${text} then show Q5`, pages);
  const [rule] = parsed.ok ? parsed.rules : [];
  if (rule?.kind !== "show") throw new Error(`not understood: ${text}`);
  return rule.when;
}

function printed({ subject, comparison, value }: ConditionRow): string {
  return `${subject} ${comparison} ${value}`;
}

/** What is offered for a question, or a row of one. */
function offered(name: string) {
  const subject = readSubject(name);
  if (subject.kind === "argument") return [];
  const found = pages.flatMap(({ questions }) => questions).find(({ id }) => id === subject.question);
  return comparisonsOf(found, subject.part);
}

describe("a condition as rows", () => {
  it.each([
    ["Q1 = A2", "all q-1 is o-2"],
    ["Q1 != A2", "all q-1 is_not o-2"],
    ["Q1 in (A1, A3)", "any q-1 is o-1, q-1 is o-3"],
    ["not (Q1 in (A1, A3))", "all q-1 is_not o-1, q-1 is_not o-3"],
    ["count(Q1) > 1", "all q-1 count_at_least 2"],
    ["count(Q1) < 3", "all q-1 count_at_most 2"],
    ["Q2 >= 3 and Q2 != 5", "all q-2 at_least 3, q-2 number_is_not 5"],
    ['Q3 contains "red" or arg("source") = "mail"', "any q-3 contains red, arg:source text_is mail"],
    ["not (Q3 answered)", "all q-3 not_answered "],
    ["Q4.R1 = A1", "all q-4/g-1 is o-4"],
    ["Q2 = 1 and (Q1 = A1 or Q1 = A2)", "all q-2 number_is 1, [any q-1 is o-1, q-1 is o-2]"],
  ])("%s", (text, expected) => {
    const rows = rowsOf(condition(text));
    const entries = rows?.entries.map((entry) =>
      "rows" in entry ? `[${entry.join} ${entry.rows.map(printed).join(", ")}]` : printed(entry),
    );
    expect(`${rows?.join} ${entries?.join(", ")}`).toBe(expected);
  });

  it.each(["Q2 = 1 and (Q1 = A1 or (Q1 = A2 and Q2 = 2))", "not (Q2 > 3)", "not (Q1 = A1 and Q2 = 2)"])(
    "is not there for %s",
    (text) => {
      expect(rowsOf(condition(text))).toBeUndefined();
    },
  );

  test("decides as the condition itself, on 500 generated surveys", () => {
    let rewritten = 0;
    fc.assert(
      fc.property(generatedCase, (given) => {
        const rules = given.flow.logic.rules.map((rule) => {
          if (!("target" in rule)) return rule;
          const rows = rowsOf(rule.when);
          const when = rows && conditionOf(rows);
          if (when === undefined) return rule;
          rewritten += 1;
          return { ...rule, when };
        });
        const flow = { ...given.flow, logic: { rules } };
        expect([...visibleQuestions(flow, given.values, given.customArguments)]).toEqual([
          ...visibleQuestions(given.flow, given.values, given.customArguments),
        ]);
      }),
      { numRuns: runs(500) },
    );
    expect(rewritten).toBeGreaterThan(0);
  }, 60_000);

  it("is none while a row is not filled in", () => {
    const row = { subject: "q-1", comparison: "is" as const, value: "" };
    expect(conditionOf({ join: "all", entries: [] })).toBeUndefined();
    expect(conditionOf({ join: "all", entries: [row, { ...row, value: "o-1" }] })).toBeUndefined();
    for (const value of ["", "x", "1e5", "1.", "∞"])
      expect(
        conditionOf({ join: "all", entries: [{ subject: "q-2", comparison: "more", value }] }),
      ).toBeUndefined();
  });

  it("offers only what its question can be asked", () => {
    expect(offered("q-1")).toContain("is");
    expect(offered("q-1")).not.toContain("contains");
    expect(offered("q-2")).toContain("at_least");
    expect(offered("q-4")).not.toContain("is");
    expect(offered("q-4/g-1")).toEqual(["is", "is_not"]);
    expect(offered("q-none")).toEqual([]);
    // Every one that is offered makes no error.
    for (const subject of ["q-1", "q-2", "q-3", "q-4", "q-4/g-1"])
      for (const comparison of offered(subject)) {
        const value = comparison.startsWith("is") ? (subject === "q-1" ? "o-1" : "o-4") : "1";
        const when = conditionOf({ join: "all", entries: [{ subject, comparison, value }] });
        const problems = checkLogic(withShownWhen(empty, "q-5", when));
        expect(problems.filter(({ isError }) => isError)).toEqual([]);
      }
  });
});

describe("what shows a question", () => {
  it("takes the place of what its rows said, and leaves other rules", () => {
    const parsed = parseRules('if Q1 = A1 then show Q5\nif Q3 = "x" then hide Q5\nshuffle Q1~Q2', pages);
    const before = { ...empty, logic: { rules: parsed.ok ? parsed.rules : [] } };
    expect(shownWhen(before.logic.rules, "q-5").others).toMatchObject([{ kind: "hide" }]);
    const after = withShownWhen(before, "q-5", condition("Q2 > 3"));
    expect(after.logic.rules.map(({ kind }) => kind)).toEqual(["show", "hide", "shuffle"]);
    expect(after.logic.rules[0]).toMatchObject({ when: { kind: "number", value: 3 } });
    expect(withShownWhen(after, "q-5", undefined).logic.rules.map(({ kind }) => kind)).toEqual([
      "hide",
      "shuffle",
    ]);
  });
});

describe("what names a question", () => {
  it("goes from conditions, and with it the rules that have nothing else", () => {
    const text = [
      "if Q1 = A1 and Q2 > 3 then show Q5",
      "if Q1 = A2 then hide Q3",
      "branch from Q1 to Q5",
      'if Q3 = "x" then hide Q5',
    ].join("\n");
    const parsed = parseRules(text, pages);
    const before = { ...empty, logic: { rules: parsed.ok ? parsed.rules : [] } };
    expect(rulesNaming(before, "q-1")).toHaveLength(3);
    const after = withoutReferences(before, "q-1");
    expect(after.logic.rules).toMatchObject([
      { kind: "show", when: { kind: "number" } },
      { kind: "hide", target: "q-5" },
    ]);
    expect([isNamed(before, "q-1"), isNamed(after, "q-1")]).toEqual([true, false]);
    expect(withoutReferences(after, "q-1")).toEqual(after);
  });

  test("is nothing afterwards, on 300 generated surveys", () => {
    fc.assert(
      fc.property(generatedCase, ({ flow }) => {
        const definition = { ...empty, ...flow };
        const [question] = flow.pages.flatMap((page) => page.questions);
        fc.pre(question !== undefined);
        expect(isNamed(withoutReferences(definition, question?.id ?? ""), question?.id ?? "")).toBe(false);
      }),
      { numRuns: runs(300) },
    );
  }, 60_000);
});
