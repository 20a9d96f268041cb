import { z } from "zod";
import { answerable, placeholder } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** A place, in one line. */
export const address = {
  names: { "zh-CN": "地址题", en: "Address" },
  purposes: { "zh-CN": "地点或收件地址。", en: "Where something is or goes." },
  icon: "place",
  labels: { "zh-CN": "地址题", en: "Location" },
  otherLabels: "地址, address",
  needs: {},
  declared: z.strictObject({ type: z.literal("address"), ...answerable, placeholder }),
  fields: "address",
  answers: "text",
  tests: ["text", "answered"],
} satisfies QuestionTypeDefinition;
