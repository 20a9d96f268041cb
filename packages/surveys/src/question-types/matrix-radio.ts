import { z } from "zod";
import { choice, subTitles } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** One option in each row. */
export const matrixRadio = {
  names: { "zh-CN": "矩阵单选题", en: "Table, one choice per row" },
  purposes: { "zh-CN": "对多个事物问同一个问题。", en: "The same question about several things." },
  icon: "table",
  labels: { "zh-CN": "矩阵单选题", en: "Matrix Single Choice" },
  otherLabels: "矩阵单选, single choice matrix, matrix single select, single choice grid, matrix radio",
  needs: { options: "plain", rows: true },
  declared: z.strictObject({ type: z.literal("matrix_radio"), ...choice, sub_titles: subTitles }),
  fields: "matrix_radio",
  answers: "row_option",
  tests: ["choice", "count", "answered"],
} satisfies QuestionTypeDefinition;
