import { describe, expect, it } from "vitest";
import { checkLogic } from "../../../src/logic/check-logic.ts";
import { visibleQuestions } from "../../../src/logic/visible-questions.ts";
import { importContent } from "../support/import-example.ts";

const ofChoice = (question: string, chosen: string) => ({
  "0": {
    "0": {
      LogicType: "Question",
      ChoiceLocator: `q://${question}/SelectableChoice/${chosen}`,
      Operator: "Selected",
      Type: "Expression",
      Description: `<span>If</span> <span>${question}</span> is <b>${chosen}</b>`,
    },
    Type: "If",
  },
  Type: "BooleanExpression",
});

const yesOrNo = { "1": { Display: "Yes" }, "2": { Display: "No" } };

function choice(id: string, more: object = {}) {
  const payload = {
    QuestionID: id,
    DataExportTag: id,
    QuestionText: id,
    QuestionType: "MC",
    Selector: "SAVR",
  };
  return { Element: "SQ", Payload: { ...payload, Choices: yesOrNo, ...more } };
}

function block(id: string, questions: readonly object[], more: object = {}) {
  return { Type: "Standard", ID: id, Description: id, BlockElements: questions, ...more };
}

const asked = (id: string, more: object = {}) => ({ Type: "Question", QuestionID: id, ...more });

function survey(blocks: readonly object[], flow: readonly object[], questions: readonly object[]) {
  return importContent(
    JSON.stringify({
      SurveyEntry: { SurveyName: "Flow", SurveyLanguage: "EN" },
      SurveyElements: [
        { Element: "BL", Payload: blocks },
        { Element: "FL", Payload: { Flow: flow } },
        ...questions,
      ],
    }),
  );
}

type Imported = ReturnType<typeof survey>;

/** The titles of what is shown when the choices with these numbers are made. */
function shown({ definition, questions }: Imported, choices: Readonly<Record<string, number>>) {
  const values = Object.fromEntries(
    questions.flatMap(({ id, title, options }) =>
      choices[title] === undefined ? [] : [[id, [options[choices[title] - 1]?.id ?? ""]]],
    ),
  );
  const visible = visibleQuestions(definition, values, {});
  return questions.filter(({ id }) => visible.has(id)).map(({ title }) => title);
}

const toBlock = (id: string) => ({ Type: "Block", ID: id, FlowID: `FL_${id}` });
const branch = (logic: object, ...flow: readonly object[]) => ({
  Type: "Branch",
  BranchLogic: logic,
  Flow: flow,
});

const skip = (id: string) => ({
  SkipLogic: [
    {
      QuestionID: id,
      ChoiceLocator: `q://${id}/SelectableChoice/1`,
      Condition: "Selected",
      SkipToDestination: "ENDOFBLOCK",
    },
  ],
});

const randomizer = (subset: number, ...flow: readonly object[]) => ({
  Type: "BlockRandomizer",
  FlowID: `FL_${subset}`,
  SubSet: subset,
  Flow: flow,
});

describe("the flow of a survey of Qualtrics", () => {
  const questions = ["QID1", "QID2", "QID3"].map((id) => choice(id));
  const blocks = ["1", "2", "3"].map((number) => block(`BL_${number}`, [asked(`QID${number}`)]));

  it("shows a block in a branch where the branch is taken, also inside another one", () => {
    const made = survey(
      blocks,
      [
        toBlock("BL_1"),
        branch(ofChoice("QID1", "1"), toBlock("BL_2"), branch(ofChoice("QID2", "2"), toBlock("BL_3"))),
      ],
      questions,
    );
    expect(made.report).toEqual([]);
    expect(shown(made, { QID1: 2 })).toEqual(["QID1"]);
    expect(shown(made, { QID1: 1 })).toEqual(["QID1", "QID2"]);
    expect(shown(made, { QID1: 1, QID2: 2 })).toEqual(["QID1", "QID2", "QID3"]);
  });

  it("ends the survey where a branch does, and shows a block that has two places in either", () => {
    const made = survey(
      blocks,
      [
        toBlock("BL_1"),
        branch(ofChoice("QID1", "2"), { Type: "EndSurvey" }),
        toBlock("BL_2"),
        branch(ofChoice("QID2", "1"), toBlock("BL_3")),
        branch(ofChoice("QID1", "1"), toBlock("BL_3")),
        { Type: "EndSurvey" },
      ],
      questions,
    );
    expect(made.report).toEqual([]);
    expect(shown(made, { QID1: 2 })).toEqual(["QID1"]);
    expect(shown(made, {})).toEqual(["QID1", "QID2"]);
    expect(shown(made, { QID2: 1 })).toEqual(["QID1", "QID2", "QID3"]);
    expect(shown(made, { QID1: 1 })).toEqual(["QID1", "QID2", "QID3"]);
  });

  it("names branches by other data, ends that no rule can say, random order, loops and scoring", () => {
    const { report } = survey(
      [
        block("BL_1", [asked("QID1")], { Options: { RandomizeQuestions: "Advanced", Looping: "Static" } }),
        block("BL_2", [asked("QID2")]),
      ],
      [
        branch({ "0": { "0": { LogicType: "DeviceType", LeftOperand: "mobile", Operator: "Is" } } }),
        branch(ofChoice("QID1", "1"), { Type: "EndSurvey", Options: { SurveyTermination: "Redirect" } }),
        toBlock("BL_1"),
        branch({ "0": { "0": { LogicType: "GeoIP", Description: "<b>If</b> in Texas" } } }, toBlock("BL_2")),
      ],
      [
        ...questions,
        { Element: "SCO", Payload: { ScoringCategories: [{ ID: "SC_1", Name: "Sum" }] } },
        choice("QID1", {
          Validation: { Settings: { ForceResponse: "RequestResponse", ContentType: "ValidPhone" } },
        }),
      ],
    );
    expect(report).toEqual(
      expect.arrayContaining([
        "always shown, as no rule can say: mobile Is",
        'EndSurvey: {"SurveyTermination":"Redirect"} is left out',
        "does not jump, as no rule can say: If QID1 is 1 → END",
        "BL_1: RandomizeQuestions: Advanced is left out",
        "BL_1: Looping: Static is left out",
        "BL_2: always shown, as no rule can say: If in Texas",
        "is not calculated: score: Sum",
        "QID1: ForceResponse: RequestResponse is left out",
        "QID1: ContentType: ValidPhone is left out",
      ]),
    );
  });

  it("shuffles blocks of a randomizer that shows all, and questions of a block; other randomizers are named", () => {
    const random = { Options: { RandomizeQuestions: "true" } };
    const four = [block("BL_4", [asked("QID4"), asked("QID5")], random), ...blocks];
    const {
      definition,
      questions: made,
      report,
    } = survey(
      four,
      [toBlock("BL_4"), randomizer(2, toBlock("BL_1"), toBlock("BL_2")), randomizer(1, toBlock("BL_3"))],
      [...questions, choice("QID4"), choice("QID5")],
    );
    const [, first, second] = definition.pages;
    expect(definition.logic.rules).toEqual([
      { kind: "shuffle", from: made[0]?.id, to: made[1]?.id },
      { kind: "shuffle", from: first?.id, to: second?.id },
    ]);
    expect(report).toEqual(["flow: BlockRandomizer is left out"]);
    expect(checkLogic(definition)).toEqual([]);
  });

  it("skips to the end of a block, and of the last one to the end of the survey", () => {
    const made = survey(
      [
        block("BL_1", [asked("QID1", skip("QID1")), asked("QID2")]),
        block("BL_2", [asked("QID3", skip("QID3")), asked("QID4")]),
      ],
      [toBlock("BL_1"), toBlock("BL_2")],
      [...questions, choice("QID4")],
    );
    expect(made.report).toEqual([]);
    expect(shown(made, { QID1: 1, QID3: 2 })).toEqual(["QID1", "QID3", "QID4"]);
    expect(shown(made, { QID1: 2, QID3: 1 })).toEqual(["QID1", "QID2", "QID3"]);
  });
});

it("questions side by side become a matrix for each column, whose rows can be asked about, in each language", () => {
  const rows = { "1": { Display: "Bus" }, "2": { Display: "Train" } };
  const column = (text: string, more: object) => ({
    QuestionText: text,
    QuestionType: "Matrix",
    Selector: "Likert",
    Choices: rows,
    ...more,
  });
  const { questions, report, definition } = survey(
    [block("BL_1", [asked("QID1"), asked("QID2")])],
    [toBlock("BL_1")],
    [
      {
        Element: "SQ",
        Payload: {
          QuestionID: "QID1",
          DataExportTag: "Q1",
          QuestionText: "About your ways",
          QuestionType: "SBS",
          Selector: "SBSMatrix",
          Choices: rows,
          NumberOfQuestions: 2,
          AdditionalQuestions: {
            "1": column("How often?", { SubSelector: "DL", Answers: yesOrNo }),
            "2": column("Why?", {
              Selector: "TE",
              SubSelector: "Short",
              Answers: { "1": { Display: "Reason" } },
            }),
          },
          Language: {
            DE: { QuestionText: "Wege", AdditionalQuestions: { "1": { QuestionText: "Wie oft?" } } },
          },
        },
      },
      choice("QID2", { DisplayLogic: ofChoice("QID1#1", "2/1") }),
    ],
  );
  expect(questions.slice(0, 2)).toMatchObject([
    {
      type: "matrix_radio",
      code: "Q1#1",
      title: "About your ways\nHow often?",
      subTitles: [{ text: "Bus" }, { text: "Train" }],
    },
    { type: "matrix_text", code: "Q1#2", title: "About your ways\nWhy?", options: [{ text: "Reason" }] },
  ]);
  expect(report).toEqual([
    "Q1: has become another kind of question: SBS: a matrix for each column",
    "Q1#1: has become another kind of question: Matrix Likert DL: matrix of single choices, without lists",
  ]);
  expect(definition.logic.rules).toMatchObject([
    {
      kind: "show",
      when: { kind: "choice", question: questions[0]?.id, part: questions[0]?.subTitles[1]?.id },
    },
  ]);
  expect(JSON.stringify(definition.translations)).toContain("Wege\\nWie oft?");
});
