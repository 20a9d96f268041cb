import { describe, expect, it } from "vitest";
import { utils, write } from "xlsx";
import { exampleFile, importContent } from "./support/import-example.ts";

type Members = Record<string, unknown>;

function example(name: string): Members {
  return JSON.parse(exampleFile(name).toString()) as Members;
}

function imported(survey: object) {
  return importContent(JSON.stringify(survey));
}

/** A form of Typeform with buttons in a colour. */
function themed(button: string) {
  return imported({ ...example("typeform.json"), theme: { colors: { button } } });
}

/** What becomes of a question of LimeSurvey with a regular expression, and what is named of it. */
function withPattern(pattern: string) {
  const title = "<title><![CDATA[name]]></title>";
  const lss = exampleFile("limesurvey.lss").toString();
  const made = importContent(lss.replace(title, `${title}<preg><![CDATA[${pattern}]]></preg>`));
  return {
    question: made.questions.find(({ code }) => code === "name"),
    named: made.report.filter((line) => line.includes("less strictly")),
  };
}

describe("the look that a file has is kept", () => {
  it("the main colour and corners of Typeform, Formbricks, SurveyJS and Qualtrics, and the rest of the look is named", () => {
    const typeform = imported({
      ...example("typeform.json"),
      theme: { colors: { button: "#0B5D66", question: "#333" }, font: "Arial", rounded_corners: "large" },
    });
    expect(typeform.definition.theme).toMatchObject({
      color: "#0b5d66",
      corners: "round",
      pacing: "questions",
    });
    expect(typeform.report).toContain("theme.colors.question: #333 is left out");
    expect(typeform.report).toContain("theme.font: Arial is left out");
    const { data } = example("formbricks.json");
    const styling = {
      overwriteThemeStyling: true,
      brandColor: { light: "#6d28d9" },
      roundness: 0,
      cardBackgroundColor: { light: "#eee" },
    };
    const formbricks = imported({ data: { ...(data as object), styling } });
    expect(formbricks.definition.theme).toMatchObject({ color: "#6d28d9", corners: "square" });
    expect(formbricks.report).toContain('styling.cardBackgroundColor: {"light":"#eee"} is left out');
    const surveyJs = imported({
      ...example("surveyjs.json"),
      theme: {
        cssVariables: { "--sjs-primary-backcolor": "rgba(71, 85, 105, 1)", "--sjs-font-size": "13px" },
      },
    });
    expect(surveyJs.definition.theme).toMatchObject({ color: "#475569" });
    expect(surveyJs.report.join()).toContain("theme: --sjs-font-size is left out");
    const qsf = example("qualtrics.qsf");
    const skin = { Skin: { overrides: { colors: { primary: "#2a7030", secondary: "#fff" } } } };
    const options = { Element: "SO", Payload: skin };
    const qualtrics = imported({
      ...qsf,
      SurveyElements: [...(qsf["SurveyElements"] as object[]), options],
    });
    expect(qualtrics.definition.theme).toMatchObject({ color: "#2a7030" });
    expect(qualtrics.report).toContain("Skin.overrides.colors.secondary: #fff is left out");
  });

  it("a colour that cannot be read on the pages is shown with more contrast, which is named; one that is none is named", () => {
    const pale = themed("#ffee00");
    expect(pale.definition.theme?.color).toBe("#ffee00");
    expect(pale.report.join()).toMatch(/the main colour is shown with more contrast: #ffee00 → #[0-9a-f]{6}/);
    const none = themed("url(javascript:alert(1))");
    expect(none.definition.theme?.color).toBe("#0b5d66");
    expect(none.report).toContain("theme.colors.button: url(javascript:alert(1)) is left out");
  });

  it("a colour, a radius or a theme that is not understood is named", () => {
    const typeform = (theme: unknown) => imported({ ...example("typeform.json"), theme }).report;
    expect(typeform("https://api.typeform.com/themes/1")).toContain(
      "theme: https://api.typeform.com/themes/1 is left out",
    );
    expect(typeform({ rounded_corners: "constructor", colors: "red" })).toEqual(
      expect.arrayContaining([
        "theme.rounded_corners: constructor is left out",
        "theme.colors: red is left out",
      ]),
    );
    const { data } = example("formbricks.json");
    const brandColor = { light: "red", dark: "#fff" };
    const styling = { overwriteThemeStyling: true, brandColor, roundness: "8px" };
    const formbricks = imported({ data: { ...(data as object), styling } }).report;
    for (const named of ["brandColor.light: red", "brandColor.dark: #fff", "roundness: 8px"])
      expect(formbricks).toContain(`styling.${named} is left out`);
    const cssVariables = { "--sjs-primary-backcolor": "var(--brand)", "--sjs-corner-radius": "1rem" };
    const surveyJs = imported({ ...example("surveyjs.json"), theme: { cssVariables } }).report.join("\n");
    for (const named of Object.keys(cssVariables)) expect(surveyJs).toContain(`theme: ${named} is left out`);
  });
});

function form(...rows: readonly (readonly string[])[]) {
  const book = utils.book_new();
  const heads = ["type", "name", "label", "constraint", "parameters"];
  utils.book_append_sheet(book, utils.aoa_to_sheet([heads, ...rows.map((row) => [...row])]), "survey");
  const choices = [["list_name", "name", "label"], ...["a", "b", "c"].map((name) => ["c", name, name])];
  utils.book_append_sheet(book, utils.aoa_to_sheet(choices), "choices");
  return importContent(new Uint8Array(write(book, { type: "array", bookType: "xlsx" })));
}

/** A survey of Qualtrics with one question. */
function asked(settings: object, kind: object) {
  const payload = {
    QuestionID: "QID1",
    DataExportTag: "q",
    QuestionText: "?",
    Validation: { Settings: settings },
    ...kind,
  };
  const block = { ID: "BL_1", BlockElements: [{ Type: "Question", QuestionID: "QID1" }] };
  return imported({
    SurveyEntry: { SurveyName: "S" },
    SurveyElements: [
      { Element: "BL", Payload: [block] },
      { Element: "SQ", Payload: payload },
    ],
  });
}

describe("what a file checks of answers", () => {
  it("is kept of XLSForm where questions here check it, and named where they check less", () => {
    const { questions, report } = form(
      ["text", "short", "Short", "string-length(.) <= 20"],
      ["text", "mail", "Mail", "regex(., '^[^@]+@[^@]+\\.[^@]+$') and string-length(.) < 100"],
      ["select_multiple c", "some", "Some", "count-selected(.) >= 1 and count-selected(.) <= 2"],
      ["integer", "age", "Age", ". >= 18 and . <= 99"],
      ["range", "mark", "Mark", "", "start=1 end=5 step=1"],
      ["range", "part", "Part", "", "start=0 end=1 step=0.1"],
      ["range", "ten", "Ten", "", "end=7, seed=3"],
    );
    expect(questions).toMatchObject([
      { type: "text", maxlength: 20, validate: "" },
      { type: "text", maxlength: 99, validate: "email" },
      { type: "checkbox", minlength: 1, maxlength: 2 },
      { type: "text", validate: "number" },
      { type: "star", starBeginNum: 1, starNum: 5 },
      { type: "text", validate: "number" },
      { type: "star", starBeginNum: 1, starNum: 7 },
    ]);
    expect(report.filter((line) => line.includes("less strictly"))).toEqual([
      "mail: answers are checked less strictly than by: regex(., '^[^@]+@[^@]+\\.[^@]+$') and string-length(.) < 100",
      "age: answers are checked less strictly than by: integer",
      "age: answers are checked less strictly than by: . >= 18 and . <= 99",
    ]);
    expect(report).toContain("part: parameters: start=0 end=1 step=0.1 is left out");
    expect(report).toContain("ten: parameters: , seed=3 is left out");
  });

  it("is kept of the validators of SurveyJS and the rules of Formbricks likewise", () => {
    const surveyJs = imported({
      elements: [
        { type: "text", name: "mail", validators: [{ type: "email" }] },
        { type: "text", name: "age", validators: [{ type: "numeric", minValue: 18 }] },
        { type: "comment", name: "why", validators: [{ type: "text", maxLength: 30 }] },
        {
          type: "checkbox",
          name: "some",
          choices: ["a", "b", "c"],
          validators: [{ type: "answercount", minCount: 1, maxCount: 2 }],
        },
      ],
    });
    expect(surveyJs.questions).toMatchObject([
      { validate: "email" },
      { validate: "number" },
      { maxlength: 30 },
      { minlength: 1, maxlength: 2 },
    ]);
    expect(surveyJs.report).toEqual(["age: answers are checked less strictly than by: numeric minValue 18"]);
    const rules = [
      { type: "email" },
      { type: "maxLength", params: { max: 50 } },
      { type: "minLength", params: { min: 3 } },
    ];
    const formbricks = imported({
      data: {
        name: "F",
        endings: [],
        questions: [
          {
            id: "m",
            type: "openText",
            headline: { default: "Mail?" },
            required: false,
            validation: { rules },
          },
        ],
      },
    });
    expect(formbricks.questions).toMatchObject([{ type: "text", validate: "email", maxlength: 50 }]);
    expect(formbricks.report).toEqual([
      'Mail?: answers are checked less strictly than by: minLength {"min":3}',
    ]);
  });

  it.each([
    ["^.{1,30}$", { maxlength: 30 }, true],
    ["^.{3,30}$", { maxlength: 30 }, false],
    ["^.{5}$", { maxlength: 5 }, false],
    [".{3,30}", { maxlength: 0 }, false],
    ["^.{3,30}", { maxlength: 0 }, false],
    ["^.{3,}$", { maxlength: 0 }, false],
    ["^.{0}$", { maxlength: 0 }, false],
    ["^[^@]+@[^@]+\\.[^@]+$", { validate: "email" }, false],
    ["^[\\w.+-]+@(?:[\\w-]+\\.)+(?:com|org)$", { validate: "email" }, false],
    ["\\w+([-+.']\\w+)*@\\w+([-.]\\w+)*\\.\\w+([-.]\\w+)*", { validate: "email" }, false],
    [
      '^(([^<>()[\\]\\.,;:\\s@"]+(\\.[^<>()[\\]\\.,;:\\s@"]+)*)|(".+"))@((\\[[0-9]{1,3}\\.[0-9]{1,3}\\])|(([a-zA-Z\\-0-9]+\\.)+[a-zA-Z]{2,}))$',
      { validate: "email" },
      false,
    ],
    ["^[^@]+@[^@]+$", { validate: "" }, false],
    ["^@\\w+$", { validate: "" }, false],
    ["^@\\w+\\.\\w+$", { validate: "" }, false],
    ["^[^@]+$", { validate: "" }, false],
    ["^\\w+@\\w+(\\.\\w+)?$", { validate: "" }, false],
    ["^(?!.*[@.]).+$", { validate: "" }, false],
    ["^(?=a@b\\.c).+$", { validate: "" }, false],
    ["^\\w+@\\w+\\.\\w+$|^none$", { validate: "" }, false],
    ["^(\\w+@\\w+\\.\\w+|none)$", { validate: "" }, false],
    ["^[A-Z]+$", { validate: "" }, false],
    [`^${"(".repeat(100)}@`, { validate: "" }, false],
  ])(
    "is kept of the regular expression %s, which asks for a mail address or a length: %j",
    (pattern, kept, isWhole) => {
      const { question, named } = withPattern(`/${pattern}/`);
      expect(question).toMatchObject(kept);
      expect(named).toEqual(isWhole ? [] : [`name: answers are checked less strictly than by: /${pattern}/`]);
    },
  );

  it("asks for no more choices than there are, and no more than are allowed; what asks for them is named", () => {
    const choices = ["a", "b", "c"];
    const { questions, report } = imported({
      elements: [
        { type: "checkbox", name: "many", choices, minSelectedChoices: 4, maxSelectedChoices: 2 },
        { type: "checkbox", name: "none", choices, minSelectedChoices: 3, maxSelectedChoices: 2 },
        {
          type: "checkbox",
          name: "two",
          choices,
          validators: [{ type: "answercount", minCount: 2, maxCount: 9 }],
        },
      ],
    });
    expect(questions.map(({ minlength = 0, maxlength }) => [minlength, maxlength])).toEqual([
      [0, 2],
      [0, 2],
      [2, 0],
    ]);
    expect(report).toEqual([
      "many: answers are checked less strictly than by: minSelectedChoices 4",
      "none: answers are checked less strictly than by: minSelectedChoices 3",
      "two: answers are checked less strictly than by: answercount minCount 2, maxCount 9",
    ]);
    const typeform = example("typeform.json");
    const fields = typeform["fields"] as Members[];
    const rooms = fields.find(({ ref }) => ref === "rooms");
    Object.assign(rooms?.["validations"] ?? {}, { min_selection: 7 });
    expect(imported(typeform).report).toContain(
      "Which rooms do you like?: answers are checked less strictly than by: min_selection: 7",
    );
  });

  it("is named of LimeSurvey and Qualtrics where a question of its type cannot check it", () => {
    const attributes = [
      ["101", "max_answers", "3"],
      ["103", "maximum_chars", "30000"],
    ].map(
      ([qid, name, value]) =>
        `<row><qid>${qid}</qid><attribute>${name}</attribute><value>${value}</value></row>`,
    );
    const lss = exampleFile("limesurvey.lss")
      .toString()
      .replace("<question_attributes>\n  <rows>", `$&${attributes.join("")}`);
    expect(importContent(lss).report).toContain(
      "why: answers are checked less strictly than by: maximum_chars: 30000",
    );
    const password = asked(
      { ContentType: "ValidPhone", MaxChars: "20" },
      { QuestionType: "TE", Selector: "PW" },
    );
    expect(password.questions).toMatchObject([{ type: "phone" }]);
    expect(password.report).toEqual([
      "q: has become another kind of question: TE PW: one line of text, which is shown",
      "q: answers are checked less strictly than by: MaxChars: 20",
    ]);
    const short = asked(
      { MaxChars: "20", ContentType: "ValidEmail" },
      { QuestionType: "TE", Selector: "SL" },
    );
    expect(short.questions).toMatchObject([{ maxlength: 20, validate: "email" }]);
    expect(short.report).toEqual([]);
    const long = asked(
      { MaxChars: "20", ContentType: "ValidNumber" },
      { QuestionType: "TE", Selector: "ML" },
    );
    expect(long.questions).toMatchObject([{ type: "textarea", maxlength: 20 }]);
    expect(long.report).toEqual(["q: answers are checked less strictly than by: ContentType: ValidNumber"]);
  });
});

describe("quotas, scores, calculations and repeats are carried and named", () => {
  it("with the limit of a quota, the points of choices, the words of a calculation, and the questions of a repeat", () => {
    const lss = exampleFile("limesurvey.lss").toString();
    expect(importContent(lss).report).toContain("quota: Cars (50) is left out");
    const qsf = example("qualtrics.qsf");
    const elements = qsf["SurveyElements"] as { Element: string; Payload: Members }[];
    const first = elements.find(({ Element }) => Element === "SQ");
    Object.assign(first?.Payload ?? {}, { GradingData: [{ ChoiceID: "1", Grades: { SC_1: "3" } }] });
    expect(imported(qsf).report.join()).toContain("is not calculated: score: GradingData 1=3");
    const { report } = imported({
      calculatedValues: [{ name: "twice", expression: "{a} * 2" }],
      triggers: [{ type: "setvalue", setToName: "b", expression: "{a} = 1" }],
      elements: [
        { type: "text", name: "a" },
        { type: "paneldynamic", name: "children", templateElements: [{ type: "text", name: "age" }] },
        { type: "expression", name: "sum", expression: "{a} + 1" },
      ],
    });
    expect(report).toEqual([
      "sum: is not calculated: {a} + 1",
      "is not calculated: twice = {a} * 2",
      "is not calculated: setvalue b {a} = 1",
      "children: repeat of age is left out",
    ]);
  });
});
