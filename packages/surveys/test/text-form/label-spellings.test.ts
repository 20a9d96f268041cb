import { describe, expect, it, test } from "vitest";
import { questionTypeDefinitions } from "../../src/question-types/question-types.ts";
import { parseSurveyText } from "../../src/text-form/parse-survey-text.ts";

function read(text: string) {
  const parsed = parseSurveyText(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return { ...parsed, questions: parsed.survey.pages.flatMap(({ questions }) => questions) };
}

const body = "\nA\nB\nC";

describe("a question of a survey text", () => {
  it.each([
    ["M[多选]", {}],
    ["M【多选题】", {}],
    ["M〔多选题〕", {}],
    ["M〖多选题〗", {}],
    ["M［多选］", {}],
    ["M[多选题】", {}],
    ["M[多选题][必填]", { required: true }],
    ["M[必填][多选题]", { required: true }],
    ["M【多选题】【选填】", { required: false }],
    ["M[多选题，选填]", { required: false }],
    ["M[多选题 可选]", { required: false }],
    ["M[多选题][1~3]", { min_choices: 1, max_choices: 3 }],
    ["M[2-3][多选题]", { min_choices: 2, max_choices: 3 }],
    ["M[多选题][最多2项]", { max_choices: 2 }],
    ["M[Checkboxes][at least 2]", { min_choices: 2 }],
    ["M[多选题]*", { required: true }],
    ["M*[多选题]", { required: true }],
    ["* M[多选题]", { required: true }],
    ["M[多选题]（说明）", { description: "说明" }],
    ["M[Multiple Choice](one or two)[Optional]", { required: false, description: "one or two" }],
    ["[多选题]M", {}],
    ["【多选】M", {}],
    ["[必填][多选题] M", { required: true }],
    ["M（多选题）", {}],
    ["M (select all that apply) (of this week)", { description: "of this week" }],
    ["M[Multiple Choices]", {}],
    ["M[Checkbox]", {}],
    ["M[ MULTI-SELECT question ]", {}],
    ["M[checkbox]", {}],
  ])("is a multiple choice with the title M when it says %s", (line, fields) => {
    const { questions, notes } = read(`T\n\n\n\n${line}${body}`);
    expect(questions).toMatchObject([{ type: "checkbox", title: "M", description: "", ...fields }]);
    expect(notes).toEqual([]);
  });

  it.each([
    ["1. [多选题] M", "1. M"],
    ["2、【多选】M", "2、 M"],
    ["M[多选题]？", "M？"],
    ["5*[多选题]", "5*"],
    ["**M**[多选题]", "**M**"],
    ["M (2025) [多选题]", "M (2025)"],
    ["M（一周内）[多选题]", "M（一周内）"],
  ])("keeps what is no label in its title: %s", (line, title) => {
    const { questions, notes } = read(`T\n\n\n\n${line}${body}`);
    expect([questions[0]?.type, questions[0]?.title, notes]).toEqual(["checkbox", title, []]);
  });

  it("has its scale in brackets or below", () => {
    for (const text of ["M[量表题][0~10]", "M[评分][必填]\n0~10", "M[Rating][0-10]*"])
      expect(read(`T\n\n\n\n${text}`).questions).toMatchObject([
        { type: "star", title: "M", star_begin_num: 0, star_num: 10, required: true },
      ]);
  });

  test("has every label that is printed, in both kinds of brackets", () => {
    const lines = "\nA B\nC+D".split("\n");
    for (const [type, { labels }] of Object.entries(questionTypeDefinitions))
      for (const label of Object.values(labels)) {
        const parsed = parseSurveyText(`T\n\n\n\nM【${label}】${lines.join("\n")}`);
        const problems = parsed.ok ? [] : parsed.problems.map(({ message }) => message);
        expect(problems.join(), type).not.toMatch(/no type has the name/);
      }
  });
});

describe("brackets that say nothing known", () => {
  it.each([
    ["M[scale]", "[scale]"],
    ["M【滑块题】[必填]", "[滑块题]"],
    ["M[单选题][滑块]", "[滑块]"],
    ["M[单选题][1~3]", "[1~3]"],
    ["M[单选题][多选题]", "[单选题]"],
    ["M[单选题] of today", "[单选题]"],
  ])("stay text and are named with their place: %s", (line, named) => {
    const { questions, notes } = read(`T\n\n\n\nFirst[下拉题]\nA\n\n${line}${body}`);
    expect(questions[1]?.title).toContain(named.slice(1, -1));
    const column = line.indexOf(named.slice(1, -1)) + 1;
    expect(notes).toEqual([{ line: 8, column, message: expect.stringContaining(named) }]);
  });

  it("are named with their column in the line as it was sent, with its indent and its backslashes", () => {
    const line = "  1. M \\[a\\] of \\(b\\) [scale]";
    const [note] = read(`T\n\n\n\n${line}${body}`).notes;
    expect(note).toMatchObject({ line: 5, column: line.indexOf("scale") + 1 });
  });

  it.each([
    "See [the rules](https://example.com/a)",
    "[scale] of the company",
    "M \\[scale\\]",
    "M[单选题](see [here](https://example.com/a))",
  ])("are not meant by links, starts of titles and escapes: %s", (line) => {
    expect(read(`T\n\n\n\n${line}${body}`).notes).toEqual([]);
  });
});

describe("the first question", () => {
  it.each([
    "How much?[Slider]\n0 to 100",
    "哪些？【多选题】\nA\nB",
    "1. 哪些？\nA\nB",
    "[多选]M\nA",
    "M[必填]\nA",
  ])("is not lost into the introduction: %j", (first) => {
    const { survey, questions } = read(`T\n\n${first}\n\nAnything else?[Open Text]`);
    expect(survey.prefix).toBe("");
    expect(questions).toHaveLength(2);
    expect(questions[1]).toMatchObject({ type: "textarea", title: "Anything else?" });
  });

  it("is named where there is none", () => {
    const { survey, notes } = read("T\n\nDid you like it?\nYes\nNo");
    expect(survey.prefix).toBe("Did you like it?\nYes\nNo");
    expect(notes).toMatchObject([{ line: 3 }]);
  });

  it("is refused, and not an introduction, where its brackets are unknown and nothing stands below", () => {
    expect(parseSurveyText("T\n\nHow much?[Slider]\n\nWhy?[Open Text]")).toMatchObject({
      ok: false,
      problems: [{ line: 3 }],
    });
  });
});

it("a text with brackets of several kinds has the questions that its author wrote", () => {
  const text = `月会反馈

谢谢参加。

您听了哪些部分？【多选题】
开场
展示

第几次来？[单选]
第一次
不止一次

还想听什么？[多选题][必填]
技术
设计

会再来吗？[必答][单选题]
会
不会

Which evening?[Multiple Choices]
Tuesday
Friday

Which time?[Multiple Choice](at least one)[Required]
Early
Late`;
  const { survey, questions, notes } = read(text);
  expect(survey.prefix).toBe("谢谢参加。");
  expect(questions.map(({ type, title }) => [type, title])).toEqual([
    ["checkbox", "您听了哪些部分？"],
    ["radio", "第几次来？"],
    ["checkbox", "还想听什么？"],
    ["radio", "会再来吗？"],
    ["checkbox", "Which evening?"],
    ["checkbox", "Which time?"],
  ]);
  expect(notes).toEqual([]);
});

test.each(["M[多选题][3~1]", "M[多选题][4~5]", "M[量表题][3~9]", "M[量表题][1~5]\n1~7"])(
  "counts that cannot be are refused: %s",
  (line) => {
    const parsed = parseSurveyText(`T\n\n\n\n${line}${line.includes("多选") ? body : ""}`);
    expect(parsed).toMatchObject({ ok: false, problems: [{ line: 5 }] });
  },
);
