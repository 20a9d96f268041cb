import { randomBytes } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import { checkLogic } from "../../../src/logic/check-logic.ts";
import { visibleQuestions } from "../../../src/logic/visible-questions.ts";
import type { AnswerValues } from "../../../src/model/answer-values.ts";
import { importSurveyJs } from "../../../src/imports/surveyjs/import-survey-js.ts";

function imported(json: object, language: "en" | "zh-CN" = "en") {
  const made = importSurveyJs(JSON.stringify(json), { language, randomBytes });
  if (!made.ok) throw new Error(JSON.stringify(made.problems));
  const questions = made.definition.pages.flatMap((page) => page.questions);
  return { ...made, questions, lost: made.losses.map(({ at, code, what }) => `${at}: ${code} ${what}`) };
}

function idIn(list: readonly { readonly id: string; readonly text: string }[], text: string): string {
  return list.find((part) => part.text === text)?.id ?? "";
}

const elements = (...list: readonly object[]) => imported({ title: "T", elements: list });

describe("a survey of SurveyJS", () => {
  it("keeps or names everything that its author wrote", () => {
    const { definition, questions, lost } = imported({
      title: "Visit",
      locale: "de",
      completedHtml: "<h2>Thanks {guest}</h2><p>It was &euro;3 &amp; worth it</p>",
      showPrevButton: false,
      pages: [
        {
          name: "start",
          elements: [
            { type: "text", name: "guest", title: { en: "Your name", de: "Ihr Name" } },
            { type: "text", name: "office", title: "For us", visible: false },
            { type: "panel", name: "closed", visible: false, elements: [{ type: "comment", name: "inner" }] },
            {
              type: "radiogroup",
              name: "weather",
              title: "The weather, {guest}?",
              choicesOrder: "asc",
              choices: [
                { value: 1, text: "wet" },
                { value: 2, text: "dry" },
                { value: 3, text: "as {guest} likes it" },
              ],
            },
            { type: "text", name: "hour", inputType: "time" },
            { type: "text", name: "since", inputType: "month" },
            { type: "html", name: "hint", html: "<p>1&nbsp;&lt;&nbsp;2</p><script>let x = 1</script>" },
            { type: "text", name: "soon", visibleIf: "{then} = 'yes'" },
            { type: "radiogroup", name: "then", choices: ["yes", "no"] },
            { type: "comment", name: "wetter", visibleIf: "{weather} <= 2" },
          ],
        },
      ],
    });
    expect(definition.suffix).toBe("Thanks {guest}\nIt was €3 & worth it");
    expect(questions.map(({ title, hidden }) => [title, hidden])).toEqual([
      ["Ihr Name", false],
      ["For us", true],
      ["inner", true],
      ["The weather, {guest}?", false],
      ["hour", false],
      ["since", false],
      ["1 < 2", false],
      ["soon", false],
      ["then", false],
      ["wetter", false],
    ]);
    expect(questions[3]?.options.map(({ text }) => text)).toEqual(["as {guest} likes it", "dry", "wet"]);
    expect(lost.toSorted()).toEqual(
      [
        "Visit: format completedHtml",
        "Visit: piping {guest}",
        "Visit: setting showPrevButton",
        "hint: format html",
        "hint: setting html: <script>",
        "hour: setting inputType: time",
        "since: setting inputType: month",
        "soon: condition {then} = 'yes'",
        "weather (The weather, {guest}?): piping {guest}",
        "weather (The weather, {guest}?): piping {guest}",
      ].toSorted(),
    );
    expect(definition.logic.rules).toHaveLength(1);
  });

  it("keeps all questions but those that cannot be one here, which are named as their author named them", () => {
    const { questions, lost } = elements(
      { type: "text", name: "fine" },
      { type: "dropdown", name: "town", choicesByUrl: { url: "https://towns.example/all" } },
      { type: "checkbox", name: "again", choicesFromQuestion: "pair" },
      { type: "dropdown", name: "floor", choicesMin: 1, choicesMax: 30 },
      { type: "radiogroup", name: "none" },
      { type: "radiogroup", name: "many", choices: Array.from({ length: 201 }, (_, at) => at) },
      {
        type: "radiogroup",
        name: "pair",
        choices: [
          { value: 1, text: "equal" },
          { value: 2, text: "equal" },
        ],
      },
      { type: "text", name: "long", title: "x".repeat(1001) },
      { type: "comment", name: "unless", visibleIf: "{fine} = ''" },
    );
    expect(questions.map(({ title, options }) => [title.slice(0, 6), options.length])).toEqual([
      ["fine", 0],
      ["again", 2],
      ["floor", 30],
      ["pair", 2],
      ["xxxxxx", 0],
      ["unless", 0],
    ]);
    expect(questions[3]?.options.map(({ text }) => text)).toEqual(["equal", "equal (2)"]);
    expect(lost.map((line) => line.replaceAll(/x{9,}/g, "x…"))).toEqual([
      "town: question has its choices from an address",
      "none: question needs options",
      "many: question options must have at most 200 entries",
      "pair: repeated equal",
      "long (x…): length title",
    ]);
  });

  it("names settings of every kind that it does not know, also where they are false or 0", () => {
    const { lost } = elements(
      {
        type: "text",
        name: "a",
        autocomplete: false,
        size: 0,
        maxLength: -1,
        required: "yes",
        isRequired: "yes",
      },
      { type: "rating", name: "b", rateType: "stars", displayMode: "buttons", rateMin: "1" },
      {
        type: "checkbox",
        name: "c",
        choices: ["x"],
        hasSelectAll: true,
        maxSelectedChoices: 1.5,
        hasOther: false,
      },
      { type: "ranking", name: "d", choices: ["x"], hasOther: true },
      {
        type: "matrix",
        name: "e",
        columns: ["x"],
        rows: [{ value: "r", visibleIf: "{a} = 1" }],
        isAllRowRequired: true,
      },
      { type: "file", name: "f", acceptedTypes: ".pdf,text/x-odd", storeDataAsText: false },
    );
    expect(lost).toEqual([
      "a: setting autocomplete",
      "a: setting size",
      "a: setting maxLength",
      "a: setting required",
      "a: setting isRequired",
      "b: setting rateType",
      "b: setting displayMode",
      "b: setting rateMin",
      "c: setting hasSelectAll",
      "c: setting maxSelectedChoices",
      "d: setting hasOther",
      "e: setting rows.visibleIf",
      "e: setting isAllRowRequired",
      "f: setting acceptedTypes: .pdf,text/x-odd",
      "f: setting storeDataAsText",
    ]);
  });

  it("has as many pages, panels, rules and questions as there can be, and names the rest", () => {
    const pages = Array.from({ length: 52 }, (_, at) => ({
      name: `p${at}`,
      elements: [{ type: "text", name: `q${at}` }],
    }));
    expect(imported({ pages }).lost).toEqual(["p50: limit pages: 50", "p51: limit pages: 50"]);
    const many = Array.from({ length: 201 }, (_, at) => ({ type: "text", name: `q${at}` }));
    expect(elements(...many).lost).toEqual(["q199: limit elements: 199", "q200: limit elements: 199"]);
    let panel: object = { type: "text", name: "deep" };
    for (let depth = 12; depth > 0; depth -= 1)
      panel = { type: "panel", name: `n${depth}`, elements: [panel] };
    expect(elements(panel).lost).toEqual(["n11: limit panel: 10"]);
  });

  it("has the titles of its pages and panels as paragraphs", () => {
    const made = imported({
      pages: [
        { name: "p", title: "Part one", description: "Short", elements: [{ type: "text", name: "a" }] },
      ],
    });
    expect(made.questions).toMatchObject([
      { type: "description", title: "Part one", description: "Short" },
      {},
    ]);
    expect(made.lost).toEqual([]);
  });
});

describe("a condition of SurveyJS", () => {
  const base = [
    { type: "radiogroup", name: "size", choices: [1, 2, 3] },
    { type: "checkbox", name: "with", choices: ["milk", "sugar", "ice"] },
    { type: "matrix", name: "dishes", columns: ["good", "bad"], rows: ["soup", "cake"] },
    { type: "multipletext", name: "you", items: [{ name: "age" }, { name: "town" }] },
    { type: "text", name: "word" },
    { type: "boolean", name: "ok" },
  ];
  type Values = Readonly<Record<string, unknown>>;

  type Questions = ReturnType<typeof elements>["questions"];

  /** Whether a question under a condition is shown for each of some answers, given by the texts of SurveyJS. */
  function shownFor(visibleIf: string, answers: readonly Values[]) {
    const { definition, questions, lost } = elements(...base, { type: "comment", name: "last", visibleIf });
    expect(lost).toEqual([]);
    expect(checkLogic(definition).filter(({ isError }) => isError)).toEqual([]);
    const last = questions.at(-1)?.id ?? "";
    return answers.map((answer) => visibleQuestions(definition, valuesOf(questions, answer), {}).has(last));
  }

  function valuesOf(questions: Questions, answer: Values) {
    const entries = Object.entries(answer).map(([name, value]) => {
      const question = questions.find(({ title }) => title === name);
      if (question === undefined) throw new Error(name);
      return [question.id, valueOf(question, value)];
    });
    return Object.fromEntries(entries) as AnswerValues;
  }

  function valueOf(question: Questions[number], value: unknown): unknown {
    if (Array.isArray(value)) return value.map((text) => idIn(question.options, String(text)));
    if (typeof value === "object" && value !== null) return partsOf(question, value);
    return question.options.length === 0 ? value : [idIn(question.options, String(value))];
  }

  function partsOf({ type, options, subTitles, blank_setting: blanks }: Questions[number], value: object) {
    const members = Object.entries(value).map(([part, text]) => [
      idIn([...subTitles, ...blanks], part),
      type === "blanks" ? text : [idIn(options, String(text))],
    ]);
    return Object.fromEntries(members);
  }

  it.each<[string, Values, Values]>([
    ["{size} <= 2", { size: 2 }, { size: 3 }],
    ["{size} > 1 && {size} < 3", { size: 2 }, { size: 1 }],
    ["2 <= {size}", { size: 3 }, { size: 1 }],
    ["{size} = 1 || {word} = 'x'", { word: "x" }, { size: 2 }],
    ["!({size} = 1)", { size: 2 }, { size: 1 }],
    ["not {size} = 1 and {word} notempty", { word: "a" }, { size: 1, word: "a" }],
    ["{with} allof ['milk', 'ice']", { with: ["milk", "sugar", "ice"] }, { with: ["milk"] }],
    ["{with} anyof ['milk', 'ice']", { with: ["ice"] }, { with: ["sugar"] }],
    ["{with} noneof ['milk']", { with: ["ice"] }, { with: ["milk", "ice"] }],
    ["{with} = ['milk', 'ice']", { with: ["ice", "milk"] }, { with: ["milk", "sugar", "ice"] }],
    ["{with} notcontains 'milk'", { with: ["ice"] }, { with: ["milk"] }],
    ["{dishes.soup} = 'good'", { dishes: { soup: "good" } }, { dishes: { cake: "good" } }],
    ["{dishes.cake} notempty", { dishes: { cake: "bad" } }, { dishes: { soup: "bad" } }],
    ["{you.age} >= 18", { you: { age: "20" } }, { you: { age: "7" } }],
    ["{you.town} contains 'ham'", { you: { town: "Hamburg" } }, { you: { town: "Rome" } }],
    ["{word} = ''", {}, { word: "x" }],
    ["{word} != ''", { word: "x" }, {}],
    ["{ok} = true", { ok: "Yes" }, { ok: "No" }],
  ])("is said as a rule: %s", (visibleIf, shown, hidden) => {
    expect(shownFor(visibleIf, [shown, hidden])).toEqual([true, false]);
  });

  it.each([
    "age({word}) > 3",
    "{size} + 1 = 2",
    "{unknown} = 1",
    "{size} = 4",
    "{dishes.fish} = 'good'",
    "{panel.word} = 1",
    "{you} = 'x'",
    "{size} =",
    "({size} = 1",
    "{size} = 1)",
    "(".repeat(500_000),
    "!".repeat(500_000),
    `${"{size} = 1 and ".repeat(5000)}{size} = 2`,
    "{last} = 'x'",
  ])("is named where no rule can say it: %.40s", (visibleIf) => {
    const { lost, definition } = elements(...base, { type: "comment", name: "last", visibleIf });
    expect(lost).toEqual([`last: condition ${visibleIf.slice(0, 500).trim()}`]);
    expect(definition.logic.rules).toEqual([]);
  });
});

describe("the texts of SurveyJS", () => {
  it.each([
    ["<b>a</b> &amp; b<br>c", "a & b\nc"],
    ["1 < 2 and 3 > 2", "1 < 2 and 3 > 2"],
    ["a<!-- b > c -->d", "a d"],
    ["<style>p { color: red }</style>x<SCRIPT>y</script >z", "x z"],
    ["<script>never closed", "q"],
    ["&#8364;&#x20AC;&nope;&#0;", "€€&nope;&#0;"],
    ["<".repeat(200), "<".repeat(200)],
  ])("are read out of HTML: %j", (html, text) => {
    expect(elements({ type: "html", name: "q", html }).questions[0]?.title).toBe(text);
  });

  it.each([
    ["<", 1_000_000],
    ["<script>", 100_000],
    ["<!--", 200_000],
    ["&#", 400_000],
    ["{", 500_000],
    ["{a", 300_000],
  ])("take no longer the more there is of %s", (unit, count) => {
    expect(elements({ type: "html", name: "q", html: unit.repeat(count) }).questions).toHaveLength(1);
  });

  it("are those of the language that the survey names", () => {
    const title = { default: "Lunch", de: "Mittag", "zh-cn": "午餐" };
    for (const [locale, text] of [
      ["de", "Mittag"],
      ["de-AT", "Mittag"],
      ["fr", "Lunch"],
      ["zh-cn", "午餐"],
    ])
      expect(imported({ title, locale, elements: [] }).definition.title).toBe(text);
  });
});

describe("what is not a survey of SurveyJS is refused by name", () => {
  test.each([
    [{ SurveyEntry: {}, SurveyElements: [] }, /Qualtrics/],
    [{ title: "T", fields: [], settings: {} }, /Typeform/],
    [{ formId: "1", info: {}, items: [] }, /Google Forms/],
    [{ name: "N", questions: [{ headline: { default: "H" } }] }, /Formbricks/],
    [{ data: { questions: [], endings: [] } }, /Formbricks/],
    [{ title: "T", pages: [{ questions: [{ type: "radio", title: "Q", options: [] }] }] }, /this platform/],
    [{ title: "T" }, /neither pages nor elements/],
  ])("%j", (json, message) => {
    const made = importSurveyJs(JSON.stringify(json), { language: "en", randomBytes });
    expect(made).toMatchObject({
      ok: false,
      problems: [{ path: [], message: expect.stringMatching(message) }],
    });
  });

  test.each([
    ["<?xml version='1.0'?><document/>", /XML/],
    [`{"elements":${"[".repeat(1000)}${"]".repeat(1000)}}`, /nested too deep/],
  ])("%.30s", (text, message) => {
    const made = importSurveyJs(text, { language: "en", randomBytes });
    expect(made).toMatchObject({ ok: false, problems: [{ message: expect.stringMatching(message) }] });
  });
});
