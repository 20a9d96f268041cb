import { expect, it } from "vitest";
import { surveyJs } from "../../../src/imports/surveyjs/survey-js.ts";
import { checkLogic } from "../../../src/logic/check-logic.ts";
import { visibleQuestions } from "../../../src/logic/visible-questions.ts";
import { exampleFile, importContent, questionTitled } from "../support/import-example.ts";

const example = importContent(exampleFile("surveyjs.json"));
const titled = (title: string) => questionTitled(example.questions, title);

it("is recognised, and becomes a survey without errors of logic", () => {
  expect(example.source).toBe(surveyJs.name);
  expect(checkLogic(example.definition)).toEqual([]);
  expect(example.definition).toMatchObject({ title: "Getting to work", suffix: "Thank you." });
  for (const named of ["trips", "sign", "triggers", "{mode}"])
    expect(example.report.some((line) => line.includes(named))).toBe(true);
});

const [mode, minutes, happy] = [titled("How do you"), titled("How many"), titled("Are you")];
const cases = [0, 1].flatMap((way) =>
  ["5", "10"].flatMap((time) => [0, 1].map((content) => [way, time, content] as const)),
);

it.each(cases)("shows for %s, %s, %s what the survey shows", (way, time, content) => {
  const answers = {
    [mode.id]: [mode.options[way]?.id ?? ""],
    [minutes.id]: time,
    [happy.id]: [happy.options[content]?.id ?? ""],
  };
  const visible = visibleQuestions(example.definition, answers, {});
  expect(visible.has(minutes.id)).toBe(way === 1);
  expect(visible.has(titled("Which line").id)).toBe(way === 1 && time === "10");
  expect(visible.has(titled("What would help").id)).toBe(content === 1);
});
