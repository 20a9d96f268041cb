import { definitionFromTextInTurns, inTurns } from "@survey-open-platform/surveys";
import { z } from "zod";
import { defineTool } from "../tool.ts";

/** The longest text of a survey that an agent sends. */
export const longestAgentText = 100 * 1024;

/** The text form of a survey. */
export const surveyTextArgument = z
  .string()
  .min(1)
  .refine(
    (text) => Buffer.byteLength(text) <= longestAgentText,
    `is longer than ${longestAgentText / 1024} KB`,
  )
  .describe("The survey in the text form, at most 100 KB; see docs://text-form.");

const textProblem = z.object({
  line: z.int().describe("From 1."),
  column: z.int().describe("The character that it is about, from 1."),
  message: z.string().describe("What is wrong there, and what would do."),
});

/** `check_survey`. */
export const checkSurveyTool = defineTool({
  name: "check_survey",
  title: "Check a survey",
  description:
    "Reads a survey in the text form and says what is wrong with it, by line and column. It stores nothing: check before you create.",
  scope: "surveys:write",
  effect: { readOnly: true, idempotent: true },
  input: z.strictObject({ text: surveyTextArgument }),
  output: z.object({
    ok: z.boolean(),
    problems: z.array(textProblem),
    notes: z.array(textProblem).describe("Places that were kept as text and may have been meant otherwise."),
    questions: z.int().describe("How many questions the text has."),
  }),
  showsTexts: true,
  async run({ text }) {
    const made = await inTurns(definitionFromTextInTurns(text));
    if (!made.ok) return { ok: false, problems: [...made.problems], notes: [], questions: 0 };
    const questions = made.definition.pages.reduce((count, page) => count + page.questions.length, 0);
    return { ok: true, problems: [], notes: [...made.notes], questions };
  },
});
