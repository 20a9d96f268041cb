import { expect, it, test } from "vitest";
import { googleTypes } from "../../../src/imports/google-forms/google-types.ts";
import { checkLogic } from "../../../src/logic/check-logic.ts";
import { chosenAnswers } from "../support/chosen-answers.ts";
import { compareJumps, passSteps, type SourceJump } from "../support/compare-jumps.ts";
import { exampleFile, importContent, questionTitled } from "../support/import-example.ts";

const example = importContent(exampleFile("google-forms.json"));
const titled = (title: string) => questionTitled(example.questions, title);

it("is recognised, and becomes a survey without errors of logic", () => {
  expect(example.source).toBe("Google Forms");
  expect(example.definition).toMatchObject({ title: "Library survey", prefix: "For all readers." });
  expect(checkLogic(example.definition)).toEqual([]);
  expect(example.definition.pages).toHaveLength(4);
  expect(titled("Often")).toMatchObject({ type: "description", description: "For regular readers" });
  expect(titled("What do you read")).toMatchObject({ type: "checkbox", random: true });
  expect(titled("Please rate")).toMatchObject({
    type: "matrix_radio",
    required: true,
    subTitles: [{ text: "Light" }, { text: "Noise" }],
    options: [{ text: "Bad" }, { text: "Good" }],
  });
  expect(titled("Tick what").type).toBe("matrix_checkbox");
  expect(titled("Overall")).toMatchObject({ type: "star", starNum: 5, starShowCustomEnd: "Great" });
  expect(titled("Your wishes").type).toBe("textarea");
  expect(titled("Do you use")).toMatchObject({ required: true, blank_setting: [{ type: "option" }] });
});

test("what is left out or changed is named", () => {
  for (const named of [
    'settings: {"quizSettings":{"isQuiz":true}} is left out',
    'Do you use the library?: grading: {"pointValue":1} is left out',
    "Tick what you need: shuffleQuestions: true is left out",
    'The house: imageItem: {"image":{"contentUri":"https://example.org/house"}} is left out',
    'A tour: videoItem: {"video":{"youtubeUri":"https://example.org/tour"}} is left out',
    "q16: does not jump, as no rule can say: Start again → RESTART_FORM",
  ])
    expect(example.report).toContain(named);
});

test("the example has every type of question", () => {
  const text = exampleFile("google-forms.json").toString();
  const missing = Object.keys(googleTypes).filter((key) =>
    key.split(" ").some((word) => !text.includes(`"${word}"`)),
  );
  expect(missing).toEqual([]);
});

/** What the file says, once the first page is filled in. */
const jumps: readonly SourceJump[] = [
  { from: "q2", when: (of) => of("q2") === "North", to: "s2" },
  { from: "q2", when: (of) => of("q2") === "South", to: "s3" },
  { from: "q2", when: (of) => of("q1") === "Rarely", to: "s3" },
  { from: "q2", when: (of) => of("q1") === "Never", to: "END" },
];

it("goes from section to section as the form does: on a page the last answer that leads somewhere decides", () => {
  const first = [
    ["q1", "Do you use", chosenAnswers(titled("Do you use"), ["Often", "Rarely", "Never"])],
    ["q2", "Which branch", chosenAnswers(titled("Which branch"), ["North", "South", "East"])],
  ] as const;
  const steps = [...first, ["s1", "Often", {}], ["s2", "The rooms", {}], ["s3", "At last", {}]] as const;
  const given = steps.map(([name, title, answers]) => ({ name, questionId: titled(title).id, answers }));
  const names = steps.map(([name]) => name);
  const { differences, shown, hidden } = compareJumps(example.definition, given, (values) =>
    passSteps(names, values, jumps),
  );
  expect(differences).toEqual([]);
  expect(Math.min(shown, hidden)).toBeGreaterThan(1000);
});
