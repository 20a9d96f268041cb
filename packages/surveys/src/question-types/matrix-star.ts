import { z } from "zod";
import { answerable, scale, subTitles } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** A mark on the same scale in each row. */
export const matrixStar = {
  names: { "zh-CN": "矩阵量表题", en: "Table of ratings" },
  purposes: { "zh-CN": "对多个事物分别打分。", en: "Marks for several things." },
  icon: "table",
  labels: { "zh-CN": "矩阵量表题", en: "Matrix Rating Scale" },
  otherLabels: "矩阵量表, 矩阵评分, 矩阵打分, rating matrix, matrix rating, rating scale matrix",
  needs: { rows: true, marks: "chosen" },
  begins: { starBeginNum: 1, starNum: 5 },
  declared: z.strictObject({
    type: z.literal("matrix_star"),
    ...answerable,
    ...scale,
    sub_titles: subTitles,
  }),
  fields: "matrix_star",
  answers: "row_marks",
  tests: ["number", "count", "answered"],
} satisfies QuestionTypeDefinition;
