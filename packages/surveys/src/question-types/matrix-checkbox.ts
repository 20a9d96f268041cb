import { z } from "zod";
import { choice, maxChoices, subTitles } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** Some options in each row. */
export const matrixCheckbox = {
  names: { "zh-CN": "矩阵多选题", en: "Table, several choices per row" },
  purposes: { "zh-CN": "对多个事物分别多选。", en: "Several ticks about several things." },
  icon: "table",
  labels: { "zh-CN": "矩阵多选题", en: "Matrix Multiple Choice" },
  otherLabels: "矩阵多选, multiple choice matrix, matrix multiple select, checkbox grid, matrix checkbox",
  needs: { options: "plain", rows: true },
  declared: z.strictObject({
    type: z.literal("matrix_checkbox"),
    ...choice,
    sub_titles: subTitles,
    max_choices: maxChoices,
  }),
  fields: "matrix_checkbox",
  answers: "row_options",
  tests: ["choice", "count", "answered"],
} satisfies QuestionTypeDefinition;
