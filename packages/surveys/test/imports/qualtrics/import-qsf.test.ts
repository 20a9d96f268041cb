import { expect, it, test } from "vitest";
import { checkLogic } from "../../../src/logic/check-logic.ts";
import { visibleQuestions } from "../../../src/logic/visible-questions.ts";
import type { AnswerValues } from "../../../src/model/answer-values.ts";
import { qualtricsTypes } from "../../../src/imports/qualtrics/qualtrics-types.ts";
import { exampleFile, importContent, questionTitled } from "../support/import-example.ts";

const example = importContent(exampleFile("qualtrics.qsf"));
const titled = (title: string) => questionTitled(example.questions, title);

it("is recognised, and becomes a survey in the order of its flow, without what was thrown away", () => {
  expect(example.source).toBe("Qualtrics");
  expect(example.definition.title).toBe("A visit");
  expect(checkLogic(example.definition)).toEqual([]);
  expect(example.questions[0]).toMatchObject({ title: "Did you visit us?", type: "radio" });
  expect(example.questions.map(({ title }) => title)).not.toContain("Thrown away");
  expect(titled("Which rooms")).toMatchObject({ options: [{}, {}, { text: "None", exclusive: true }] });
  expect(titled("Your age")).toMatchObject({ required: true, validate: "number" });
  expect(titled("Please rate")).toMatchObject({
    type: "matrix_radio",
    subTitles: [{ text: "Price" }, { text: "Staff" }],
    options: [{ text: "Bad" }, { text: "Good" }],
  });
});

test("what is left out or changed is named", () => {
  for (const named of [
    "flow: EmbeddedData is left out",
    "flow: BlockRandomizer is left out",
    "side: left out, as there are no questions of the type SBS SBSMatrix",
    "quota: QO_1 is left out",
    "thanks: respondents read ${q://QID3/ChoiceTextEntryValue} as it is, and no answer in its place",
  ])
    expect(example.report).toContain(named);
  expect(Object.keys(qualtricsTypes)).toContain("MC SAVR");
});

/** Whether Qualtrics would show a question, by what the file says of it. */
function expected(
  visit: string,
  tower: boolean,
  age: string,
  staff: string,
): Readonly<Record<string, boolean>> {
  const goesOn = visit !== "No";
  return {
    "Which rooms": visit === "Yes",
    "Your school": age !== "" && Number(age) < 18 && visit === "Yes" && tower,
    City: goesOn && staff !== "Good",
    "Thank you": goesOn,
  };
}

const [visit, rooms, rate] = [titled("Did you visit"), titled("Which rooms"), titled("Please rate")];

/** An answer that chooses the option that begins with a text; none for "". */
function choosing(question: typeof visit, text: string): AnswerValues {
  const option = question.options.find((one) => one.text.startsWith(text));
  return text === "" ? {} : { [question.id]: [option?.id ?? ""] };
}

const cases = ["", "Yes", "No", "Other"].flatMap((visited) =>
  [true, false].flatMap((tower) =>
    ["", "17", "18"].flatMap((age) =>
      ["", "Bad", "Good"].map((price) => [visited, tower, age, price] as const),
    ),
  ),
);

it.each(cases)("with %s, %s, %s, %s shows what Qualtrics shows, and ends where it ends", (...given) => {
  const [visited, tower, age, price] = given;
  const chosen = choosing(rate, price)[rate.id];
  const rows = chosen === undefined ? {} : { [rate.id]: { [rate.subTitles[0]?.id ?? ""]: chosen } };
  const answers = {
    ...choosing(visit, visited),
    ...choosing(rooms, tower ? "Tower" : "Hall"),
    ...(age === "" ? {} : { [titled("Your age").id]: age }),
    ...rows,
  } as AnswerValues;
  const visible = visibleQuestions(example.definition, answers, {});
  const wanted = expected(visited, tower, age, price);
  const found = Object.keys(wanted).map((title) => [title, visible.has(titled(title).id)]);
  expect(Object.fromEntries(found)).toEqual(wanted);
});

function questionElement(id: string, payload: object) {
  return { Element: "SQ", Payload: { QuestionID: id, DataExportTag: id, QuestionText: id, ...payload } };
}

it("a matrix of texts is one, of numbers where it takes nothing else, and its cells can be asked about", () => {
  const parts = { "1": { Display: "One" }, "2": { Display: "Two" } };
  const logic = {
    LogicType: "Question",
    LeftOperand: "q://QID1/ChoiceTextEntryValue/2/1",
    Operator: "GreaterThan",
    RightOperand: "3",
    Type: "Expression",
  };
  const { questions, definition, report } = importContent(
    JSON.stringify({
      SurveyEntry: { SurveyName: "Hours" },
      SurveyElements: [
        {
          Element: "BL",
          Payload: [
            {
              Type: "Default",
              ID: "BL_1",
              BlockElements: [
                { Type: "Question", QuestionID: "QID1" },
                { Type: "Question", QuestionID: "QID2" },
              ],
            },
          ],
        },
        questionElement("QID1", {
          QuestionType: "Matrix",
          Selector: "TE",
          SubSelector: "Short",
          Choices: parts,
          Answers: parts,
          Validation: { Settings: { ContentType: "ValidNumber" } },
        }),
        questionElement("QID2", {
          QuestionType: "TE",
          Selector: "SL",
          DisplayLogic: { "0": { "0": logic, Type: "If" } },
        }),
      ],
    }),
  );
  const [matrix] = questions;
  expect(matrix).toMatchObject({
    type: "matrix_text",
    validate: "number",
    subTitles: [{}, {}],
    options: [{}, {}],
  });
  expect(report).toEqual([]);
  const part = `${matrix?.subTitles[1]?.id}/${matrix?.options[0]?.id}`;
  expect(definition.logic.rules).toMatchObject([
    { kind: "show", when: { kind: "number", subject: { question: matrix?.id, part }, is: ">", value: 3 } },
  ]);
});
