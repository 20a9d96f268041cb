import fc from "fast-check";
import { expect, it, test } from "vitest";
import {
  declaredPagesSchema,
  type DeclaredPages,
  type DeclaredPagesInput,
} from "../../src/declared/declared-pages.ts";
import { normaliseDeclaredPages } from "../../src/declared/normalise-declared-pages.ts";
import { parseSurveyText } from "../../src/text-form/parse-survey-text.ts";
import { printSurveyText } from "../../src/text-form/print-survey-text.ts";

function print(title: string, prefix: string, pages: DeclaredPages, language: "en" | "zh-CN"): string {
  return printSurveyText({ title, prefix, ...normaliseDeclaredPages(pages, { idSeed: "" }) }, language);
}

test.each([
  [
    "en",
    `Lunch

Welcome.
Thank you.

How was it?[Single Choice][Required](last week)
Good
Not so good

Order[Ranking][Optional]
First
Second

=== Page Break ===

Dishes[Matrix Single Choice][Required]
Good Not\\ so\\ good
Soup
Salad

Service[Matrix Rating Scale][Required]
1~5
Speed

Would you come again?[Net Promoter Score][Required]

You[Multiple Blanks][Optional]
Name ____
Phone ____

End of the questions.[Paragraph Description]`,
  ],
  [
    "zh-CN",
    `午餐调查



您满意吗？[量表题][必答]
1~5

=== 分页 ===

还想说什么？[多行文本题][选答]`,
  ],
] as const)("a survey in %s is printed as it was written", (language, text) => {
  const parsed = parseSurveyText(text);
  expect(parsed).toMatchObject({ ok: true });
  if (parsed.ok)
    expect(print(parsed.survey.title, parsed.survey.prefix, parsed.survey.pages, language)).toBe(text);
});

/** Texts that are full of what means something in the form. */
const marks = fc.constantFrom(
  "a",
  "題",
  " ",
  "\n",
  "\\",
  "[",
  "]",
  "(",
  ")",
  "_",
  "__",
  "=",
  "===",
  "~",
  "单选题",
  "[必答]",
  "分页",
  "1~5",
  "\u3000",
  "💬",
);
const textOf = (max: number) =>
  fc
    .array(marks, { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join("").slice(0, max))
    .filter((text) => text.isWellFormed() && text.length > 0);
const distinct = (max: number) =>
  fc.uniqueArray(
    textOf(60).map((text) => ({ text })),
    { minLength: 1, maxLength: max, selector: ({ text }) => text },
  );

const common = {
  title: textOf(80),
  description: fc.oneof(fc.constant(""), textOf(80)),
  required: fc.boolean(),
};
const question = fc.oneof(
  fc.record({
    ...common,
    type: fc.constantFrom("radio", "checkbox", "select", "sort"),
    options: distinct(5),
  }),
  fc.record({ ...common, type: fc.constantFrom("text", "textarea", "datetime", "address", "upload", "nps") }),
  fc.record({ ...common, type: fc.constant("blanks"), blanks: distinct(4) }),
  fc.record({
    ...common,
    type: fc.constant("star"),
    star_begin_num: fc.integer({ min: 0, max: 1 }),
    star_num: fc.integer({ min: 2, max: 10 }),
  }),
  fc.record({
    ...common,
    type: fc.constantFrom("matrix_radio", "matrix_checkbox"),
    options: distinct(4),
    sub_titles: distinct(4),
  }),
  fc.record({
    ...common,
    type: fc.constant("matrix_star"),
    star_begin_num: fc.integer({ min: 0, max: 1 }),
    star_num: fc.integer({ min: 2, max: 10 }),
    sub_titles: distinct(4),
  }),
  fc.record({ title: common.title, description: common.description, type: fc.constant("description") }),
);
const survey = fc.record({
  title: textOf(80),
  prefix: fc.oneof(fc.constant(""), textOf(80)),
  pages: fc.array(fc.record({ questions: fc.array(question, { minLength: 1, maxLength: 4 }) }), {
    maxLength: 3,
  }),
  language: fc.constantFrom("en" as const, "zh-CN" as const),
});

it("reads back what it printed, whatever the texts are", () => {
  fc.assert(
    fc.property(survey, ({ title, prefix, pages: drawn, language }) => {
      // Drawn from what the schema takes; the schema itself says so below.
      const pages = declaredPagesSchema.parse(drawn as DeclaredPagesInput);
      const parsed = parseSurveyText(print(title, prefix, pages, language));
      expect(parsed).toEqual({ ok: true, survey: { title, prefix, pages } });
    }),
    { numRuns: 1_000 },
  );
});
