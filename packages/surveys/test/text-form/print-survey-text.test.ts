import { array, assert, constant, constantFrom, oneof, property, record } from "fast-check";
import { expect, it, test } from "vitest";
import { type DeclaredPagesInput, declaredPagesSchema } from "../../src/declared/declared-pages.ts";
import { normaliseDeclaredPages } from "../../src/declared/normalise-declared-pages.ts";
import { codeText } from "../../src/question-types/declared-text.ts";
import { parseSurveyText, type TextSurvey } from "../../src/text-form/parse-survey-text.ts";
import { printSurveyText } from "../../src/text-form/print-survey-text.ts";
import { declaredPagesOf } from "../support/survey-arbitrary.ts";
import { runs } from "../../../../scripts/vitest/depth.ts";

function print({ title, prefix, pages }: TextSurvey, language: "en" | "zh-CN"): string {
  return printSurveyText({ title, prefix, ...normaliseDeclaredPages(pages, { idSeed: "" }) }, language);
}

test.each([
  [
    "en",
    `Lunch

Welcome.
Thank you.

How was it?[Single Choice][Required][#mood](last week)
Good[#1]
Not so good[#two\\ words]

Order[Ranking][Optional]
First
Second

=== Page Break ===

Dishes[Matrix Single Choice][Required]
Good[#g] Not\\ so\\ good[#b]
Soup[#s]
Salad

Service[Matrix Rating Scale][Required]
1~5
Speed

Would you come again?[Net Promoter Score][Required]

You[Multiple Blanks][Optional]
Name[#name] ____
Phone ____

Region[Linked Choice][Required]
Province City
Zhejiang+Hangzhou
Shanghai

Why?[Single Choice][Required]
It is \\_\\_cheap\\_\\_
Other ____[#9]

Your number[Phone Number][Optional]

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
  const printed = parsed.ok ? print(parsed.survey, language) : parsed.problems;
  expect(printed).toBe(text);
});

/** Texts that are full of what means something in the form. */
const marks = constantFrom(
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
  "\n=== 分页 ===\n",
  "===分页===",
  "1~5",
  "+",
  "\u3000",
  "💬",
  "【",
  "〔",
  "〗",
  "】",
  "（",
  "）",
  "*",
  "1.",
  "Q1:",
  "[多选]",
  "(必填)",
  "[个人信息]",
  "(personal)",
  "[1~2]",
  "[a](https://a.example)",
  "#",
  "[#a]",
  "【＃",
  "[#a](https://a.example)",
);
const textOf = (max: number) =>
  array(marks, { minLength: 1, maxLength: 12 })
    .map((parts) => parts.join("").slice(0, max))
    .filter((text) => text.isWellFormed() && text.length > 0);
const survey = record({
  title: textOf(80),
  prefix: oneof(constant(""), textOf(80)),
  pages: declaredPagesOf(textOf),
  language: constantFrom("en" as const, "zh-CN" as const),
});

/** Whatever codes can be, besides what they are made of. */
const codes = array(
  textOf(60).map((text) => text.replaceAll("\n", "").trim()),
  { maxLength: 40 },
).map((drawn) => [...new Set(drawn)].filter((code) => codeText.safeParse(code).success));

/** The same pages with codes at some of their questions and parts. */
function withCodes(pages: DeclaredPagesInput, drawn: readonly string[]): DeclaredPagesInput {
  const left = [...drawn];
  const coded = <Part extends object>(part: Part): Part => {
    const code = left.length % 3 === 0 ? undefined : left.at(-1);
    left.pop();
    return code === undefined ? part : { ...part, code };
  };
  const lists = new Set(["options", "sub_titles", "blanks"]);
  return pages.map(({ questions }) => ({
    questions: questions.map((question) => {
      const parts = Object.entries(question).map(([name, value]) => [
        name,
        lists.has(name) && Array.isArray(value) ? value.map(coded) : value,
      ]);
      return coded(Object.fromEntries(parts));
    }),
  }));
}

it("reads back what it printed, whatever the texts and codes are", () => {
  assert(
    property(survey, codes, ({ title, prefix, pages: drawn, language }, drawnCodes) => {
      const pages = declaredPagesSchema.parse(withCodes(drawn, drawnCodes));
      const parsed = parseSurveyText(print({ title, prefix, pages }, language));
      expect(parsed).toMatchObject({ ok: true, survey: { title, prefix, pages } });
      // That there is no question is all that can be said about a text that was printed.
      expect(parsed).toHaveProperty("notes.length", prefix !== "" && pages.length === 0 ? 1 : 0);
    }),
    { numRuns: runs(1_000) },
  );
});
