import { expect, it, test } from "vitest";
import { typeformTypes } from "../../../src/imports/typeform/typeform-types.ts";
import { checkLogic } from "../../../src/logic/check-logic.ts";
import { chosenAnswers, typedAnswers } from "../support/chosen-answers.ts";
import { compareJumps, passSteps, type SourceJump } from "../support/compare-jumps.ts";
import { exampleFile, importContent, questionTitled } from "../support/import-example.ts";

const example = importContent(exampleFile("typeform.json"));
const titled = (title: string) => questionTitled(example.questions, title);

it("is recognised, and becomes a survey without errors of logic", () => {
  expect(example.source).toBe("Typeform");
  expect(example.definition).toMatchObject({
    title: "A new café",
    prefix: "Welcome!\nTwo minutes.",
    suffix: "Thank you, {{field:name}}",
    theme: { pacing: "questions" },
  });
  expect(checkLogic(example.definition)).toEqual([]);
  expect(titled("Your name")).toMatchObject({ type: "text", required: true, maxlength: 80 });
  expect(titled("Which rooms")).toMatchObject({
    type: "checkbox",
    random: true,
    maxlength: 2,
    minlength: 1,
    description: "Choose up to two.",
    options: [{ text: "Hall" }, { text: "Bar" }, { text: "Yard" }, { noRandom: true }],
  });
  expect(titled("How do you rate")).toMatchObject({
    type: "star",
    starBeginNum: 1,
    starNum: 10,
    starShowCustomStart: "Bad",
  });
  expect(titled("How were we")).toMatchObject({
    type: "matrix_radio",
    subTitles: [{ text: "Speed" }, { text: "Smile" }],
    options: [{ text: "Slow" }, { text: "Fast" }],
  });
  expect(titled("About you").type).toBe("description");
  expect(titled("Do you accept")).toMatchObject({ type: "radio", required: true });
});

test("what is left out or changed is named", () => {
  for (const named of [
    "ending: You were never here is left out",
    'hidden: ["source"] is left out',
    "What do you eat?: alphabetical_order: true is left out",
    "How often do you come in a month?: min_value: 1 is left out",
    "How do you rate us?: labels.center: Fair is left out",
    "Which picture is nicer?: attachment is left out",
    "A tip: left out, as there are no questions of the type payment",
    "respondents read {{field:name}} as it is, and no answer in its place",
    "birth: does not jump, as no rule can say: birth earlier_than 2000-01-01 → terms",
    "visited: is not calculated: always: add",
  ])
    expect(example.report).toContain(named);
  const types = example.report.filter((line) => line.includes("no questions of the type"));
  expect(types).toHaveLength(1);
});

test("the example has every type of field that is told apart", () => {
  const used = new Set(
    [
      ...exampleFile("typeform.json")
        .toString()
        .matchAll(/"type": "(\w+)"/g),
    ].map(([, type]) => type),
  );
  for (const alike of ["inline_group", "contact_info", "address", "calendly"]) used.add(alike);
  expect(Object.keys(typeformTypes).filter((type) => !used.has(type))).toEqual([]);
});

const isNumber = (value: string, holds: (number: number) => boolean) => value !== "" && holds(Number(value));

/** What the file says. */
const jumps: readonly SourceJump[] = [
  { from: "visited", when: (of) => of("visited") === "false", to: "recommend" },
  {
    from: "visits",
    when: (of) => isNumber(of("visits"), (visits) => visits < 3) && of("food") === "soup",
    to: "why",
  },
  { from: "visits", when: (of) => isNumber(of("visits"), (visits) => visits >= 20), to: "END" },
  { from: "recommend", when: (of) => of("recommend") === "9" || of("food") !== "cake", to: "service" },
  { from: "recommend", when: () => true, to: "best" },
];

it("goes from question to question as the form does", () => {
  const steps = [
    ["name", "Your name", typedAnswers("Ada")],
    ["visited", "Have you been", chosenAnswers(titled("Have you been"), ["true", "false"])],
    ["rooms", "Which rooms", {}],
    ["food", "What do you eat", chosenAnswers(titled("What do you eat"), ["cake", "soup"])],
    ["visits", "How often", typedAnswers("1", "5", "20")],
    ["grade", "How do you rate", {}],
    ["recommend", "Would you recommend", typedAnswers("0", "8", "9")],
    ["why", "What would be", {}],
    ["best", "Your favourites", {}],
    ["photo", "Which picture", {}],
    ["service", "How were we", {}],
    ["terms", "Do you accept", {}],
  ] as const;
  const given = steps.map(([name, title, answers]) => ({ name, questionId: titled(title).id, answers }));
  const names = steps.map(([name]) => name);
  const { differences, shown, hidden } = compareJumps(example.definition, given, (values) =>
    passSteps(names, values, jumps),
  );
  expect(differences).toEqual([]);
  expect(Math.min(shown, hidden)).toBeGreaterThan(1000);
});
