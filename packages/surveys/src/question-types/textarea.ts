import { z } from "zod";
import { answerable, maxLength, placeholder } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** A text of several lines. */
export const textarea = {
  names: { "zh-CN": "多行文本题", en: "Several lines of text" },
  purposes: { "zh-CN": "用自己的话写下意见。", en: "An opinion in their own words." },
  icon: "lines",
  labels: { "zh-CN": "多行文本题", en: "Multiple Line Text" },
  otherLabels:
    "多行文本, 多行填空, 问答, 简答, 开放, 开放问答, multi line text, multiline text, multiple lines, long text, long answer, open text, open ended, free text, essay, comment box, text area",
  needs: {},
  begins: { rows: "4", cols: "60" },
  declared: z.strictObject({
    type: z.literal("textarea"),
    ...answerable,
    placeholder,
    max_length: maxLength,
    rows: z.int().min(1).max(50).default(4).describe("Height of the box in lines."),
    cols: z.int().min(10).max(200).default(60).describe("Width of the box in characters."),
  }),
  fields: "textarea",
  answers: "text",
  text: "lines",
  tests: ["text", "number", "answered"],
} satisfies QuestionTypeDefinition;
