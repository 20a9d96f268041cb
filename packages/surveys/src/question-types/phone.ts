import { z } from "zod";
import { answerable, placeholder } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** A telephone number. */
export const phone = {
  names: { "zh-CN": "手机题", en: "Phone number" },
  purposes: { "zh-CN": "联系电话。", en: "A number to call." },
  icon: "phone",
  labels: { "zh-CN": "手机题", en: "Phone Number" },
  otherLabels: "手机, 手机号, 手机号码, 电话, 电话号码, phone, mobile, mobile number, telephone",
  needs: {},
  declared: z.strictObject({ type: z.literal("phone"), ...answerable, placeholder }),
  fields: "phone",
  answers: "text",
  text: "phone",
  tests: ["text", "answered"],
} satisfies QuestionTypeDefinition;
