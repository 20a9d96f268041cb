import { surveyLimits } from "@survey-open-platform/surveys";
import { z } from "zod";
import { longestAgentText, surveyTextArgument } from "../tools/check-survey.ts";

const questionId = z.string().min(1).max(100).describe("Id of a question, from get_survey with form json.");
const after = z
  .string()
  .max(100)
  .describe('Id of the question that it comes after; "" for the beginning of the survey.');
const questionText = z
  .string()
  .min(1)
  .max(longestAgentText)
  .describe("One question in the text form; see docs://text-form.");

const operation = z.discriminatedUnion("op", [
  z.strictObject({ op: z.literal("set_title"), title: z.string().min(1).max(surveyLimits.title) }),
  z.strictObject({
    op: z.literal("add_question"),
    text: questionText,
    after: after
      .optional()
      .describe(
        'Id of the question that it comes after, "" for the beginning; leave it out for the end of the survey.',
      ),
  }),
  z.strictObject({ op: z.literal("change_question"), question_id: questionId, text: questionText }),
  z.strictObject({ op: z.literal("move_question"), question_id: questionId, after }),
  z.strictObject({ op: z.literal("remove_question"), question_id: questionId }),
  z.strictObject({
    op: z.literal("set_rules"),
    rules: z.string().max(longestAgentText).describe("All rules, one in a line; see docs://rules."),
  }),
  z.strictObject({ op: z.literal("replace_text"), text: surveyTextArgument }),
]);

/** One change of a draft. */
export type Operation = z.output<typeof operation>;

/** The changes that an agent makes at once. */
export const operationsArgument = z
  .array(operation)
  .min(1)
  .max(50)
  .describe("Made in this order, all or none. Parts that keep their text keep their ids.");
