import { describe, expect, it } from "vitest";
import { languagesOf, surveyIn } from "../../src/languages/translate-survey.ts";
import type { SurveyDefinition } from "../../src/model/definition.ts";
import { importContent } from "./support/import-example.ts";

/** What the questions of a survey and their parts say in a language. */
function textsIn(definition: SurveyDefinition, language: string): readonly string[] {
  return surveyIn(definition, language).pages.flatMap(({ questions }) =>
    questions.flatMap(({ title, options, subTitles }) => [
      title,
      ...[...subTitles, ...options].map(({ text }) => text),
    ]),
  );
}

/** A file of SurveyJS in three languages, whose choices are sorted. */
function lunchFile(more: object = {}): string {
  return JSON.stringify({
    ...more,
    title: { default: "Lunch", de: "Mittag", "zh-cn": "午餐" },
    elements: [
      {
        type: "radiogroup",
        name: "dish",
        title: { default: "Which?", de: "Welches?" },
        choicesOrder: "asc",
        choices: [
          { value: 1, text: { default: "Apple", de: "Zucker" } },
          { value: 2, text: { default: "Bread", de: "Apfel" } },
        ],
      },
    ],
  });
}

describe("the languages of a file of SurveyJS", () => {
  it("are translations, also where choices are sorted by what they say", () => {
    const { definition, report } = importContent(lunchFile());
    expect(report).toEqual([]);
    expect(languagesOf(definition)).toEqual(["en", "de", "zh-CN"]);
    expect(textsIn(definition, "en")).toEqual(["Which?", "Apple", "Bread"]);
    expect(textsIn(definition, "de")).toEqual(["Welches?", "Zucker", "Apfel"]);
    expect(textsIn(definition, "zh-CN")).toEqual(["Which?", "Apple", "Bread"]);
    expect(surveyIn(definition, "zh-CN").title).toBe("午餐");
  });

  it("begin with the one that the file names", () => {
    const { definition } = importContent(lunchFile({ locale: "de" }));
    expect(languagesOf(definition)).toEqual(["de", "zh-CN", "en"]);
    expect(definition.title).toBe("Mittag");
    expect(textsIn(definition, "en")).toEqual(["Which?", "Bread", "Apple"]);
  });
});

it("the languages of a file of Formbricks are translations, and the survey's own one stands in where one is missing", () => {
  const { definition, report } = importContent(
    JSON.stringify({
      name: "Lunch",
      type: "link",
      languages: [
        { default: true, enabled: true, language: { code: "en" } },
        { default: false, enabled: true, language: { code: "de" } },
      ],
      welcomeCard: { enabled: false },
      endings: [],
      questions: [
        {
          id: "dish",
          type: "multipleChoiceSingle",
          headline: { default: "Which?", de: "Welches?" },
          choices: [
            { id: "a", label: { default: "Apple", de: "Apfel" } },
            { id: "b", label: { default: "Bread", de: "" } },
          ],
        },
      ],
    }),
  );
  expect(report).toEqual([]);
  expect(languagesOf(definition)).toEqual(["en", "de"]);
  expect(textsIn(definition, "de")).toEqual(["Welches?", "Apfel", "Bread"]);
  expect(textsIn(definition, "en")).toEqual(["Which?", "Apple", "Bread"]);
});

it("the languages of a file of Qualtrics are translations, of rows and columns too", () => {
  const { definition, report } = importContent(
    JSON.stringify({
      SurveyEntry: { SurveyName: "Lunch", SurveyLanguage: "EN" },
      SurveyElements: [
        {
          Element: "BL",
          Payload: [
            { Type: "Default", ID: "BL_1", BlockElements: [{ Type: "Question", QuestionID: "QID1" }] },
          ],
        },
        {
          Element: "SQ",
          Payload: {
            QuestionID: "QID1",
            DataExportTag: "dish",
            QuestionText: "How was it?",
            QuestionType: "Matrix",
            Selector: "Likert",
            SubSelector: "SingleAnswer",
            Choices: { "1": { Display: "Soup" }, "2": { Display: "Bread" } },
            Answers: { "1": { Display: "Good" } },
            Language: {
              "ZH-S": {
                QuestionText: "怎么样？",
                Choices: { "1": { Display: "汤" } },
                Answers: { "1": { Display: "好" } },
              },
              DE: { QuestionText: "Wie war es?" },
            },
          },
        },
      ],
    }),
  );
  expect(report).toEqual([]);
  expect(languagesOf(definition)).toEqual(["en", "zh-CN", "de"]);
  expect(textsIn(definition, "zh-CN")).toEqual(["怎么样？", "汤", "Bread", "好"]);
  expect(textsIn(definition, "de")).toEqual(["Wie war es?", "Soup", "Bread", "Good"]);
});
