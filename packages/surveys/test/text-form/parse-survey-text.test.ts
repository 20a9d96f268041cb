import { describe, expect, it, test } from "vitest";
import { parseSurveyText, type TextSurvey } from "../../src/text-form/parse-survey-text.ts";

/** The survey that a text says. @throws Error when it is refused */
function read(text: string): TextSurvey {
  const parsed = parseSurveyText(text);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.survey;
}

function problemsOf(text: string): readonly (readonly [number, string])[] {
  const parsed = parseSurveyText(text);
  return parsed.ok ? [] : parsed.problems.map(({ line, message }) => [line, message] as const);
}

const question = (text: string) => questionsOf(`Title\n\n\n\n${text}`)[0]?.[0];
const questionsOf = (text: string) => read(text).pages.map(({ questions }) => questions);

describe("a survey text", () => {
  it("has title, introduction and a paragraph for each question", () => {
    const survey = read(
      "午餐调查\n\n请花一分钟。\n谢谢！\n\n您满意吗？[单选题][必答](最近一周)\n满意\n不满意\n\n还想说什么？[多行文本题][选答]",
    );
    expect(survey).toMatchObject({
      title: "午餐调查",
      prefix: "请花一分钟。\n谢谢！",
      pages: [
        {
          questions: [
            {
              type: "radio",
              title: "您满意吗？",
              description: "最近一周",
              required: true,
              options: [{ text: "满意" }, { text: "不满意" }],
            },
            { type: "textarea", title: "还想说什么？", required: false },
          ],
        },
      ],
    });
  });

  it.each([
    ["a second empty line", "Title\n\n\n\n1. Q1\nA\nB"],
    ["a first paragraph that names a type", "Title\n\n1. Q1[单选题]\nA\nB"],
  ])("has no introduction after %s", (_name, text) => {
    expect(read(text)).toMatchObject({
      prefix: "",
      pages: [{ questions: [{ type: "radio", title: "1. Q1" }] }],
    });
  });

  it("may be a title alone, or end after the introduction", () => {
    expect(read("Title")).toEqual({ title: "Title", prefix: "", pages: [] });
    expect(read("Title\n\nWelcome\n")).toEqual({ title: "Title", prefix: "Welcome", pages: [] });
  });

  it("has blanks inside options, as in other places wherever two underscores or more stand together", () => {
    expect(question("Q[多选题]\n价格\n其他____\n每周__次_左右\n\\_\\_")).toMatchObject({
      options: [
        { text: "价格", has_blanks: false },
        { text: "其他____", has_blanks: true },
        { text: "每周____次_左右", has_blanks: true },
        { text: "__", has_blanks: false },
      ],
    });
    expect(question("Q[下拉题]\n其他____")).toMatchObject({ options: [{ text: "其他____" }] });
  });

  it("has a linked choice as its levels and the paths through them", () => {
    expect(question("地区[联动题]\n省 市\n浙江 + 杭州\n浙江+宁波\n上海")).toMatchObject({
      type: "chained_selects",
      levels: ["省", "市"],
      paths: [["浙江", "杭州"], ["浙江", "宁波"], ["上海"]],
    });
    expect(question("Call me[Phone Number][Optional]")).toMatchObject({ type: "phone", required: false });
  });

  it("may have any line ends and any space around its lines", () => {
    const text = "Title\n\n\n\nQ1[Dropdown]\nA\nB\n\nQ2[Ranking]\nC\nD";
    for (const end of ["\r\n", "\r", "  \n\t"]) expect(read(text.replaceAll("\n", end))).toEqual(read(text));
  });

  it("is divided into pages", () => {
    const text =
      "Title\n\n\n\nQ1[单行文本题]\n\n=== 分页 ===\n\nQ2[Single Line Text]\n\n==== page break ====\n\nQ3[Location]";
    expect(questionsOf(text).map((questions) => questions.map(({ title }) => title))).toEqual([
      ["Q1"],
      ["Q2"],
      ["Q3"],
    ]);
  });

  it("is divided into pages by lines that have no empty lines around them", () => {
    const text =
      "Title\n\nHello\n\nQ1[单选题]\nA\nB\n=== Page Break ===\nQ2[Dropdown]\nC\n\\=== Page Break ===\nD";
    expect(read(text)).toMatchObject({ prefix: "Hello" });
    expect(questionsOf(text)).toMatchObject([
      [{ title: "Q1", options: [{ text: "A" }, { text: "B" }] }],
      [{ title: "Q2", options: [{ text: "C" }, { text: "=== Page Break ===" }, { text: "D" }] }],
    ]);
  });
});

describe("a question of a survey text", () => {
  test.each([
    ["Q[多选题]\nA\nB", { type: "checkbox", options: [{ text: "A" }, { text: "B" }] }],
    ["Q[Multiple Choice][Optional]\nA", { type: "checkbox", required: false }],
    ["Q[下拉题]\nA", { type: "select" }],
    ["Q[排序题]\nA\nB", { type: "sort" }],
    ["Q[量表题]", { type: "star", star_begin_num: 1, star_num: 5 }],
    ["Q[Rating Scale]\n0~10", { type: "star", star_begin_num: 0, star_num: 10 }],
    ["Q[量表题]\n1～7", { type: "star", star_begin_num: 1, star_num: 7 }],
    ["Q[NPS题]", { type: "nps" }],
    [
      "Q[多项填空题]\n姓名：____\nPhone ___ Mail ____",
      {
        type: "blanks",
        blanks: [{ text: "姓名：" }, { text: "Phone" }, { text: "Mail" }],
      },
    ],
    [
      "Q[矩阵单选题]\n好 一般　差\n味道\n服务",
      {
        type: "matrix_radio",
        options: [{ text: "好" }, { text: "一般" }, { text: "差" }],
        sub_titles: [{ text: "味道" }, { text: "服务" }],
      },
    ],
    ["Q[Matrix Multiple Choice]\nA B\nRow 1", { type: "matrix_checkbox", sub_titles: [{ text: "Row 1" }] }],
    ["Q[矩阵量表题]\n1~5\n味道", { type: "matrix_star", star_num: 5, sub_titles: [{ text: "味道" }] }],
    ["Q[日期时间题]", { type: "datetime" }],
    ["Q[地址题]", { type: "address" }],
    ["Q[附件题]", { type: "upload" }],
    ["Read this first.[段落说明]", { type: "description", title: "Read this first." }],
    ["Q[ single choice ]\nA", { type: "radio" }],
  ])("%j", (text, expected) => {
    expect(question(text)).toMatchObject(expected);
  });

  test.each([
    ["[scale] of the company\nA", "[scale] of the company", ""],
    ["Q[scale]\nA", "Q[scale]", ""],
    ["Q (a, b)\nA", "Q", "a, b"],
    ["Q((a) b)\nA", "Q", "(a) b"],
    ["See [the rules](https://example.com/a)\nA", "See [the rules](https://example.com/a)", ""],
    [
      "See [the rules](https://example.com/a)[单选题]([here](b))\nA",
      "See [the rules](https://example.com/a)",
      "[here](b)",
    ],
    ["Q[必答][单选题]\nA", "Q", ""],
    ["Q\\[单选题\\]\nA", "Q[单选题]", ""],
    ["Q \\(a\\)\nA", "Q (a)", ""],
    ["C:\\new\\\\n\nA", "C:\\new\\n", ""],
    ["two\\\nlines[单选题]\nA", "two\nlines", ""],
    ["(all of it)\nA", "(all of it)", ""],
  ])("%j has the title %j and the description %j", (text, title, description) => {
    expect(question(text)).toMatchObject({ type: "radio", title, description });
  });
});

describe("a survey text that is refused says every line and what is wrong", () => {
  test.each([
    ["", [[1, /at least 1|too small|>=1/i]]],
    ["T\n\n\n\nQ[单选题]", [[5, /needs its options/]]],
    ["T\n\n\n\nQ[Fax][Optional]", [[5, /no type has the name in the brackets/]]],
    [
      "T\n\n\n\nQ[滑块]\n\nR[单行文本题]\nA\nB",
      [
        [5, /no type has the name in the brackets/],
        [8, /no lines of its own/],
      ],
    ],
    ["T\n\n\n\nQ[量表题]\n3~1", [[6, /such as 1~5/]]],
    ["T\n\n\n\nQ[量表题]\n1~11", [[6, /such as 1~5/]]],
    ["T\n\n\n\nQ[量表题]\n1~5\n1~7", [[7, /one line/]]],
    ["T\n\n\n\nQ[多项填空题]\nName: ____\nPhone", [[7, /label and its blank/]]],
    ["T\n\n\n\nQ[多项填空题]\n____", [[6, /label and its blank/]]],
    ["T\n\n\n\nQ[联动题]\n省 市", [[5, /titles of its levels/]]],
    ["T\n\n\n\nQ[联动题]\n省 市\n浙江+", [[7, /nothing on one side/]]],
    ["T\n\n\n\nQ[联动题]\n省 市\n浙江+杭州+西湖", [[7, /3 parts, but there are 2 levels/]]],
    ["T\n\n\n\nQ[联动题]\n省 市\n浙江+杭州\n浙江", [[8, /goes on from where another ends/]]],
    ["T\n\n\n\nQ\nA\\_\\_ ____\nB", [[6, /four underscores/]]],
    ["", [[1, /must have at least 1 character$/]]],
    [
      "T\n\n\n\nQ[单选题]\nA\nB\nA\n\nQ[滑块]\n\nQ[矩阵单选题]\nx y\nr\nr",
      [
        [8, /two options say the same/],
        [10, /no type has the name/],
        [15, /two rows say the same/],
      ],
    ],
    [
      "T\n\n\n\nQ[多项填空题]\nA: ____\nA: ____\n\nQ[量表题]\n3~9",
      [
        [7, /two blanks have the same label/],
        [10, /a scale runs/],
      ],
    ],
    [
      "T\n\n\n\nQ[联动题]\na b\nA+B\nA+C\nA+B\nA\nD+E",
      [
        [9, /a path is there twice/],
        [10, /a path is there twice/],
      ],
    ],
    ["T\n\n\n\nQ[联动题]\na b c\nA+B\nA+B+C\nD", [[8, /goes on from where another ends/]]],
    ["T\n\n\n\nQ[单行文本题]\n\n=== 分页 ===", [[7, /^a page needs a question$/]]],
    ["T\n\n\n\nQ[手机题]\n1", [[6, /no lines of its own/]]],
    ["T\n\n\n\nQ[多项填空题]", [[5, /needs its blanks/]]],
    ["T\n\n\n\nQ[矩阵单选题]\nA B", [[5, /needs a line with its columns/]]],
    ["T\n\n\n\nQ\nA\nB\nA", [[8, /two options say the same/]]],
    ["T\n\n\n\nQ\nA\n\n=== 分页 ===\n\n=== 分页 ===\n\nR\nA", [[8, /./]]],
    ["T\n\n\n\nQ\nA\n\n=== 分页 ===", [[8, /./]]],
    [`T\n\n\n\nQ\n${"x".repeat(501)}\nB`, [[6, /500/]]],
    [`${"t".repeat(1001)}\n\n\n\nQ\nA`, [[1, /1000/]]],
    ["T\n\n\n\nQ\0\nA", [[5, /NUL/]]],
    ["T\n\nWelcome\0\n\nQ\nA", [[3, /NUL/]]],
  ] as const)("%j", (text, expected) => {
    const problems = problemsOf(text);
    expect(problems.map(([line]) => line)).toEqual(expected.map(([line]) => line));
    for (const [at, [, message]] of problems.entries()) expect(message).toMatch(expected[at]?.[1] ?? /^$/);
  });

  // What takes time that grows with the square of the length does not end within the time limit of a test.
  it.each(["(", "[", "\\", "_ ", "[](", "Q\n\n", "===\n", "\\\n"])("also when it is long: %j", (unit) => {
    expect(problemsOf(unit.repeat(100_000)).length).toBeGreaterThan(0);
  });
});

describe("a code", () => {
  it("stands in brackets behind a title, an option, a column, a row or the name of a blank", () => {
    const text = `Lunch



Dish[#dish][Single Choice](today)
Soup [#1]
Other ____[#9]

Rate[Matrix Single Choice][＃rate]
Good[#g] Bad[#b]
Soup[#s]

You[Multiple Blanks]
Name[#n] ____ Age[#a] ____`;
    const parsed = parseSurveyText(text);
    expect(parsed).toMatchObject({ ok: true, notes: [] });
    expect(parsed.ok && parsed.survey.pages[0]?.questions).toMatchObject([
      {
        title: "Dish",
        code: "dish",
        description: "today",
        options: [
          { text: "Soup", code: "1" },
          { text: "Other ____", code: "9", has_blanks: true },
        ],
      },
      {
        code: "rate",
        options: [
          { text: "Good", code: "g" },
          { text: "Bad", code: "b" },
        ],
        sub_titles: [{ text: "Soup", code: "s" }],
      },
      {
        blanks: [
          { text: "Name", code: "n" },
          { text: "Age", code: "a" },
        ],
      },
    ]);
  });

  it("of another question or part, or too long, is refused with its place", () => {
    const long = "x".repeat(61);
    const text = `Lunch\n\n\n\nA[Single Choice][#a]\nSoup[#1]\nSalad[#1]\n\nB[Single Line Text][#b]\n\nC[Single Line Text][#b]\n\nD[Single Line Text][#${long}]`;
    const parsed = parseSurveyText(text);
    expect(parsed.ok ? [] : parsed.problems).toEqual([
      { line: 7, column: 1, message: "has the code of another one" },
      { line: 11, column: 1, message: "[#b] is the code of another question" },
      { line: 13, column: 1, message: expect.stringContaining("60") },
    ]);
  });

  it("is text where a backslash stands before it, and where nothing else is", () => {
    const parsed = parseSurveyText("Lunch\n\n\n\nDish[Single Choice]\nSoup\\[#1]\n[#2]\nPart [x]");
    expect(parsed.ok && parsed.survey.pages[0]?.questions).toMatchObject([
      { options: [{ text: "Soup[#1]" }, { text: "[#2]" }, { text: "Part [x]" }] },
    ]);
  });
});
