import { describe, expect, it, test } from "vitest";
import { z } from "zod";
import { questionTypes } from "../../src/model/question.ts";
import { declaredPagesSchema } from "../../src/declared/declared-pages.ts";
import { surveyLimits } from "../../src/question-types/declared-text.ts";
import type { QuestionNeeds } from "../../src/question-types/question-type.ts";
import { needsOf } from "../../src/question-types/question-types.ts";
import { everyType } from "./survey-fixtures.ts";

function problemsOf(question: Record<string, unknown>): string[] {
  const result = declaredPagesSchema.safeParse([{ questions: [question] }]);
  return (result.error?.issues ?? []).map((issue) => [...issue.path.slice(2), issue.message].join(" "));
}

const options = [{ text: "One" }, { text: "Two" }];
const subTitles = [{ text: "Row" }];
const smallest = Object.fromEntries(questionTypes.map((type) => [type, smallestOf(needsOf(type))]));

/** The keys without which a question is refused, with the least that each may hold. */
function smallestOf(needs: QuestionNeeds): Record<string, unknown> {
  return {
    ...(needs.options && { options }),
    ...(needs.rows && { sub_titles: subTitles }),
    ...(needs.blanks && { blanks: subTitles }),
    ...(needs.levels && { levels: ["Region"], paths: [["North"], ["South"]] }),
  };
}

function smallestPage() {
  return { questions: [{ type: "text", title: "Why?" }] };
}

describe("the pages of a declarative file", () => {
  test.each(questionTypes)("may hold a %s with no more than its type needs", (type) => {
    expect(problemsOf({ type, title: "Why?", ...smallest[type] })).toEqual([]);
  });

  test.each(questionTypes)("are refused when a %s lacks what its type needs", (type) => {
    for (const key of Object.keys(smallest[type] ?? {})) {
      const without = { type, title: "Why?", ...smallest[type] };
      Reflect.deleteProperty(without, key);
      expect(problemsOf(without)).toEqual([expect.stringContaining(key)]);
      expect(problemsOf({ ...without, [key]: [] })).toEqual([expect.stringContaining(key)]);
    }
  });

  test.each(questionTypes)("are refused when a %s holds a key that its type does not know", (type) => {
    expect(problemsOf({ type, title: "Why?", ...smallest[type], colour: "red" })).toEqual([
      expect.stringContaining("colour"),
    ]);
  });

  it("are refused when a text has options, or a choice has rows", () => {
    expect(problemsOf({ type: "text", title: "Why?", options })).toHaveLength(1);
    expect(problemsOf({ type: "radio", title: "Why?", options, sub_titles: subTitles })).toHaveLength(1);
    expect(problemsOf({ type: "matrix_star", title: "Why?", options, sub_titles: subTitles })).toHaveLength(
      1,
    );
  });

  it("are refused when a question has no title, an unknown type or a required description", () => {
    expect(problemsOf({ type: "text" })).toEqual([expect.stringContaining("title")]);
    expect(problemsOf({ type: "text", title: "" })).toEqual([expect.stringContaining("title")]);
    expect(problemsOf({ type: "slider", title: "Why?" })).toEqual([expect.stringContaining("type")]);
    expect(problemsOf({ type: "description", title: "Read", required: true })).toHaveLength(1);
  });

  test.each([
    ["twice", [["A"], ["A"]], "paths 1"],
    ["as the beginning of another", [["A"], ["A", "B"]], "paths 1"],
    ["past the last level", [["A", "B", "C"]], "paths"],
  ])("are refused when a linked choice has a path %s", (_, paths, place) => {
    const levels = ["Country", "Town"];
    expect(problemsOf({ type: "chained_selects", title: "Where?", levels, paths })).toEqual([
      expect.stringContaining(`${place} a path `),
    ]);
  });

  test.each(["none", "two __", "a ___ b", "____ and __", Array(21).fill("____").join(" ")])(
    "are refused when an option with blanks does not have four underscores for each: %j",
    (text) => {
      const question = { type: "radio", title: "Why?", options: [{ text, has_blanks: true }] };
      expect(problemsOf(question)).toEqual([expect.stringContaining("must have four underscores")]);
      expect(problemsOf({ ...question, options: [{ text }] })).toEqual([]);
    },
  );

  it("are refused when two options, rows or blanks say the same", () => {
    const twice = [{ text: "Same" }, { text: "Same" }];
    expect(problemsOf({ type: "radio", title: "Why?", options: twice })).toHaveLength(1);
    expect(problemsOf({ type: "matrix_star", title: "Why?", sub_titles: twice })).toHaveLength(1);
    expect(problemsOf({ type: "blanks", title: "Why?", blanks: twice })).toHaveLength(1);
  });

  it("are refused when a text is too long, has a NUL or half of a surrogate pair", () => {
    expect(problemsOf({ type: "text", title: "x".repeat(surveyLimits.title) })).toEqual([]);
    expect(problemsOf({ type: "text", title: "x".repeat(surveyLimits.title + 1) })).toHaveLength(1);
    expect(problemsOf({ type: "text", title: "a\0b" })).toHaveLength(1);
    expect(problemsOf({ type: "text", title: "a\ud800b" })).toHaveLength(1);
    expect(problemsOf({ type: "text", title: "👍\u2028‮" })).toEqual([]);
  });

  it("are refused when a scale is not from 0 or 1 to 2 at least and 10 at most", () => {
    const star = { type: "star", title: "How much?" };
    for (const star_num of [2, 10]) expect(problemsOf({ ...star, star_num })).toEqual([]);
    for (const star_num of [1, 11, 2.5, "5"]) expect(problemsOf({ ...star, star_num })).toHaveLength(1);
    expect(problemsOf({ ...star, star_begin_num: 2 })).toHaveLength(1);
    expect(problemsOf({ type: "nps", title: "How likely?", star_num: 9 })).toHaveLength(1);
  });

  it("are refused when there are too many pages, or a page without questions", () => {
    const most = Array.from({ length: surveyLimits.pages }, smallestPage);
    expect(declaredPagesSchema.safeParse(most).success).toBe(true);
    expect(declaredPagesSchema.safeParse([...most, smallestPage()]).success).toBe(false);
    expect(declaredPagesSchema.safeParse([{ questions: [] }]).success).toBe(false);
  });

  it("can be described by a JSON Schema that knows every type", () => {
    const schema = JSON.stringify(z.toJSONSchema(declaredPagesSchema, { io: "input" }));
    for (const type of questionTypes) expect(schema).toContain(`"const":"${type}"`);
  });

  it("may hold every type at once", () => {
    expect(declaredPagesSchema.safeParse(everyType).error).toBeUndefined();
    const types = everyType.flatMap((page) => page.questions.map((question) => question.type));
    expect(new Set(types)).toEqual(new Set(questionTypes));
  });
});

test("a code is that of one question of the survey, and of one part of its list", () => {
  expect(problemsOf({ type: "radio", title: "Q", code: "a", options: [{ text: "One", code: "a" }] })).toEqual(
    [],
  );
  const twice = [
    { text: "One", code: "1" },
    { text: "Two", code: "1" },
  ];
  expect(problemsOf({ type: "radio", title: "Q", options: twice })).toEqual([
    "0 options 1 code has the code of another one",
  ]);
  const page = { questions: [{ type: "text", title: "Q", code: "a" }] };
  const { error } = declaredPagesSchema.safeParse([page, page]);
  expect(error?.issues).toMatchObject([
    { path: [1, "questions", 0, "code"], message: "is the code of another question" },
  ]);
});
