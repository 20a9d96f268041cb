import { describe, expect, it } from "vitest";
import { utils, write } from "xlsx";
import { printRules } from "../../src/logic/rule-text/print-rule.ts";
import { languagesOf, surveyIn } from "../../src/languages/translate-survey.ts";
import { exampleFile, importContent } from "./support/import-example.ts";

type Imported = ReturnType<typeof importContent>;

function rulesOf({ definition }: Imported): readonly string[] {
  return printRules(definition.logic.rules, definition.pages);
}

function titlesIn({ definition }: Imported, language: string): readonly string[] {
  return surveyIn(definition, language).pages.flatMap(({ questions }) => questions.map(({ title }) => title));
}

function lss(
  ...tables: readonly (readonly [string, readonly Readonly<Record<string, string | number>>[]])[]
) {
  const xml = tables.map(([table, rows]) => {
    const cells = rows.map((row) =>
      Object.entries(row)
        .map(([name, value]) => `<${name}>${value}</${name}>`)
        .join(""),
    );
    return `<${table}><rows>${cells.map((cell) => `<row>${cell}</row>`).join("")}</rows></${table}>`;
  });
  return importContent(`<document><LimeSurveyDocType>Survey</LimeSurveyDocType>${xml.join("")}</document>`);
}

function workbook(rows: readonly object[]) {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.json_to_sheet([...rows]), "survey");
  return importContent(new Uint8Array(write(book, { type: "array", bookType: "xlsx" })));
}

function form(more: object) {
  return importContent(
    JSON.stringify({
      fields: [
        {
          ref: "town",
          type: "dropdown",
          title: "In *which town* do you live, on snake_case_street?",
          properties: { choices: [{ label: "Near" }, { label: "Far" }] },
        },
        { ref: "way", type: "short_text", title: "How do you come?" },
        { ref: "more", type: "short_text", title: "Anything else?" },
      ],
      ...more,
    }),
  );
}

function ending(title: string): string {
  return form({ thankyou_screens: [{ ref: "default_tys", title }] }).definition.suffix;
}

describe("a file of LimeSurvey", () => {
  it("may name a question by its number, unless another one has this as its code", () => {
    const question = { parent_qid: 0, gid: 1, type: "Y", sid: 9 };
    const relevance = 'Q7.NAOK == "Y"';
    const file = (code: string) =>
      lss(
        ["groups", [{ gid: 1, group_order: 1, group_name: "" }]],
        [
          "questions",
          [
            { ...question, qid: 7, title: "tea", question_order: 1 },
            { ...question, qid: 8, title: code, question_order: 2 },
            { ...question, qid: 9, title: "cup", question_order: 3, relevance },
          ],
        ],
      );
    expect(rulesOf(file("milk"))).toEqual(["if Q1 = A1 then show Q3"]);
    expect(rulesOf(file("Q7"))).toEqual(["if Q2 = A1 then show Q3"]);
  });

  it("may have answers without numbers of their own, and texts that are missing in a language", () => {
    const texts = { qid: 7, help: "" };
    const made = lss(
      ["surveys", [{ sid: 9, language: "en", additional_languages: "es" }]],
      ["languages", []],
      [
        "surveys_languagesettings",
        [
          { surveyls_language: "en", surveyls_title: "Tea" },
          { surveyls_language: "es", surveyls_title: "" },
        ],
      ],
      ["groups", [{ gid: 1, group_order: 1, group_name: "" }]],
      ["questions", [{ qid: 7, parent_qid: 0, gid: 1, type: "L", title: "cup" }]],
      ["question_l10ns", [{ ...texts, question: "Which?", language: "en" }]],
      [
        "answers",
        [
          { qid: 7, code: "a", sortorder: 1 },
          { qid: 7, code: "b", sortorder: 2 },
        ],
      ],
      [
        "answer_l10ns",
        [
          { qid: 7, code: "a", answer: "Green", language: "en" },
          { qid: 7, code: "b", answer: "Black", language: "en" },
        ],
      ],
    );
    expect(made.questions[0]?.options.map(({ code, text }) => [code, text])).toEqual([
      ["a", "Green"],
      ["b", "Black"],
    ]);
  });

  it("of an earlier version that has no text in a language has its own one there, and no code", () => {
    const row = { qid: 7, parent_qid: 0, gid: 1, type: "S", title: "cup" };
    const group = { gid: 1, group_order: 1 };
    const xml = lss(
      ["surveys", [{ language: "en" }]],
      [
        "groups",
        [
          { ...group, group_name: "Tea", language: "en" },
          { ...group, group_name: "Té", language: "es" },
        ],
      ],
      [
        "questions",
        [
          { ...row, question: "Which cup?", language: "en" },
          { ...row, question: "", language: "es" },
        ],
      ],
    );
    expect(titlesIn(xml, "en")).toEqual(["Tea", "Which cup?"]);
  });
});

describe("a workbook of XLSForm", () => {
  it("has labels without a language as its own texts, beside those with one", () => {
    const made = workbook([
      { type: "text", name: "a", label: "Your name?", "label::German": "Ihr Name?" },
      { type: "text", name: "b", label: "Your age?", "label::German": "" },
    ]);
    expect(languagesOf(made.definition)).toEqual(["en", "de"]);
    expect(titlesIn(made, "en")).toEqual(["Your name?", "Your age?"]);
    expect(titlesIn(made, "de")).toEqual(["Ihr Name?", "Your age?"]);
  });

  it("has its first language as its own where few labels are without one", () => {
    const made = workbook([
      { type: "text", name: "a", label: "", "label::German": "Ihr Name?" },
      { type: "text", name: "b", label: "Age", "label::German": "Ihr Alter?" },
    ]);
    expect(titlesIn(made, "de")).toEqual(["Ihr Name?", "Ihr Alter?"]);
  });
});

it("a file of SurveyJS may have a value and a text of a choice in one", () => {
  const made = importContent(
    JSON.stringify({
      elements: [
        { type: "radiogroup", name: "phone", choices: ["y|Yes", "n|No", "|"] },
        { type: "text", name: "maker", visibleIf: "{phone} = 'y'" },
      ],
    }),
  );
  expect(made.questions[0]?.options.map(({ text }) => text)).toEqual(["Yes", "No", "|"]);
  expect(rulesOf(made)).toEqual(["if Q1 = A1 then show Q2"]);
});

it("a file of Formbricks may have languages that it does not list", () => {
  const question = { id: "a", type: "openText", headline: { default: "Why?", fr: "Pourquoi ?" } };
  const made = importContent(JSON.stringify({ name: "Reasons", endings: [], questions: [question] }));
  expect(languagesOf(made.definition)).toEqual(["en", "fr"]);
  expect(titlesIn(made, "fr")).toEqual(["Pourquoi ?"]);
});

describe("a form of Typeform", () => {
  it("jumps by what a choice of a dropdown says, also where choices have no names", () => {
    const vars = [
      { type: "field", value: "town" },
      { type: "constant", value: "Far" },
    ];
    const details = { to: { type: "field", value: "more" } };
    const actions = [{ action: "jump", details, condition: { op: "equal", vars } }];
    expect(rulesOf(form({ logic: [{ type: "field", ref: "town", actions }] }))).toEqual([
      "if Q1 = A2 then branch from Q1 to Q3",
    ]);
  });

  it("has its titles without the marks of bold and italic type, which are named", () => {
    const { questions, report } = form({ settings: {} });
    expect(questions[0]?.title).toBe("In which town do you live, on snake_case_street?");
    expect(report.filter((line) => line.includes("formatting is left out"))).toHaveLength(1);
  });

  it("keeps its ending where its author wrote it, and not what the system writes", () => {
    expect(ending("See you on *Monday*")).toBe("See you on Monday");
    expect(ending("All done! Thanks for your time.")).toBe("");
  });
});

describe("a file of Qualtrics", () => {
  const choices = { 1: { Display: "Bread" }, 2: { Display: "Other", TextEntry: "true" } };
  const file = (flow: readonly object[], question: object) =>
    importContent(
      JSON.stringify({
        SurveyEntry: { SurveyName: "Food" },
        SurveyElements: [
          {
            Element: "BL",
            Payload: [
              { ID: "BL_1", Description: "Food", BlockElements: [{ Type: "Question", QuestionID: "QID1" }] },
            ],
          },
          { Element: "FL", Payload: { Flow: flow } },
          {
            Element: "SQ",
            PrimaryAttribute: "QID1",
            Payload: {
              QuestionID: "QID1",
              DataExportTag: "food",
              QuestionText: "?",
              Choices: choices,
              ...question,
            },
          },
        ],
      }),
    ).report;
  const block = { Type: "Block", ID: "BL_1" };

  it("with a text beside a row or in a list names it", () => {
    const answers = { Answers: { 1: { Display: "Good" } } };
    const matrix = { QuestionType: "Matrix", Selector: "Likert", SubSelector: "SingleAnswer", ...answers };
    expect(file([block], matrix)).toEqual(["food: TextEntry: Other is left out"]);
    expect(file([block], { QuestionType: "MC", Selector: "DL" })).toEqual(["QID1: blank: Other is left out"]);
  });

  it("that asks a block twice names it", () => {
    const question = { QuestionType: "MC", Selector: "SAVR" };
    expect(file([block, block], question)).toEqual(["Food: flow: the same block again is left out"]);
  });
});

it("a form of Google jumps by a question without a number of its own", () => {
  const options = [{ value: "Yes", goToSectionId: "end" }, { value: "No" }];
  const made = importContent(
    JSON.stringify({
      info: { title: "Guests" },
      items: [
        {
          itemId: "a",
          title: "Here?",
          questionItem: { question: { choiceQuestion: { type: "RADIO", options } } },
        },
        { itemId: "b", title: "Why not", pageBreakItem: {} },
        { itemId: "end", title: "End", pageBreakItem: {} },
      ],
    }),
  );
  expect(rulesOf(made)).toEqual(["if Q1 = A1 then branch from P1 to P3"]);
});

it("a file of LimeSurvey may ask for numbers in several fields; whole numbers, and an order that is not here, are named", () => {
  const made = lss(
    ["groups", [{ gid: 1, group_order: 1, group_name: "" }]],
    [
      "questions",
      [
        { qid: 7, parent_qid: 0, gid: 1, type: "Q", title: "cups", question: "How many?", question_order: 1 },
        { qid: 8, parent_qid: 0, gid: 1, type: "N", title: "age", question: "How old?", question_order: 2 },
      ],
    ],
    ["subquestions", [{ qid: 9, parent_qid: 7, title: "a", question: "Small" }]],
    [
      "question_attributes",
      [
        { qid: 7, attribute: "numbers_only", value: 1 },
        { qid: 7, attribute: "random_order", value: 1 },
        { qid: 8, attribute: "num_value_int_only", value: 1 },
      ],
    ],
  );
  expect(made.questions).toMatchObject([{ blank_setting: [{ validate: "number" }] }, { validate: "number" }]);
  expect(made.report).toEqual([
    "cups: random_order = 1 is left out",
    "age: num_value_int_only = 1 is left out",
  ]);
});

it("an example in an empty field is kept where a question of its type has one, and named for others", () => {
  const placeholder = "Such as\ntea";
  const surveyJs = importContent(
    JSON.stringify({
      elements: [
        { type: "comment", name: "a", placeholder },
        { type: "dropdown", name: "b", choices: ["x"], placeholder },
      ],
    }),
  );
  expect(surveyJs.questions).toMatchObject([{ placeholder: "Such as tea" }, { type: "select" }]);
  expect(surveyJs.report).toEqual(["b: placeholder is left out"]);
  const questions = [
    { id: "a", type: "openText", headline: "A", placeholder: { default: placeholder, fr: "Du thé" } },
    { id: "b", type: "nps", headline: "B", placeholder: { default: "no" } },
  ];
  const formbricks = importContent(JSON.stringify({ name: "F", endings: [], questions }));
  expect(formbricks.questions).toMatchObject([{ placeholder: "Such as tea" }, {}]);
  expect(formbricks.report).toEqual(["B: placeholder: no is left out"]);
  const question = { qid: 7, parent_qid: 0, gid: 1, type: "S", title: "cup", question: "Which?" };
  const limeSurvey = lss(
    ["groups", [{ gid: 1, group_order: 1, group_name: "" }]],
    ["questions", [question]],
    ["question_attributes", [{ qid: 7, attribute: "placeholder", value: "Green" }]],
  );
  expect(limeSurvey.questions).toMatchObject([{ placeholder: "Green" }]);
  expect(limeSurvey.report).toEqual([]);
});

it("a styling of Formbricks that the survey does not show is named", () => {
  const survey = JSON.parse(exampleFile("formbricks.json").toString()) as { data: object };
  const styling = { overwriteThemeStyling: false, brandColor: { light: "#6d28d9" } };
  const made = importContent(JSON.stringify({ ...survey.data, styling }));
  expect(made.definition.theme?.color).not.toBe("#6d28d9");
  expect(made.report).toContain('styling.brandColor: {"light":"#6d28d9"} is left out');
});

it("a ranking of SurveyJS counts its choices where respondents pick them", () => {
  const ranking = { type: "ranking", choices: ["a", "b"], maxSelectedChoices: 1 };
  const elements = [
    { ...ranking, name: "all" },
    { ...ranking, name: "best", selectToRankEnabled: true },
  ];
  const made = importContent(JSON.stringify({ elements }));
  expect(made.questions).toMatchObject([{ maxlength: 0 }, { maxlength: 1 }]);
  expect(made.report).toEqual(["all: maxSelectedChoices is left out"]);
});
