import { z } from "zod";
import { deviceClasses } from "../model/user-agent-class.ts";
import { argumentPattern } from "../model/logic.ts";
import { parseWallTime } from "../model/platform-time.ts";
import { declaredText, surveyLimits } from "../question-types/declared-text.ts";

const wallTime = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, { error: "must look like 2026-11-01 09:00:00" })
  .refine((text) => parseWallTime(text) !== undefined, { error: "is not a day and time of the calendar" });

const one = z.union([z.number(), declaredText(0, surveyLimits.answerText)]);
const filledOption = z
  .strictObject({
    option: one,
    blanks: z.array(declaredText(0, surveyLimits.answerText)).max(surveyLimits.blanks),
  })
  .describe("An option with what was filled into its blanks, in their order.");
const several = z.array(z.union([one, filledOption])).max(surveyLimits.options);
const perRow = z.array(z.union([one, several, z.null()])).max(surveyLimits.subTitles);
const byNumber = z.record(z.string(), z.union([one, several]));

/** The value given for one question; which form fits depends on the question's type. */
export const declaredValueSchema = z
  .union([one, filledOption, several, perRow, byNumber])
  .describe(
    "A text; a number on a scale; the number (from 1) or text of an option, or a list of them, " +
      "with the texts of its blanks as {option, blanks}; " +
      "for a matrix an object from row number to choice, or a list of choices in row order; " +
      "for a matrix of texts the same with a list of texts in column order for each row; " +
      "for several blanks an object from blank number to text.",
  );

/** The values of one answer, keyed by question index (from 1). */
export const declaredValuesSchema = z.record(
  z.string().regex(/^[1-9]\d{0,4}$/, { error: "must be a question number from 1" }),
  declaredValueSchema,
);

/** One answer of a survey in a declarative file. Times are in the platform's zone. */
export const declaredAnswerSchema = z
  .strictObject({
    started_at: wallTime.describe("When filling in began, YYYY-MM-DD HH:MM:SS in the platform's zone."),
    ended_at: wallTime.describe("When it was sent, in the same form; not before started_at."),
    channel: z
      .string()
      .regex(argumentPattern)
      .optional()
      .describe("Where the respondent found the survey, such as link or qr."),
    device: z.enum(deviceClasses).optional().describe("What it was answered on."),
    values: declaredValuesSchema.describe("What was answered, keyed by question index (from 1)."),
  })
  .refine((answer) => answer.started_at <= answer.ended_at, {
    error: "ended_at is before started_at",
    path: ["ended_at"],
  });

/** One answer as written in a file. */
export type DeclaredAnswer = z.output<typeof declaredAnswerSchema>;

/** The value given for one question. */
export type DeclaredValue = z.output<typeof declaredValueSchema>;

/** The values of one answer, keyed by question index (from 1). */
export type DeclaredValues = z.output<typeof declaredValuesSchema>;
