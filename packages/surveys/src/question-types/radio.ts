import { z } from "zod";
import { fillableChoice, optionsPerRow } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** One of several options, which may have blanks. */
export const radio = {
  names: { "zh-CN": "单选题", en: "Single choice" },
  purposes: { "zh-CN": "从几个选项中选一个。", en: "One of several options." },
  icon: "radio",
  labels: { "zh-CN": "单选题", en: "Single Choice" },
  otherLabels:
    "单选, 单项选择, 单项选择题, single select, single selection, single answer, radio button, choose one, select one, pick one, only one",
  needs: { options: "fillable" },
  declared: z.strictObject({ type: z.literal("radio"), ...fillableChoice, options_per_row: optionsPerRow }),
  fields: "radio",
  answers: "one_option",
  tests: ["choice", "text", "number", "answered"],
} satisfies QuestionTypeDefinition;
