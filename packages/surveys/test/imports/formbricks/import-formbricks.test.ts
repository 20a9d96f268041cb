import { expect, it, test } from "vitest";
import { formbricksTypes } from "../../../src/imports/formbricks/formbricks-types.ts";
import { checkLogic } from "../../../src/logic/check-logic.ts";
import { chosenAnswers, typedAnswers } from "../support/chosen-answers.ts";
import { compareJumps, passSteps, type SourceJump } from "../support/compare-jumps.ts";
import { exampleFile, importContent, questionTitled } from "../support/import-example.ts";

const example = importContent(exampleFile("formbricks.json"));
const titled = (title: string) => questionTitled(example.questions, title);

it("is recognised, and becomes a survey without errors of logic", () => {
  expect(example.source).toBe("Formbricks");
  expect(example.definition).toMatchObject({
    title: "Our product",
    prefix: "Hello\nThree short minutes.",
    suffix: "Goodbye\nSee you",
  });
  expect(checkLogic(example.definition)).toEqual([]);
  expect(titled("What is your role")).toMatchObject({
    type: "radio",
    required: true,
    options: [{ text: "Developer" }, { text: "Manager" }, { noRandom: true }],
  });
  expect(titled("Which tools")).toMatchObject({ type: "checkbox", random: true });
  expect(titled("What do you like")).toMatchObject({ type: "textarea", maxlength: 500 });
  expect(titled("Rate the design")).toMatchObject({ type: "star", starBeginNum: 1, starNum: 7 });
  expect(titled("How can we reach")).toMatchObject({
    type: "blanks",
    blank_setting: [{ text: "First name" }, { text: "Mail" }],
  });
  expect(titled("Our terms")).toMatchObject({ type: "checkbox", options: [{ text: "I agree" }] });
});

test("what is left out or changed is named", () => {
  for (const named of [
    "ending: https://example.org/shop is left out",
    "formatting is left out: <b>",
    'What is your role?: otherOptionPlaceholder: {"default":"Please say"} is left out',
    "Choose a time: left out, as there are no questions of the type cal",
    "Thank you for coming this far: buttonUrl: https://example.org is left out",
    "is not calculated: variable points",
    "why: respondents read #recall:role/fallback:friend# as it is, and no answer in its place",
    "score: requireAnswer rows (score isSubmitted) is left out",
  ])
    expect(example.report).toContain(named);
});

test("the example has every type of question that is told apart", () => {
  const text = exampleFile("formbricks.json").toString();
  const alike = new Set(["csat", "address"]);
  const missing = Object.keys(formbricksTypes).filter((type) => !text.includes(`"type": "${type}"`));
  expect(missing.filter((type) => !alike.has(type))).toEqual([]);
});

it("takes blocks as pages, and jumps from the end of one to another", () => {
  const json = {
    name: "Blocks",
    blocks: [
      {
        id: "b1",
        elements: [
          { id: "e1", type: "nps", headline: { default: "Score" } },
          { id: "e2", type: "openText", headline: { default: "Why" } },
        ],
        logic: [
          {
            conditions: {
              connector: "and",
              conditions: [
                {
                  leftOperand: { type: "element", value: "e1" },
                  operator: "isGreaterThan",
                  rightOperand: { type: "static", value: 8 },
                },
              ],
            },
            actions: [{ objective: "jumpToBlock", target: "b3" }],
          },
        ],
      },
      { id: "b2", elements: [{ id: "e3", type: "openText", headline: { default: "Worse" } }] },
      { id: "b3", elements: [{ id: "e4", type: "openText", headline: { default: "Last" } }] },
    ],
  };
  const { definition, losses } = importContent(JSON.stringify(json));
  expect(definition.pages.map(({ questions }) => questions.length)).toEqual([2, 1, 1]);
  expect(definition.logic.rules).toMatchObject([
    { kind: "branch", from: definition.pages[0]?.id, to: definition.pages[2]?.id },
  ]);
  expect(losses).toEqual([]);
});

it("reads surveys of before logic had groups: texts of choices in conditions, and a card of thanks", () => {
  const choices = ["Yes", "No"].map((label, at) => ({ id: `c${at}`, label: { default: label } }));
  const json = {
    name: "Older",
    welcomeCard: { enabled: false },
    questions: [
      {
        id: "q1",
        type: "multipleChoiceSingle",
        headline: "Do you like it?",
        choices,
        logic: [
          { condition: "equals", value: "No", destination: "q3" },
          { condition: "skipped", destination: "end" },
          { condition: "clicked", destination: "q3" },
        ],
      },
      { id: "q2", type: "openText", headline: "Why?" },
      { id: "q3", type: "openText", headline: "What else?" },
    ],
    thankYouCard: { enabled: true, headline: { default: "Thank you" } },
  };
  const { definition, questions, report } = importContent(JSON.stringify(json));
  const [first, , third] = questions;
  expect(definition).toMatchObject({ suffix: "Thank you", theme: { pacing: "questions" } });
  expect(definition.logic.rules).toMatchObject([
    { from: first?.id, when: { kind: "choice", options: [first?.options[1]?.id] }, to: third?.id },
    { from: first?.id, when: { kind: "not", condition: { kind: "answered" } }, to: "END" },
  ]);
  expect(report).toEqual(["q1: does not jump, as no rule can say: q1 clicked → q3"]);
});

const includes = (value: string, ...wanted: readonly string[]) =>
  wanted.every((one) => value.split(",").includes(one));

/** What the file says. */
const jumps: readonly SourceJump[] = [
  { from: "role", when: (of) => of("role") === "boss", to: "score" },
  { from: "role", when: (of) => of("role") === "", to: "END" },
  { from: "tools", when: (of) => includes(of("tools"), "git", "mail"), to: "score" },
  { from: "tools", when: (of) => includes(of("tools"), "chat") && of("role") !== "dev", to: "why" },
  { from: "hours", when: (of) => of("hours") === "8" || of("role") === "dev", to: "score" },
  { from: "hours", when: () => true, to: "why" },
  { from: "score", when: (of) => of("score") === "6", to: "rate" },
];

it("goes from question to question as the survey does", () => {
  const several = titled("Which tools").options.map(({ id }) => id);
  const pick = (...at: readonly number[]) => at.map((one) => several[one] ?? "");
  const steps = [
    ["role", "What is your role", chosenAnswers(titled("What is your role"), ["dev", "boss"])],
    ["tools", "Which tools", { git: pick(0), "git,mail": pick(0, 1), chat: pick(2), "git,chat": pick(0, 2) }],
    ["easy", "How easy", {}],
    ["hours", "How many hours", typedAnswers("7", "8")],
    ["score", "Would you", typedAnswers("6", "7")],
    ["why", "What do you like", {}],
    ["rate", "Rate the design", {}],
    ["rows", "How far", {}],
  ] as const;
  const given = steps.map(([name, title, answers]) => ({ name, questionId: titled(title).id, answers }));
  const names = steps.map(([name]) => name);
  const { differences, shown, hidden } = compareJumps(example.definition, given, (values) =>
    passSteps(names, values, jumps),
  );
  expect(differences).toEqual([]);
  expect(Math.min(shown, hidden)).toBeGreaterThan(1000);
});
