import { z } from "zod";
import { answerable, blanksField } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** Several blanks, each with a label. */
export const blanks = {
  names: { "zh-CN": "多项填空题", en: "Several blanks" },
  purposes: { "zh-CN": "在一句话中填几个空。", en: "A sentence with gaps to fill in." },
  icon: "blanks",
  labels: { "zh-CN": "多项填空题", en: "Multiple Blanks" },
  otherLabels: "多项填空, 多空填空, fill in the blank",
  needs: { blanks: true },
  declared: z.strictObject({ type: z.literal("blanks"), ...answerable, blanks: blanksField }),
  fields: "blanks",
  answers: "blanks",
  tests: ["text", "number", "count", "answered"],
} satisfies QuestionTypeDefinition;
