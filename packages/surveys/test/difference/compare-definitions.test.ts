import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { compareDefinitions, isWithoutDifference } from "../../src/difference/compare-definitions.ts";
import { compareLists } from "../../src/difference/compare-lists.ts";
import type { SurveyDefinition } from "../../src/model/definition.ts";
import type { Question } from "../../src/model/question.ts";
import { generatedFlow, sampleOption, sampleQuestion } from "../logic/generated-survey.ts";

function definition(...pages: readonly (readonly Question[])[]): SurveyDefinition {
  return {
    title: "Lunch",
    prefix: "",
    suffix: "",
    pages: pages.map((questions, at) => ({ id: `p-${at + 1}`, index: String(at + 1), questions })),
    logic: { rules: [] },
  };
}

const options = ["o-1", "o-2", "o-3"].map((id) => sampleOption(id));
const [one, two, three] = ["q-1", "q-2", "q-3"].map((id) => sampleQuestion(id, "radio", { options })) as [
  Question,
  Question,
  Question,
];
const before = definition([one, two], [three]);

test("a survey does not differ from itself, and two surveys differ both ways or not at all", () => {
  const generated = generatedFlow.map((flow) => ({ title: "", prefix: "", suffix: "", ...flow }));
  fc.assert(
    fc.property(generated, generated, (first, second) => {
      expect(isWithoutDifference(compareDefinitions(first, structuredClone(first)))).toBe(true);
      const [there, back] = [compareDefinitions(first, second), compareDefinitions(second, first)];
      expect(isWithoutDifference(there)).toBe(isWithoutDifference(back));
      expect(there.rules).toEqual({ added: back.rules.removed, removed: back.rules.added });
      expect(there.pages.added).toBe(back.pages.removed);
    }),
  );
});

describe("what is reported", () => {
  it("is a question that was added, one that was removed, and nothing of one whose number changed", () => {
    const added = sampleQuestion("q-4", "text");
    const after = definition([added, { ...one, index: 2 }, { ...two, index: 3 }], []);
    expect(compareDefinitions(before, after).questions).toEqual([
      { kind: "added", question: added },
      { kind: "removed", question: three },
    ]);
  });

  it("is a question that was moved to another page or past others, and no more than needed", () => {
    const toOtherPage = compareDefinitions(before, definition([one], [two, three])).questions;
    expect(toOtherPage.map(({ kind, question }) => [kind, question.id])).toEqual([["changed", "q-2"]]);
    const past = compareDefinitions(definition([one, two, three]), definition([three, one, two])).questions;
    expect(past).toMatchObject([{ question: { id: "q-3" }, isMoved: true, fields: [], options: [] }]);
  });

  it("is what changed in a question: its settings, and options renamed, removed, added, moved or set differently", () => {
    const after: Question = {
      ...one,
      title: "New",
      required: true,
      options: [
        sampleOption("o-3"),
        sampleOption("o-1", { text: "Renamed" }),
        sampleOption("o-4", { text: "Added" }),
      ],
    };
    expect(compareDefinitions(before, definition([after, two], [three])).questions).toEqual([
      {
        kind: "changed",
        question: after,
        before: one,
        isMoved: false,
        fields: ["title", "required"],
        options: [
          { kind: "moved", text: "o-3", textBefore: "o-3" },
          { kind: "renamed", text: "Renamed", textBefore: "o-1" },
          { kind: "added", text: "Added", textBefore: "Added" },
          { kind: "removed", text: "o-2", textBefore: "o-2" },
        ],
        rows: [],
        blanks: [],
      },
    ]);
    const jump = definition(
      [{ ...one, options: [sampleOption("o-1", { goto: "END" }), ...options.slice(1)] }, two],
      [three],
    );
    expect(compareDefinitions(before, jump).questions).toMatchObject([
      { options: [{ kind: "changed", text: "o-1" }] },
    ]);
  });

  it("is the survey's own texts, its pages and its rules", () => {
    const after: SurveyDefinition = {
      ...before,
      title: "Dinner",
      scene: 8,
      pages: before.pages.toReversed(),
      logic: { rules: [{ kind: "shuffle", from: "q-1", to: "q-2" }] },
    };
    expect(compareDefinitions(before, after)).toMatchObject({
      fields: ["title", "scene"],
      pages: { added: 0, removed: 0, moved: 1 },
      rules: { added: 1, removed: 0 },
    });
    expect(isWithoutDifference(compareDefinitions(before, { ...before, scene: 1 }))).toBe(true);
  });
});

test("entries that count as moved are as few as possible: the others are in their old order", () => {
  const ids = fc.uniqueArray(fc.integer({ min: 0, max: 8 }), { maxLength: 7 });
  fc.assert(
    fc.property(ids, ids, (first, second) => {
      const { kept, added, removed } = compareLists(list(first), list(second));
      expect(kept.length + added.length).toBe(second.length);
      expect(kept.length + removed.length).toBe(first.length);
      const stayed = kept.filter(({ isMoved }) => !isMoved).map(({ after }) => Number(after.id));
      const places = stayed.map((number) => first.indexOf(number));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
      expect(stayed.length).toBe(longestCommon(first, second));
    }),
  );
});

/** The length of a longest common subsequence, by trying everything. */
function longestCommon(first: readonly number[], second: readonly number[]): number {
  const [head, ...rest] = first;
  if (head === undefined) return 0;
  const at = second.indexOf(head);
  const without = longestCommon(rest, second);
  return at < 0 ? without : Math.max(without, 1 + longestCommon(rest, second.slice(at + 1)));
}

function list(numbers: readonly number[]): readonly { readonly id: string }[] {
  return numbers.map((number) => ({ id: String(number) }));
}
