import { randomBytes } from "node:crypto";
import { describe, expect, it } from "vitest";
import { checkLogic } from "../../../src/logic/check-logic.ts";
import { visibleQuestions } from "../../../src/logic/visible-questions.ts";
import type { QuestionType } from "../../../src/model/question.ts";
import { importSurveyJs } from "../../../src/imports/surveyjs/import-survey-js.ts";

function imported(json: object, language: "en" | "zh-CN" = "en") {
  const made = importSurveyJs(JSON.stringify(json), { language, randomBytes });
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  const questions = made.definition.pages.flatMap((page) => page.questions);
  return { ...made, questions };
}

const one = (element: object) => imported({ title: "T", elements: [{ name: "q", title: "Q", ...element }] });

describe("a survey of SurveyJS", () => {
  it("may take choices from a question of a panel that repeats", () => {
    const { questions } = imported({
      elements: [
        {
          type: "paneldynamic",
          name: "p",
          templateElements: [{ type: "radiogroup", name: "a", choices: ["x", "y"] }],
        },
        { type: "checkbox", name: "b", choicesFromQuestion: "a" },
      ],
    });
    expect(questions[1]?.options.map(({ text }) => text)).toEqual(["x", "y"]);
  });

  it.each<[QuestionType, object, object]>([
    ["text", { type: "text", maxLength: 20 }, { maxlength: 20 }],
    ["text", { type: "text", inputType: "number" }, { validate: "number" }],
    ["text", { type: "text", inputType: "email" }, { validate: "email" }],
    ["phone", { type: "text", inputType: "tel" }, {}],
    ["datetime", { type: "text", inputType: "date" }, {}],
    ["textarea", { type: "comment", rows: 6 }, { rows: "6" }],
    [
      "radio",
      { type: "radiogroup", choices: ["a", { value: 2, text: "two" }] },
      { options: [{ text: "a" }, { text: "two" }] },
    ],
    ["select", { type: "dropdown", choices: ["a"] }, { options: [{ text: "a" }] }],
    [
      "checkbox",
      { type: "checkbox", choices: ["a", "b"], hasNone: true, minSelectedChoices: 1, maxSelectedChoices: 2 },
      {
        minlength: 1,
        maxlength: 2,
        options: [{ exclusive: false }, {}, { text: "None of these", exclusive: true }],
      },
    ],
    ["sort", { type: "ranking", choices: ["a", "b"] }, { options: [{ text: "a" }, { text: "b" }] }],
    ["radio", { type: "boolean" }, { options: [{ text: "Yes" }, { text: "No" }] }],
    [
      "star",
      { type: "rating", rateMin: 0, rateMax: 10, minRateDescription: "bad" },
      { starBeginNum: 0, starNum: 10, starShowCustomStart: "bad" },
    ],
    [
      "radio",
      { type: "rating", rateMin: 3, rateMax: 5 },
      { options: [{ text: "3" }, { text: "4" }, { text: "5" }] },
    ],
    [
      "matrix_radio",
      { type: "matrix", columns: ["x", "y"], rows: ["r"] },
      { options: [{ text: "x" }, { text: "y" }], subTitles: [{ text: "r" }] },
    ],
    [
      "blanks",
      { type: "multipletext", items: [{ name: "a", title: "A" }, { name: "b" }] },
      { blank_setting: [{ text: "A" }, { text: "b" }] },
    ],
    [
      "upload",
      { type: "file", acceptedTypes: ".pdf,image/png", maxSize: 2048 },
      { file_type_limit: ["pdf", "png"], file_size_limit: 2 },
    ],
    [
      "description",
      { type: "html", title: undefined, isRequired: undefined, html: "Read this" },
      { title: "Read this" },
    ],
  ])("has a %s for %j", (type, element, fields) => {
    const { questions, losses } = one({ isRequired: true, ...element });
    expect(questions).toMatchObject([{ type, required: type !== "description", ...fields }]);
    expect(losses).toEqual([]);
  });

  it("keeps the text of another option as a blank, also of a list", () => {
    const { questions } = one({ type: "dropdown", choices: ["a"], showOtherItem: true, otherText: "Else" });
    const [question] = questions;
    expect(question?.type).toBe("radio");
    const blank = question?.blank_setting[0];
    expect(question?.options[1]?.text).toBe(`Else ____{${blank?.id}}`);
    expect(blank).toMatchObject({ type: "option", attach_id: question?.options[1]?.id });
  });

  it("has its texts in the language of the import", () => {
    const title = { default: "Lunch", "zh-cn": "午餐" };
    const json = { title, elements: [{ type: "boolean", name: "q" }] };
    expect(imported(json, "zh-CN").definition.title).toBe("午餐");
    expect(imported(json, "zh-CN").questions[0]?.options.map(({ text }) => text)).toEqual(["是", "否"]);
    expect(imported(json).definition.title).toBe("Lunch");
    expect(imported(json).losses).toEqual([]);
  });

  it("shows and hides by its conditions, those of panels and pages too", () => {
    const { definition, questions, losses } = imported({
      title: "T",
      pages: [
        {
          name: "p1",
          elements: [
            { type: "radiogroup", name: "colour", choices: ["red", "green"] },
            { type: "checkbox", name: "with", choices: ["milk", "sugar"] },
            { type: "rating", name: "mark", visibleIf: "{colour} = 'red' or {with} contains 'milk'" },
            {
              type: "panel",
              name: "p",
              visibleIf: "{colour} <> 'red'",
              elements: [{ type: "text", name: "why", visibleIf: "{with} notempty" }],
            },
          ],
        },
        { name: "p2", visibleIf: "{mark} >= 4", elements: [{ type: "text", name: "last" }] },
      ],
    });
    expect(losses).toEqual([]);
    expect(checkLogic(definition).filter(({ isError }) => isError)).toEqual([]);
    const [colour, withs, mark, why, last] = questions.map(({ id }) => id);
    const [red, green] = questions[0]?.options.map(({ id }) => id) ?? [];
    const shown = (values: object) => [...visibleQuestions(definition, values as never, {})];
    expect(shown({})).toEqual([colour, withs]);
    expect(shown({ [`${colour}`]: [red] })).toEqual([colour, withs, mark]);
    expect(shown({ [`${colour}`]: [red], [`${mark}`]: "4" })).toEqual([colour, withs, mark, last]);
    const milk = questions[1]?.options[0]?.id;
    expect(shown({ [`${colour}`]: [green], [`${withs}`]: [milk] })).toEqual([colour, withs, mark, why]);
  });

  it("has the questions of a panel that repeats once, under the conditions on its first panel", () => {
    const { definition, questions, losses } = imported({
      title: "T",
      elements: [
        {
          type: "paneldynamic",
          name: "children",
          title: "Children",
          panelCount: 2,
          templateElements: [
            { type: "text", name: "age", inputType: "number", isRequired: true },
            { type: "text", name: "school", visibleIf: "{panel.age} > 5" },
          ],
        },
        { type: "text", name: "age", title: "Own age" },
        { type: "text", name: "teen", visibleIf: "{children[0].age} > 12" },
        { type: "text", name: "second", visibleIf: "{children[1].age} > 12" },
      ],
    });
    expect(questions.map(({ type, title, required }) => [type, title, required])).toEqual([
      ["description", "Children", false],
      ["text", "age", true],
      ["text", "school", false],
      ["text", "Own age", false],
      ["text", "teen", false],
      ["text", "second", false],
    ]);
    const [heading, first, school, own, teen, second] = questions.map(({ id }) => id);
    const shown = (values: object) => [...visibleQuestions(definition, values as never, {})];
    expect(shown({ [`${own}`]: "40" })).toEqual([heading, first, own, second]);
    expect(shown({ [`${first}`]: "6" })).toEqual([heading, first, school, own, second]);
    expect(shown({ [`${first}`]: "13" })).toEqual([heading, first, school, own, teen, second]);
    expect(losses.map(({ at, code, what }) => `${at}: ${code} ${what}`)).toEqual([
      "children (Children): setting panelCount",
      ": setting code age",
      "second: condition {children[1].age} > 12",
      "children: setting repeat of age, school",
    ]);
  });

  it("lists everything that is not carried over, and keeps the rest", () => {
    const { questions, losses } = imported({
      title: "T",
      showProgressBar: "top",
      triggers: [{ type: "complete" }],
      elements: [
        { type: "signaturepad", name: "sign", title: "Sign here" },
        { type: "matrixdynamic", name: "m", columns: [{ name: "a" }, { name: "b" }] },
        { type: "text", name: "t", title: "T", validators: [{ type: "regex" }], visibleIf: "age({x}) > 3" },
        { type: "radiogroup", name: "r", choices: [{ value: "a", visibleIf: "{t} = 1" }] },
        { type: "html", name: "h", html: "<b>Bold</b> words" },
        { type: "panel", name: "p", state: "collapsed", elements: [{ type: "paneldynamic", name: "d" }] },
      ],
    });
    expect(questions.map(({ type, title }) => [type, title])).toEqual([
      ["text", "T"],
      ["radio", "r"],
      ["description", "Bold words"],
    ]);
    expect(losses.map(({ at, code, what }) => `${at}: ${code} ${what}`)).toEqual([
      "sign (Sign here): type signaturepad",
      "m: type matrixdynamic: a, b",
      "t (T): check regex",
      "r: setting choices.visibleIf",
      "h: format html",
      "p: setting state",
      "T: setting triggers: complete",
      "T: setting showProgressBar",
      "t (T): condition age({x}) > 3",
      "d: setting repeat",
    ]);
  });

  it.each(["", "[]", "1", "{", "{}"])("is refused when it is %j", (text) => {
    const made = importSurveyJs(text, { language: "en", randomBytes });
    expect(made).toMatchObject({ ok: false, problems: [expect.anything()] });
  });
});

describe("what SurveyJS would not read either", () => {
  it.each([
    [{ pages: "x", elements: [] }, "pages"],
    [{ elements: [{ type: "text", name: "a" }, 1, null] }, "elements"],
    [{ pages: [null] }, "pages"],
  ])("is listed: %j", (json, what) => {
    expect(imported({ title: "T", ...json }).losses).toEqual([{ at: "T", code: "setting", what }]);
  });

  it.each(["[]", "null", "1"])("is refused when it is no object: %s", (text) => {
    expect(importSurveyJs(text, { language: "en", randomBytes })).toEqual({
      ok: false,
      problems: [{ path: [], message: "must be an object" }],
    });
  });
});

function numberColumns() {
  return [
    { name: "1", title: "Hours", inputType: "number" },
    { name: "2", inputType: "number" },
  ];
}

describe("a matrixdropdown of SurveyJS", () => {
  const matrix = { type: "matrixdropdown", name: "m", rows: ["1", { value: "2", text: "Tuesday" }] };

  it("whose cells are texts is a matrix of texts, with the codes of its rows and columns", () => {
    const { questions, losses, definition } = imported({
      elements: [
        { ...matrix, cellType: "text", columns: numberColumns() },
        { type: "text", name: "why", visibleIf: "{m.2.1} > 8" },
      ],
    });
    expect(losses).toEqual([]);
    expect(questions[0]).toMatchObject({
      type: "matrix_text",
      validate: "number",
      options: [{ code: "1", text: "Hours" }, { code: "2" }],
      subTitles: [{ code: "1" }, { code: "2", text: "Tuesday" }],
    });
    expect(checkLogic(definition)).toEqual([]);
    expect(definition.logic.rules).toMatchObject([{ when: { kind: "number", is: ">", value: 8 } }]);
  });

  it("whose cells are anything else is left out, and named", () => {
    const { questions, losses } = imported({ elements: [{ ...matrix, columns: numberColumns() }] });
    expect(questions).toEqual([]);
    expect(losses).toMatchObject([{ at: "m", code: "type", what: "matrixdropdown" }]);
  });

  it("several texts take numbers where their items do", () => {
    const items = [{ name: "a", inputType: "number" }, { name: "b" }];
    const { questions } = imported({ elements: [{ type: "multipletext", name: "t", items }] });
    expect(questions[0]?.blank_setting.map(({ validate }) => validate)).toEqual(["number", ""]);
  });
});
