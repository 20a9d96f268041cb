import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { emptyQuestion } from "../../../src/model/empty-question.ts";
import { printSurveyJson, parseSurveyJson } from "../../../src/json-form/survey-json.ts";
import { printSurveyText } from "../../../src/text-form/print-survey-text.ts";
import { importContent, problemOf, questionTitled } from "../support/import-example.ts";
import { everyType, wirePages } from "../../declared/survey-fixtures.ts";

const survey = { title: "Lunch", prefix: "Welcome", pages: wirePages(everyType).pages };

describe("what this platform writes comes in as it was", () => {
  it.each(["zh-CN", "en"] as const)("as text with labels in %s", (language) => {
    const { source, questions, report } = importContent(printSurveyText(survey, language));
    expect([source, report]).toEqual(["Survey Open Platform", []]);
    const parts = ({ type, title, required }: (typeof questions)[number]) => ({ type, title, required });
    expect(questions.map(parts)).toEqual(survey.pages.flatMap((page) => page.questions).map(parts));
  });

  it("as JSON, with its ids and rules", () => {
    const made = parseSurveyJson(
      JSON.stringify({
        title: "T",
        pages: [{ questions: [{ ...emptyQuestion("q-1-abcd", "text"), title: "Name" }] }],
      }),
      randomBytes,
    );
    if (!made.ok) throw new Error("no survey");
    const { source, definition } = importContent(printSurveyJson(made.definition));
    expect([source, definition]).toEqual(["Survey Open Platform", made.definition]);
  });

  it("as a response of the data calls, whose settings are named", () => {
    const data = {
      id: 7,
      hash: "0a",
      page_count: 1,
      state: 2,
      ...survey,
      redirect_url: "https://example.org",
      text: "…",
    };
    const { source, questions, report } = importContent(JSON.stringify({ code: "OK", data }));
    expect(source).toBe("Survey Open Platform");
    expect(questions).toEqual(survey.pages.flatMap((page) => page.questions));
    expect(report).toEqual(["redirect_url: https://example.org is left out"]);
  });
});

it("brackets that name no type are in the report, by the line that has them", () => {
  const { report } = importContent("T\n\n\n\nColours[Single Choise]\nred\n\nAge[Single Line Text]");
  expect(report.filter((line) => line.startsWith("Colours[Single Choise]"))).toHaveLength(1);
});

it("a mistake in a text form is named with its line, and one with numbers is read as a questionnaire then", () => {
  expect(problemOf("T\n\n\n\nQ[Matrix Single Choice]\nred")).toMatch(/^is not understood in line \d+: /);
  const { source, questions } = importContent("T\nYour marks[量表题]\n1. What?\nA. Soup\nB. Cake");
  expect(source).toBe("Word or text");
  expect(questionTitled(questions, "What").options).toHaveLength(2);
});

it("JSON of SurveyJS whose pages have questions, as older ones do, is not taken for it", () => {
  const questions = [{ type: "text", name: "you", title: "Your name" }];
  const { source, report } = importContent(JSON.stringify({ pages: [{ name: "p", questions }] }));
  expect([source, report]).toEqual(["SurveyJS", []]);
});
