import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { declaredQuestionSchema } from "../../src/declared/declared-pages.ts";
import type { AnswerKind, QuestionTypeDefinition } from "../../src/question-types/question-type.ts";
import { definitionOf, questionTypes, type QuestionType } from "../../src/question-types/question-types.ts";

const repository = join(import.meta.dirname, "../../../..");
const reference = (page: string) => join(repository, "docs/reference", page);

describe("the documents of question types", () => {
  it("list each with its labels in the text form; `vitest run -u` writes them again", async () => {
    const rows = questionTypes.map((type) => {
      const { labels, ...definition } = definitionOf(type);
      return [code(type), labels.en, labels["zh-CN"], linesBelow(definition)];
    });
    await expect(withTypes("text-form.md", rows)).toMatchFileSnapshot(reference("text-form.md"));
  });

  it("list each with its keys in a declarative file; `vitest run -u` writes them again", async () => {
    const rows = declaredQuestionSchema.options.map((variant) => {
      const { type, further } = keysOf(variant);
      return [code(type), further, valueOf(definitionOf(type))];
    });
    await expect(withTypes("declarative-file.md", rows)).toMatchFileSnapshot(
      reference("declarative-file.md"),
    );
  });

  it("list each in the type of the SDK; `vitest run -u` writes it again", async () => {
    const members = [...questionTypes.map((type) => JSON.stringify(type)), "(string & {})"];
    const text = `/** Kind of a question. */\nexport type QuestionType =\n  | ${members.join("\n  | ")};\n`;
    await expect(text).toMatchFileSnapshot(join(repository, "packages/sdk/src/surveys/question-type.ts"));
  });
});

function code(text: string): string {
  return `\`${text}\``;
}

/** A page with other rows in its table of question types. */
function withTypes(page: string, rows: readonly (readonly string[])[]): string {
  const text = readFileSync(reference(page), "utf8");
  const table = /^(\| type .*\n\|[ |-]+\n)(?:\|.*\n)*/m;
  expect(table.test(text), page).toBe(true);
  const lines = rows.map((cells) => `| ${cells.join(" | ")} |\n`).join("");
  return text.replace(table, (_, head: string) => head + lines);
}

function linesBelow({ needs, answers }: Omit<QuestionTypeDefinition, "labels">): string {
  if (answers === "none") return "none; it takes no answer";
  if (needs.levels)
    return "the titles of the levels with spaces between, then `A+A1` for each choice of the last level";
  if (needs.rows && needs.options) return "the columns with spaces between, then a row each";
  if (needs.rows && needs.marks) return "`1~5`, or another scale, then a row each";
  if (needs.blanks) return "`Name: ____`; several blanks may share a line";
  if (needs.options) return "an option each";
  return needs.marks === "chosen" ? "`1~5` (from 0 or 1 to at most 10), or none for that" : "none";
}

/** What answers of each kind are in a declarative file. */
const values: Readonly<Record<AnswerKind, string>> = {
  none: "none",
  one_option: "one option",
  options: "list of options",
  ranking: "list of options, best first",
  mark: "a mark",
  text: "one line",
  moment: "`2026-11-01`, `09:00` or both",
  files: "one line: the file's name",
  path: "list of texts, one per level",
  blanks: "a text for each blank",
  row_option: "an option for each row",
  row_options: "a list of options for each row",
  row_marks: "a mark for each row",
  row_texts: "for each row a text for each column",
};

function valueOf({ answers, text, needs }: QuestionTypeDefinition): string {
  if (needs.marks === "fixed") return "a mark from 0 to 10";
  if (text === undefined) return values[answers];
  return { line: "one line", lines: "text", phone: "a telephone number" }[text];
}

const common = new Set(["type", "code", "title", "description", "sub_type", "hidden", "required"]);

interface VariantSchema {
  readonly properties: Readonly<
    Record<string, { readonly enum?: readonly string[]; readonly const?: string }>
  >;
}

/** The type of a variant, and the keys that other types do not have. */
function keysOf(variant: z.ZodType): { readonly type: QuestionType; readonly further: string } {
  const { properties } = z.toJSONSchema(variant, { io: "input" }) as unknown as VariantSchema;
  const further = Object.entries(properties)
    .filter(([key]) => !common.has(key))
    .map(([key, { enum: choices = [] }]) => {
      const named = choices.filter((choice) => choice !== "").map(code);
      return named.length === 0 ? code(key) : `${code(key)} (${named.join(", ")})`;
    });
  return { type: properties["type"]?.const as QuestionType, further: further.join(", ") };
}
