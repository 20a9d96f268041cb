import { z } from "zod";
import { answerable, scale } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** A mark on a scale. */
export const star = {
  names: { "zh-CN": "量表题", en: "Rating scale" },
  purposes: { "zh-CN": "星级或打分，例如 1 至 5。", en: "Stars or marks, such as 1 to 5." },
  icon: "star",
  labels: { "zh-CN": "量表题", en: "Rating Scale" },
  otherLabels: "量表, 评分, 打分, 星级, 星级评分, rating, star rating, likert scale, linear scale",
  needs: { marks: "chosen" },
  begins: { starBeginNum: 1, starNum: 5 },
  declared: z.strictObject({ type: z.literal("star"), ...answerable, ...scale }),
  fields: "star",
  answers: "mark",
  tests: ["number", "answered"],
} satisfies QuestionTypeDefinition;
