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

/** A place in a text that cannot be read. */
export const textProblem = z.object({ line: z.int(), message: z.string() });

/** `check_survey`. */
export const checkSurveyTool = defineTool({
  name: "check_survey",
  title: "Check a survey",
  description:
    "Reads a survey in the text form and says what is wrong with it, line by line. It stores nothing: check before you create.",
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
    if (!made.ok) return { ok: false, problems: made.problems.map(placeOf), notes: [], questions: 0 };
    const questions = made.definition.pages.reduce((count, page) => count + page.questions.length, 0);
    return { ok: true, problems: [], notes: made.notes.map(placeOf), questions };
  },
});

/** A problem by its place. */
export function placeOf({ line, message }: { readonly line: number; readonly message: string }) {
  return { line, message };
}
