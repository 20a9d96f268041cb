import { z } from "zod";
import { common } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** A text that takes no answer. */
export const description = {
  names: { "zh-CN": "段落说明", en: "Paragraph of text" },
  purposes: { "zh-CN": "标题或说明文字，无需作答。", en: "A heading or an explanation, without an answer." },
  icon: "paragraph",
  labels: { "zh-CN": "段落说明", en: "Paragraph Description" },
  otherLabels: "段落, 说明, 文字说明, 段落描述, 描述, description, statement, instruction",
  needs: {},
  declared: z.strictObject({
    type: z.literal("description"),
    ...common,
    required: z.literal(false).default(false).describe("A description takes no answer."),
  }),
  fields: "description",
  answers: "none",
  tests: [],
} satisfies QuestionTypeDefinition;
