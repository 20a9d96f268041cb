import { z } from "zod";
import { choice } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** Options in an order of preference. */
export const sort = {
  names: { "zh-CN": "排序题", en: "Ranking" },
  purposes: { "zh-CN": "按喜好排列选项。", en: "Options in the order of preference." },
  icon: "ranking",
  labels: { "zh-CN": "排序题", en: "Ranking" },
  otherLabels: "排序, 排序选择, rank, rank order, ordering, sorting",
  needs: { options: "plain" },
  declared: z.strictObject({ type: z.literal("sort"), ...choice }),
  fields: "sort",
  answers: "ranking",
  tests: ["choice", "count", "answered"],
} satisfies QuestionTypeDefinition;
