import { z } from "zod";
import { choice } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** One of several options, out of a list that opens. */
export const select = {
  names: { "zh-CN": "下拉题", en: "Dropdown" },
  purposes: { "zh-CN": "在下拉菜单中选一个，适合选项较多时。", en: "One of many options, in a menu." },
  icon: "menu",
  labels: { "zh-CN": "下拉题", en: "Dropdown" },
  otherLabels:
    "下拉, 下拉框, 下拉列表, 下拉单选, 下拉选择, drop down, dropdown list, drop down list, dropdown menu",
  needs: { options: "plain" },
  declared: z.strictObject({ type: z.literal("select"), ...choice }),
  fields: "select",
  answers: "one_option",
  tests: ["choice", "answered"],
} satisfies QuestionTypeDefinition;
