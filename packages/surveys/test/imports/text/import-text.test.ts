import { expect, it } from "vitest";
import { exampleFile, importContent, problemOf, questionTitled } from "../support/import-example.ts";

it("a document of Word becomes pages, questions and options by its numbers, letters and bullets", () => {
  const { source, definition, questions, report } = importContent(exampleFile("questionnaire.docx"));
  expect(source).toBe("Word or text");
  expect(definition).toMatchObject({
    title: "A day at the museum",
    prefix: "Thank you for two minutes.",
    suffix: "Thank you!",
  });
  expect(definition.pages).toHaveLength(2);
  expect(questionTitled(questions, "How did you come")).toMatchObject({
    title: "How did you come?",
    type: "radio",
    required: true,
    options: [{ text: "By bus" }, { text: "On foot" }, { noRandom: true }],
  });
  expect(questionTitled(questions, "Which rooms")).toMatchObject({ type: "checkbox", options: [{}, {}, {}] });
  expect(questionTitled(questions, "How old")).toMatchObject({ type: "text", validate: "number" });
  expect(questionTitled(questions, "Please rate").type).toBe("star");
  expect(questionTitled(questions, "Why").type).toBe("textarea");
  expect(questionTitled(questions, "Which of these")).toMatchObject({
    type: "checkbox",
    options: [{ text: "Light" }, { text: "Sound" }],
  });
  expect(report).toContain("How old are you?: the type is guessed: text");
  expect(report.join()).not.toContain("Which of these were good?");
});

it("pasted text: numbers of another style are options, and lines may have several", () => {
  const { definition, questions } = importContent(`顾客调查
感谢您的参与。

一、基本情况
1、您的性别是？（必填）
①男 ②女 ③不愿透露
2、您买过哪些？【多选题】
A. 面包  B. 蛋糕
C. 其他____
3、您的年龄？
二、意见
4、您对我们有什么建议？
5、请选择
1) 好
2) 不好

谢谢！`);
  expect(definition).toMatchObject({ title: "顾客调查", prefix: "感谢您的参与。", suffix: "谢谢！" });
  const asked = questions.filter(({ type }) => type !== "description");
  expect(asked.map(({ title, type, options }) => [title, type, options.length])).toEqual([
    ["您的性别是？", "radio", 3],
    ["您买过哪些？", "checkbox", 3],
    ["您的年龄？", "text", 0],
    ["您对我们有什么建议？", "textarea", 0],
    ["请选择", "radio", 2],
  ]);
  expect(asked[0]?.required).toBe(true);
  expect(asked[1]?.blank_setting).toHaveLength(1);
});

it("lines without a mark are options where there are several, a remark where there is one, and paragraphs by themselves", () => {
  const { questions } = importContent(`Lunch
Q1 Where?
Inside
Outside

Q2 How was it?
Please be honest.

Now about you.

Q3 Your phone number?`);
  expect(questions).toMatchObject([
    { title: "Where?", type: "radio", options: [{ text: "Inside" }, { text: "Outside" }] },
    { title: "How was it?", type: "text", description: "Please be honest." },
    { title: "Now about you.", type: "description" },
    { title: "Your phone number?", type: "phone" },
  ]);
});

it("text without a numbered question is refused, and says how questions begin", () => {
  expect(problemOf("Dear all, lunch is at 12.")).toMatch(/^has no questions: each begins with its number/);
});
