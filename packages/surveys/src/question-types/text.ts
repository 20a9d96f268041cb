import { z } from "zod";
import { answerable, maxLength, placeholder, textRule } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** One line, which may have to be a number or an e-mail address. */
export const text = {
  names: { "zh-CN": "单行文本题", en: "One line of text" },
  purposes: { "zh-CN": "姓名、数字或电子邮箱。", en: "A name, a number, an e-mail address." },
  icon: "line",
  labels: { "zh-CN": "单行文本题", en: "Single Line Text" },
  otherLabels:
    "单行文本, 单行填空, 填空, 文本, single line, one line text, short text, short answer, text box, single textbox",
  needs: {},
  declared: z.strictObject({
    type: z.literal("text"),
    ...answerable,
    placeholder,
    max_length: maxLength,
    validate: textRule,
  }),
  fields: "text",
  answers: "text",
  tests: ["text", "number", "answered"],
} satisfies QuestionTypeDefinition;
