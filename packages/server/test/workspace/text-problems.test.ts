import { expect, it, test } from "vitest";
import { definitionFromText } from "../../src/workspace/new-definition.ts";
import { textProblemInChinese } from "../../src/workspace/texts/text-problems-zh-cn.ts";
import { readRepositoryFiles } from "../repository/support/repository.ts";

test("everything that the parser of survey texts can say has Chinese words", () => {
  const files = readRepositoryFiles("packages/surveys/src/{text-form,declared}/*.ts");
  const sources = [...files]
    .filter(([path]) => /text-form\/|declared-pages/.test(path))
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
])("a mistake is said in Chinese: %#", (text, expected) => {
  const made = definitionFromText(text);
  const messages = made.ok ? [] : made.problems.map(({ message }) => textProblemInChinese(message));
  expect(messages[0]).toBe(expected);
});
