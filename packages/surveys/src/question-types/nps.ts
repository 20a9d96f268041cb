import { z } from "zod";
import { answerable, scaleLabels } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** A mark from 0 to 10, of which results make a net promoter score. */
export const nps = {
  names: { "zh-CN": "NPS 题", en: "Net promoter score" },
  purposes: { "zh-CN": "0 至 10 分：是否愿意推荐？", en: "0 to 10: would they recommend you?" },
  icon: "scale",
  labels: { "zh-CN": "NPS题", en: "Net Promoter Score" },
  otherLabels: "NPS, 净推荐值, NPS量表",
  needs: { marks: "fixed" },
  begins: { starBeginNum: 0, starNum: 10 },
  declared: z.strictObject({
    type: z.literal("nps"),
    ...answerable,
    ...scaleLabels,
    star_num: z.literal(10).default(10).describe("Highest mark; the scale always runs from 0 to 10."),
  }),
  fields: "star",
  answers: "mark",
  tests: ["number", "answered"],
} satisfies QuestionTypeDefinition;
