import { z } from "zod";
import { choice, maxLength, subTitles, textRule } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** A line of text, or a number, in each cell. */
export const matrixText = {
  names: { "zh-CN": "矩阵填空题", en: "Table of texts or numbers" },
  purposes: {
    "zh-CN": "在表格的每一格中填写文字或数字。",
    en: "A text or a number in each cell of a table.",
  },
  icon: "table",
  labels: { "zh-CN": "矩阵填空题", en: "Matrix Text" },
  otherLabels: "矩阵填空, 矩阵文本, 表格填空, text matrix, matrix of texts, table of texts, matrix fill in",
  needs: { options: "plain", rows: true },
  declared: z.strictObject({
    type: z.literal("matrix_text"),
    ...choice,
    sub_titles: subTitles,
    max_length: maxLength,
    validate: textRule,
  }),
  fields: "matrix_text",
  answers: "row_texts",
  tests: ["text", "number", "count", "answered"],
} satisfies QuestionTypeDefinition;
