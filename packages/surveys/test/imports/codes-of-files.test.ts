import { describe, expect, it } from "vitest";
import { exampleFile, importContent } from "./support/import-example.ts";

/** The codes of the questions of a file and of their options, rows and blanks; those without a code are left out. */
function codesIn(file: string | Uint8Array): readonly (readonly [string, string])[] {
  return importContent(file).questions.flatMap(({ code, options, subTitles, blank_setting: blanks }) => {
    const parts = [...options, ...subTitles, ...blanks].flatMap((part) => part.code ?? []);
    return code === undefined ? [] : [[code, parts.join(" ")] as const];
  });
}

describe("the codes of a file are kept", () => {
  it.each([
    ["limesurvey.lss", "mode", "A1 A2 A3 A4 -oth-"],
    ["qualtrics.qsf", "visit", "1 2 3"],
    ["xlsform.xlsx", "rooms", "kitchen bath other"],
    ["surveyjs.json", "agree", "no yes safe clean"],
    ["formbricks.json", "role", "dev boss other"],
    ["typeform.json", "best", "tea coffee"],
  ])("of %s", (file, code, parts) => {
    expect(codesIn(exampleFile(file))).toContainEqual([code, parts]);
  });
});

it("recoded values and names of rows of Qualtrics are codes", () => {
  const qsf = JSON.parse(exampleFile("qualtrics.qsf").toString()) as {
    SurveyElements: { Element: string; Payload: Record<string, unknown> }[];
  };
  for (const { Element: element, Payload: question } of qsf.SurveyElements) {
    if (element !== "SQ") continue;
    if (question["DataExportTag"] === "visit") question["RecodeValues"] = { "1": "7", "2": "9" };
    if (question["DataExportTag"] === "rate") question["ChoiceDataExportTags"] = { "1": "price" };
  }
  const codes = new Map(codesIn(JSON.stringify(qsf)));
  expect(codes.get("visit")).toBe("7 9 3");
  expect(codes.get("rate")).toBe("1 2 price 2");
});

it("a code that is there twice is left out the second time, and named; an id that a program drew is no code", () => {
  const file = JSON.stringify({
    elements: [
      { type: "text", name: "a" },
      { type: "text", name: "a", title: "Again" },
      { type: "text", name: "2f1c8f7e-51f5-4a3b-9a4e-0d2c4a5b6c7d", title: "Drawn" },
    ],
  });
  const { questions, report } = importContent(file);
  expect(questions.map(({ code }) => code)).toEqual(["a", undefined, undefined]);
  expect(report).toEqual(["code a is left out"]);
});
