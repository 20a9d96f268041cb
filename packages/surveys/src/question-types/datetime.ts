import { z } from "zod";
import { answerable } from "./declared-fields.ts";
import type { QuestionTypeDefinition } from "./question-type.ts";

/** A day with a time. */
export const datetime = {
  names: { "zh-CN": "日期时间题", en: "Date and time" },
  purposes: { "zh-CN": "日期、时间，或两者都填。", en: "A day, a time, or both." },
  icon: "calendar",
  labels: { "zh-CN": "日期时间题", en: "Date and Time" },
  otherLabels: "日期, 时间, 日期时间, 日期和时间, date, time, date time, date/time, datetime",
  needs: {},
  declared: z.strictObject({ type: z.literal("datetime"), ...answerable }),
  fields: "datetime",
  answers: "moment",
  tests: ["text", "answered"],
} satisfies QuestionTypeDefinition;
