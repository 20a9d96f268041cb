import { assert, property } from "fast-check";
import { describe, expect, it, test } from "vitest";
import { answerValuesOf } from "../../src/answers/answer-values-of.ts";
import { compileAnswerWriter } from "../../src/answers/compile-answer-writer.ts";
import { buildAnswerPages } from "../../src/declared/build-answer-pages.ts";
import { type AnswerPage, answerPageSchema } from "../../src/model/answer.ts";
import { everyType, wirePages } from "../declared/survey-fixtures.ts";
import { answerValuesTo } from "../support/answer-arbitrary.ts";
import { anyText, declaredPagesOf } from "../support/survey-arbitrary.ts";
import { runs } from "../../../../scripts/vitest/depth.ts";

const { pages } = wirePages(everyType);
const questionIds = pages.flatMap((page) => page.questions.map(({ id }) => id));

/** Answers as declared, to one question of each type. */
const declaredAnswer = {
  "2": "Red",
  "3": ["A", "C"],
  "4": "South",
  "5": "ada@example.org",
  "6": " two\nlines \u2028 👍",
  "7": 4,
  "8": 0,
  "9": { "2": "Yes" },
  "10": [["Web", "Phone"], ["Phone"]],
  "11": { "1": 3, "2": 5 },
  "12": ["Z", "X", "Y"],
  "13": { "2": "London" },
  "14": "2026-11-01 09:30",
  "15": "上海市徐汇区",
  "16": "plan.pdf",
};

function wireOf(values: Readonly<Record<string, unknown>>): readonly AnswerPage[] {
  const built = buildAnswerPages(pages, values);
  if (!built.ok) throw new Error(JSON.stringify(built.problems));
  return built.pages;
}

function parse(text: string): readonly AnswerPage[] {
  return answerPageSchema.array().parse(JSON.parse(text));
}

describe("answers in their stored form", () => {
  it("are written on the wire as before, byte for byte, and read back the same", () => {
    assert(
      property(
        declaredPagesOf(anyText).chain((declared) => {
          const drawn = wirePages(declared).pages;
          return answerValuesTo(drawn).map((values) => ({ drawn, values }));
        }),
        ({ drawn, values }) => {
          const written = compileAnswerWriter(drawn, [])(values, {});
          expect(answerValuesOf(drawn, parse(written))).toEqual(values);
          expect(JSON.stringify(parse(written))).toBe(written);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  test.each([
    ["one answer to each type of question", declaredAnswer],
    ["no answer but to what is required", { "2": 1 }],
  ])("keep everything of pages of the wire: %s", (_, declared) => {
    const wire = wireOf(declared);
    const stored = JSON.parse(JSON.stringify(answerValuesOf(pages, wire)));
    expect(compileAnswerWriter(pages, [])(stored, {})).toBe(JSON.stringify(wire));
  });

  it("hold option ids, texts and marks by the id of their question, row or blank", () => {
    const values = answerValuesOf(pages, wireOf({ "2": "Green", "3": ["A", "C"], "7": 4, "13": ["Ada"] }));
    expect(Object.values(values)).toEqual([
      [expect.stringMatching(/^o-101-/)],
      [expect.stringMatching(/^o-100-/), expect.stringMatching(/^o-102-/)],
      "4",
      { [pages[1]?.questions[6]?.blank_setting[0]?.id ?? ""]: "Ada" },
    ]);
    expect(Object.keys(values)).toEqual([1, 2, 6, 12].map((at) => questionIds[at]));
  });

  it("have no value of a question that the survey does not have, nor of a custom argument", () => {
    const asked = { type: "text", sub_type: 0, text: "x", options: [], groups: [], blanks: [] } as const;
    const foreign: AnswerPage = { id: "custom_args", questions: [{ id: "custom-arg-01", ...asked }] };
    expect(answerValuesOf(pages, [foreign])).toEqual({});
  });

  it("keep an option that the survey has lost, without its text", () => {
    const id = questionIds[1] ?? "";
    const written = parse(compileAnswerWriter(pages, [])({ [id]: ["o-gone"] }, {}));
    expect(written[0]?.questions[0]?.options).toEqual([{ id: "o-gone", checked: 1, text: "" }]);
  });

  it.each(["text", ["o-1"], { options: "x", blanks: 1 }, { "g-1": "x" }, { "g-1": ["x"] }, {}])(
    "are written as a wire form, whatever form a value has: %j",
    (value) => {
      // What is stored for another type of question is not of the type's form.
      const values = Object.fromEntries(questionIds.map((id) => [id, value as string]));
      expect(() => parse(compileAnswerWriter(pages, [])(values, {}))).not.toThrow();
    },
  );

  it("never reach what an object inherits", () => {
    const values = JSON.parse('{"__proto__": {"constructor": "x"}}');
    expect(compileAnswerWriter(pages, [])(values, {})).toBe(compileAnswerWriter(pages, [])({}, {}));
  });
});

test("custom arguments are one more page, with each that the survey has", () => {
  const customArguments = [
    { id: "custom-arg-01", title: "shop", description: "Number of the shop" },
    { id: "custom-arg-02", title: "constructor", description: "" },
  ];
  const written = JSON.parse(compileAnswerWriter([], customArguments)({}, { shop: '"7"', other: "x" }));
  const empty = { type: "text", sub_type: 0, options: [], groups: [], blanks: [] };
  expect(written).toEqual([
    {
      id: "custom_args",
      questions: [
        { ...empty, id: "custom-arg-01", text: '"7"', title: "shop", description: "Number of the shop" },
        { ...empty, id: "custom-arg-02", text: "", title: "constructor", description: "" },
      ],
    },
  ]);
});
