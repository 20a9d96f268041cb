import { zipSync } from "fflate";
import { expect, it } from "vitest";
import { visibleQuestions } from "../../../src/logic/visible-questions.ts";
import { exampleFile, importContent, problemOf, questionTitled } from "../support/import-example.ts";

it("a survey of LimeSurvey as text has its pages, parts, rules and languages", () => {
  const { source, definition, questions, report } = importContent(exampleFile("limesurvey.txt"));
  expect(source).toBe("LimeSurvey");
  expect(definition).toMatchObject({ title: "Bread", prefix: "Welcome.", suffix: "Goodbye." });
  expect(definition.pages).toHaveLength(2);
  const buy = questionTitled(questions, "Do you buy");
  expect(buy).toMatchObject({ type: "radio", required: true, options: [{ text: "Yes" }, { text: "No" }] });
  const kinds = questionTitled(questions, 'Which kinds, "and" why?');
  expect(kinds).toMatchObject({ type: "checkbox", options: [{ text: "Rye" }, { text: "Spelt" }, {}] });
  expect(questionTitled(questions, "How does it taste")).toMatchObject({
    type: "matrix_radio",
    subTitles: [{ text: "Fresh" }, { text: "As toast" }],
    options: [{ text: "Bad" }, { text: "Good" }],
  });
  for (const [at, isShown] of [true, false].entries()) {
    const answers = { [buy.id]: [buy.options[at]?.id ?? ""] };
    expect(visibleQuestions(definition, answers, {}).has(kinds.id)).toBe(isShown);
  }
  for (const named of ["often: prefix = about is left out", "often: default value is left out"])
    expect(report).toContain(named);
  expect(JSON.stringify(definition)).toContain("Kaufen Sie Brot?");
});

it("an archive of LimeSurvey has its survey, and its answers are named", () => {
  const archive = zipSync({
    "survey_7.lss": exampleFile("limesurvey.lss"),
    "survey_7_responses.lsr": Buffer.from("<document/>"),
  });
  const { definition, report } = importContent(archive);
  expect(definition.title).toBe("Commuting & work");
  expect(report).toContain("answers are not taken in: survey_7_responses.lsr");
});

it.each([
  ["declares entities of XML", '<!DOCTYPE a [<!ENTITY b "c">]><document><row><id>&b;</id></row></document>'],
  ["is not well-formed XML", "<document><row><id>1</row></document>"],
])("an archive whose answers are a file that %s is refused", (why, answers) => {
  const archive = zipSync({
    "survey_7.lss": exampleFile("limesurvey.lss"),
    "survey_7_responses.lsr": Buffer.from(answers),
  });
  expect(problemOf(archive)).toContain(why);
});

it("a text with columns or rows without end is refused", () => {
  const head = "id\trelated_id\tclass\ttype/scale\tname\ttext";
  const problem = "has more rows or columns than a survey can have";
  expect(problemOf(`${head}${"\tx".repeat(1000)}\nS`)).toBe(problem);
  expect(problemOf(`${head}\n${"1\t\tS\n".repeat(50_001)}`)).toBe(problem);
});

it("quotas and assessments of a text are named, and entities of its texts are read", () => {
  const lines = [
    ["class", "type/scale", "name", "text"],
    ["S", "", "language", "fr"],
    ["SL", "", "surveyls_title", "&Eacute;tude"],
    ["G", "G1", "Un", ""],
    ["Q", "S", "q", "&Ccedil;a va &ndash; &frac12; &ordm;?"],
    ["QTA", "", "Women", ""],
    ["AS", "", "Sum", ""],
  ];
  const { definition, questions, report } = importContent(lines.map((cells) => cells.join("\t")).join("\n"));
  expect(definition.title).toBe("Étude");
  expect(questions.at(-1)?.title).toBe("Ça va – ½ º?");
  expect(report).toEqual(["quota: Women is left out", "is not calculated: score: Sum"]);
});
