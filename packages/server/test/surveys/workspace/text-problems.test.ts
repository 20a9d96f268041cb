import { randomBytes } from "node:crypto";
import { definitionFromText, parseSurveyJson } from "@survey-open-platform/surveys";
import { expect, it, test } from "vitest";
import { textProblemInChinese } from "../../../src/surveys/workspace/texts/logic-zh-cn.ts";
import { readRepositoryFiles } from "../../repository/support/repository.ts";

test("everything that the parser of survey texts can say has Chinese words", () => {
  const files = readRepositoryFiles("packages/surveys/src/{text-form,question-types,declared}/*.ts");
  const sources = [...files]
    .filter(([path]) => /text-form\/|question-types\/|declared-pages/.test(path))
    .map(([, text]) => text)
    .join("\n");
  const said = [...sources.matchAll(/(?:refuse\([^;]*?, |error: )"([^"]+)"/g)].map(
    ([, message = ""]) => message,
  );
  expect(said.length).toBeGreaterThan(12);
  expect(said.filter((message) => textProblemInChinese(message) === message)).toEqual([]);
});

it.each([
  ["Lunch\n\n\n\nHow?[Single Choice]\nA\nA", "有两个选项相同"],
  [`Lunch\n\n\n\n${"x".repeat(1001)}[Single Choice]\nA`, "不能超过 1000 个字符"],
  [
    `Lunch\n\n\n\nQ[Single Choice]\n${Array.from({ length: 201 }, (_, at) => `A${at}`).join("\n")}`,
    "不能超过 200 项",
  ],
  ["", "不能为空"],
  ["Lunch\n\n\n\nQ[Linked Choice]\nL1 L2\nA+B+C", "有 3 段，但只有 2 级"],
  ["Lunch\n\n\n\nQ[Single Line Text]\n\n=== Page Break ===", "每页至少需要一道题"],
])("a mistake is said in Chinese: %#", (text, expected) => {
  const made = definitionFromText(text);
  const messages = made.ok ? [] : made.problems.map(({ message }) => textProblemInChinese(message));
  expect(messages[0]).toBe(expected);
});

function page(...questions: readonly object[]) {
  return { title: "T", pages: [{ questions }] };
}

test("every mistake in the JSON of a survey is said in Chinese", () => {
  const question = { type: "text", title: "Q" };
  const id = "q-1-abcd";
  const wrong = [
    "{",
    [],
    {},
    { title: 1, pages: [] },
    { title: "x".repeat(1001), pages: [{ questions: [] }] },
    { ...page(), colour: "red", shape: "round" },
    page({ ...question, type: "radar" }),
    page({ ...question, id: "a b" }),
    page({ ...question, maxlength: -1 }),
    page({ ...question, sub_type: 100 }),
    page({ ...question, id }, { ...question, id }),
    page({ ...question, id: "csrf" }),
    page({ ...question, title: "a\u0000" }),
    ...["radio", "matrix_star", "blanks", "star", "chained_selects", "upload"].map((type) =>
      page({ ...question, type }),
    ),
    page({ ...question, type: "radio", options: [{ text: "A" }, { text: "A" }] }),
    { ...page(question), logic: { rules: [{ kind: "jump" }] } },
    { ...page(question), logic: { rules: [{ kind: "show", target: "q", when: { kind: "count" } }] } },
  ];
  const messages = wrong.flatMap((json) => {
    const made = parseSurveyJson(typeof json === "string" ? json : JSON.stringify(json), randomBytes);
    return made.ok ? [`${JSON.stringify(json)} is right`] : made.problems.map(({ message }) => message);
  });
  expect(messages.length).toBeGreaterThan(wrong.length);
  expect(messages.filter((message) => /invalid|expected|received/i.test(message))).toEqual([]);
  expect(messages.filter((message) => !/[一-龥]/.test(textProblemInChinese(message)))).toEqual([]);
});
