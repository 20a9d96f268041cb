import { zipSync } from "fflate";
import { expect, it, test } from "vitest";
import { surveyIn } from "../../../src/languages/translate-survey.ts";
import { checkLogic } from "../../../src/logic/check-logic.ts";
import { limeTypes } from "../../../src/imports/limesurvey/lime-types.ts";
import type { AnswerValue } from "../../../src/model/answer-values.ts";
import { exampleFile, importContent, questionTitled } from "../support/import-example.ts";
import { compareLogic } from "../support/compare-logic.ts";
import { limeRelevance } from "../support/source-expression.ts";

const example = importContent(exampleFile("limesurvey.lss"));
const titled = (title: string) => questionTitled(example.questions, title);

it("is recognised, and becomes a survey without errors of logic", () => {
  expect(example.source).toBe("LimeSurvey");
  expect(example.definition).toMatchObject({ title: "Commuting & work", suffix: "Thank you." });
  expect(example.definition.prefix).toBe("Five minutes.\nWelcome, {TOKEN:FIRSTNAME}!");
  expect(example.definition.pages).toHaveLength(3);
  expect(checkLogic(example.definition)).toEqual([]);
});

it("keeps texts, choices, limits and blanks", () => {
  expect(titled("How do you usually")).toMatchObject({
    type: "radio",
    required: true,
    options: [{ text: "On foot" }, {}, {}, {}, { noRandom: true }],
  });
  expect(titled("Why this way")).toMatchObject({
    type: "checkbox",
    maxlength: 2,
    options: [{ exclusive: false }, { exclusive: false }, { exclusive: true }],
  });
  expect(titled("What else")).toMatchObject({ type: "textarea", maxlength: 500 });
  expect(titled("How many minutes")).toMatchObject({ type: "text", validate: "number" });
  expect(titled("Hours")).toMatchObject({
    type: "matrix_text",
    validate: "number",
    subTitles: [{ text: "Monday" }, {}],
    options: [{ text: "Morning" }, { text: "Afternoon" }],
  });
  expect(titled("A picture")).toMatchObject({ file_type_limit: ["png", "jpg"], file_size_limit: 2048 });
  expect(titled("Thank you")).toMatchObject({ title: "Thank you — that was all" });
});

test("a text of a question that is left out is not said to be read", () => {
  expect(importContent(exampleFile("limesurvey.lss")).report.join()).not.toContain("sum: respondents read");
  const question = { id: "t", type: "cal", headline: { default: "When, #recall:a/fallback:b#?" } };
  const formbricks = JSON.stringify({ name: "F", endings: [], questions: [question] });
  expect(importContent(formbricks).report.join()).not.toContain("respondents read");
});

test("the example has every type of question, and each that is left out or changed is named", () => {
  const xml = exampleFile("limesurvey.lss").toString();
  const used = new Set([...xml.matchAll(/<type><!\[CDATA\[(.)\]\]>/g)].map(([, letter]) => letter));
  expect(Object.keys(limeTypes).filter((letter) => !used.has(letter))).toEqual([]);
  for (const named of [
    "quota: Cars (50) is left out",
    "sum: is not calculated: {minutes*2}",
    "lang: left out, as there are no questions of the type language switch",
    "calc: always shown, as no rule can say: minutes.NAOK * 2 > 100",
    "calc: em_validation_q = strlen(self) > 3 is left out",
    "mode: formatting is left out: <b>",
    "respondents read {TOKEN:FIRSTNAME} as it is, and no answer in its place",
  ])
    expect(example.report).toContain(named);
});

/** The answers to a question by the codes of its options. */
function chosen(title: string, codes: readonly string[]): Readonly<Record<string, AnswerValue>> {
  const { options } = titled(title);
  return Object.fromEntries(codes.map((code, at) => [code, [options[at]?.id ?? ""]]));
}

const typed = (...values: readonly string[]) => Object.fromEntries(values.map((value) => [value, value]));

const agree = titled("How far do you");
const agreed = Object.fromEntries(
  Object.entries(chosen("How far do you", ["1", "2", "3"])).map(([code, ids]) => [
    code,
    { [agree.subTitles[0]?.id ?? ""]: ids },
  ]),
) as Readonly<Record<string, AnswerValue>>;

const variables = [
  ["mode", "How do you usually", chosen("How do you usually", ["A1", "A2", "A3", "A4", "-oth-"]), ""],
  ["minutes", "How many minutes", typed("5", "30", "31"), 'mode.NAOK != "A1"'],
  ["why_cheap", "Why this way", chosen("Why this way", ["Y"]), ""],
  ["more", "What else", typed("much"), 'why_cheap.NAOK == "Y" and minutes.NAOK >= 30'],
  ["line", "Which line", chosen("Which line", ["1", "2", "3"]), '((mode.NAOK == "A3"))'],
  ["name", "Your name", typed("Ada"), "!is_empty(line.NAOK) && line.NAOK <= 2"],
  ["agree_pay", "How far do you", agreed, 'mode.NAOK != "A1"'],
  ["mark", "How was this", typed("1", "3", "5"), ""],
  ["again", "Would you answer", chosen("Would you answer", ["Y", "N"]), ""],
  ["born", "When did you begin", typed("2020-01-01 00:00"), 'again.NAOK == "Y" || mark.NAOK > 3'],
  ["long", "Anything to add", typed("no"), 'agree_pay.NAOK == "1"'],
] as const;

it("shows each question for the answers for which LimeSurvey does", () => {
  const given = variables.map(([name, title, answers, relevance]) => ({
    name,
    questionId: titled(title).id,
    answers,
    relevance,
  }));
  const { differences, shown, hidden } = compareLogic(example.definition, given, limeRelevance);
  expect(differences).toEqual([]);
  expect(Math.min(shown, hidden)).toBeGreaterThan(1000);
});

const lss = (body: string) => `<document><LimeSurveyDocType>Survey</LimeSurveyDocType>${body}</document>`;
const table = (name: string, ...rows: readonly Record<string, string>[]) =>
  `<${name}><rows>${rows
    .map(
      (row) =>
        `<row>${Object.entries(row)
          .map(([key, value]) => `<${key}>${value}</${key}>`)
          .join("")}</row>`,
    )
    .join("")}</rows></${name}>`;

const question = (qid: string, title: string) => ({
  qid,
  parent_qid: "0",
  sid: "5",
  gid: "1",
  type: "Y",
  title,
  question: `Question ${title}`,
  language: "en",
  question_order: qid,
});

it("reads files of earlier versions, whose conditions are in a table of their own", () => {
  const german = { ...question("1", "a"), question: "Frage a", language: "de" };
  const { questions, definition } = importContent(
    lss(
      "<languages><language>en</language><language>de</language></languages>" +
        table("groups", { gid: "1", group_name: "One", language: "en" }) +
        table("questions", question("1", "a"), german, question("2", "b")) +
        table("conditions", {
          cid: "1",
          qid: "2",
          cqid: "1",
          cfieldname: "5X1X1",
          method: "==",
          value: "Y",
          scenario: "1",
        }),
    ),
  );
  expect(questions.map(({ title }) => title)).toEqual(["One", "Question a", "Question b"]);
  const translated = surveyIn(definition, "de").pages.flatMap((page) => page.questions);
  // A text that is not there in German stands in English.
  expect(translated.map(({ title }) => title)).toEqual(["One", "Frage a", "Question b"]);
  expect(definition.logic.rules).toMatchObject([{ kind: "show", target: questions[2]?.id }]);
});

/** A survey whose first question is an array of checkboxes, about which the second one asks. */
function checkboxes(): string {
  const parts = [
    ["R1", 0],
    ["R2", 0],
    ["C1", 1],
    ["C2", 1],
  ] as const;
  const tables = {
    groups: "<row><gid>1</gid><group_name>G</group_name></row>",
    questions: `<row><qid>1</qid><gid>1</gid><type>:</type><title>Q</title><question>Which?</question></row>
      <row><qid>2</qid><gid>1</gid><type>S</type><title>A</title><question>And?</question>
        <relevance>!is_empty(Q_R2_C1) and Q_R1_C2.NAOK == "1"</relevance><question_order>2</question_order></row>`,
    subquestions: parts
      .map(
        ([code, scale], at) =>
          `<row><qid>${at + 3}</qid><parent_qid>1</parent_qid><title>${code}</title><question>${code}</question><scale_id>${scale}</scale_id></row>`,
      )
      .join(""),
    question_attributes:
      "<row><qid>1</qid><attribute>multiflexible_checkbox</attribute><value>1</value></row>",
  };
  const rows = Object.entries(tables).map(([name, all]) => `<${name}><rows>${all}</rows></${name}>`);
  return `<document><LimeSurveyDocType>Survey</LimeSurveyDocType>${rows.join("")}</document>`;
}

test("an array of checkboxes is a matrix of multiple choices, whose cells can be asked about", () => {
  const { questions, definition, report } = importContent(checkboxes());
  const matrix = questions.find(({ type }) => type === "matrix_checkbox");
  const ids = [...(matrix?.subTitles ?? []), ...(matrix?.options ?? [])].map(({ id }) => id);
  const [first, second, one, two] = ids;
  expect(ids).toHaveLength(4);
  expect(report).toEqual([]);
  const notNot = { kind: "not", condition: { kind: "not", condition: { part: second, options: [one] } } };
  expect(definition.logic.rules).toMatchObject([
    { when: { kind: "and", conditions: [notNot, { part: first, options: [two] }] } },
  ]);
});

test("answers to an array of checkboxes have the columns that were ticked in each row", () => {
  const ticks = ["R1_C1", "R1_C2", "R2_C2"].map((cell) => `<_X1X1${cell}>1</_X1X1${cell}>`);
  const row = `<row><id>1</id><submitdate>2026-03-01 09:00:00</submitdate>${ticks.join("")}</row>`;
  const lsr = `<document><responses><rows>${row}</rows></responses></document>`;
  const { answers } = importContent(
    zipSync({ "s.lss": Buffer.from(checkboxes()), "s.lsr": Buffer.from(lsr) }),
  );
  expect(answers?.rows[0]?.cells.slice(2, 4)).toEqual(["C1;C2", "C2"]);
});

/** A row of a table by its columns. */
function rowOf(columns: Readonly<Record<string, string | number>>): string {
  const cells = Object.entries(columns).map(([name, value]) => `<${name}>${value}</${name}>`);
  return `<row>${cells.join("")}</row>`;
}

test("neighbours with the same random group are shuffled: groups, and questions of a group", () => {
  const groups = ["R", "R", ""].map((order, at) =>
    rowOf({ gid: at, group_name: at, group_order: at, randomization_group: order }),
  );
  const asked = [
    ["A", 0, ""],
    ["B", 1, ""],
    ["C", 2, "x"],
    ["D", 2, "x"],
    ["E", 2, "y"],
  ] as const;
  const rows = asked.map(([title, gid], qid) =>
    rowOf({ qid, gid, type: "S", title, question: title, question_order: qid }),
  );
  const orders = asked.map(([, , value], qid) => rowOf({ qid, attribute: "random_group", value }));
  const tables = Object.entries({ groups, questions: rows, question_attributes: orders });
  const written = tables.map(([name, all]) => `<${name}><rows>${all.join("")}</rows></${name}>`);
  const { definition, questions, report } = importContent(
    `<document><LimeSurveyDocType>Survey</LimeSurveyDocType>${written.join("")}</document>`,
  );
  const idOf = (title: string) => questionTitled(questions, title).id;
  expect(definition.logic.rules).toEqual([
    { kind: "shuffle", from: idOf("C"), to: idOf("D") },
    { kind: "shuffle", from: definition.pages[0]?.id, to: definition.pages[1]?.id },
  ]);
  expect(report).toEqual(["random_group = y is left out"]);
});
