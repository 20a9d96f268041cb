import { z } from "zod";

/** Limits on what a declarative file may hold, in one place for the schema and the reference page. */
export const surveyLimits = {
  pages: 50,
  questionsPerPage: 200,
  options: 200,
  subTitles: 100,
  blanks: 20,
  levels: 5,
  paths: 2000,
  title: 1000,
  description: 5000,
  optionText: 500,
  code: 60,
  placeholder: 100,
  answerText: 20_000,
} as const;

/** Text that every database and UTF-8 can hold: no NUL, no half of a surrogate pair. */
export function declaredText(min: number, max: number) {
  return z
    .string()
    .min(min)
    .max(max)
    .refine((text) => text.isWellFormed() && isStorable(text), {
      error: "must be well-formed Unicode without NUL characters",
    });
}

/** The code of a question, option, row or blank: in one line, without spaces at its ends. */
export const codeText = declaredText(1, surveyLimits.code)
  .regex(/^\S(?:.*\S)?$/, { error: "must be in one line, without spaces at its ends" })
  .optional()
  .describe("Names it in exports and imports.");

/** Whether every database can hold a text. PostgreSQL knows no NUL, and answers a question that has one with an error. */
export function isStorable(text: string): boolean {
  return !text.includes("\0");
}
