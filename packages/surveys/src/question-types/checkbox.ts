import { z } from "zod";
import { fillableChoice, maxChoices, minChoices, optionsPerRow } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** Some of several options, which may have blanks. */
export const checkbox = {
  names: { "zh-CN": "多选题", en: "Multiple choice" },
  purposes: { "zh-CN": "可以选择多个选项。", en: "Any number of options." },
  icon: "ticks",
  labels: { "zh-CN": "多选题", en: "Multiple Choice" },
  otherLabels:
    "多选, 多项选择, 多项选择题, 不定项选择, checkbox, checkboxes, check box, check boxes, multi choice, multi select, multiple select, multiple selection, multiple answer, choose all that apply, select all that apply, one or more",
  needs: { options: "fillable" },
  declared: z.strictObject({
    type: z.literal("checkbox"),
    ...fillableChoice,
    options_per_row: optionsPerRow,
    min_choices: minChoices,
    max_choices: maxChoices,
  }),
  fields: "checkbox",
  answers: "options",
  tests: ["choice", "count", "text", "number", "answered"],
} satisfies QuestionTypeDefinition;
