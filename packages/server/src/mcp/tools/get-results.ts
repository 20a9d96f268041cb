import { z } from "zod";
import { readContent, type SurveyContent } from "../../surveys/results/survey-results.ts";
import { entriesOf } from "../../surveys/results/results-filter.ts";
import { countResults, readsAnswers } from "../counted-results.ts";
import { questionResult, resultOf } from "../question-views.ts";
import { surveyIdArgument, surveyInReach } from "../survey-in-reach.ts";
import { defineTool, fittingRows, ToolProblem } from "../tool.ts";

/** A choice that filtered answers have. */
export const whereArgument = z
  .array(
    z.strictObject({
      question_id: z.string().max(100),
      option_id: z.string().max(100).describe("Id of an option, or a mark."),
    }),
  )
  .max(3)
  .default([])
  .describe("Only answers that have all of these choices.");

/** `get_results`. */
export const getResultsTool = defineTool({
  name: "get_results",
  title: "Get results",
  description:
    "Counts the answers to a survey, question by question: how often each option was chosen, and mean, median, least and greatest of numbers and marks. Free texts are counted, not quoted: list_answers has them. `page` is where your person sees the same with charts.",
  scope: "answers:read",
  scans: "filtered",
  effect: { readOnly: true, idempotent: true },
  input: z.strictObject({
    survey_id: surveyIdArgument,
    question_id: z.string().max(100).optional().describe("Only this question; leave it out for all."),
    from: z.iso.datetime({ offset: true }).optional().describe("Answers from this time on (RFC 3339)."),
    to: z.iso.datetime({ offset: true }).optional().describe("Answers before this time (RFC 3339)."),
    where: whereArgument,
  }),
  output: z.object({
    total: z.int().describe("How many answers were counted."),
    partial: z
      .boolean()
      .describe(
        "Whether older answers were not read: figures of numbers, and all counts that are filtered, are of the newest 50,000.",
      ),
    questions: z.array(questionResult),
    next_question_id: z
      .string()
      .optional()
      .describe("The first question that had no room in this result; ask for it with question_id."),
    page: z.string(),
  }),
  showsTexts: true,
  async run({ survey_id: surveyId, question_id: questionId, from, to, where }, request) {
    const { id } = await surveyInReach(request, surveyId);
    const content = await readContent(request.store, id);
    const cells = where.map((choice, at) => cellOf(content, choice, at));
    const asked = content.questions.filter(({ question }) => [undefined, question.id].includes(questionId));
    if (questionId !== undefined && asked.length === 0) throw unknownQuestion("question_id");
    const wanted = {
      where: cells,
      ...(from !== undefined && { from: Date.parse(from) }),
      ...(to !== undefined && { to: Date.parse(to) }),
    };
    if (readsAnswers(content, wanted) && !request.agent.beginScan()) throw scanRuns();
    const counted = await countResults(request.store, content, wanted);
    const questions = asked.map((merged) => resultOf(merged, counted));
    const shown = fittingRows(questions);
    const left = questions[shown.length];
    return {
      total: counted.total,
      partial: counted.isPartial,
      questions: [...shown],
      ...(left && { next_question_id: left.id }),
      page: `${request.origin}/surveys/${id}/results`,
    };
  },
});

/** @throws `ToolProblem` for a choice that the survey does not have */
export function cellOf(
  { questions }: SurveyContent,
  choice: { readonly question_id: string; readonly option_id: string },
  at: number,
) {
  const merged = questions.find(({ question }) => question.id === choice.question_id);
  if (merged === undefined) throw unknownQuestion(`where[${at}].question_id`);
  if (!entriesOf(merged).some((entry) => entry.id === choice.option_id))
    throw new ToolProblem(`where[${at}].option_id: is no option of this question; get_results lists them.`);
  return { questionId: choice.question_id, cell: choice.option_id };
}

/** Unfiltered results of a survey with numbers, of which the gate cannot know that they have to be counted answer by answer. */
function scanRuns(): ToolProblem {
  return new ToolProblem("Another call reads many answers just now. Call again when it has ended.");
}

export function unknownQuestion(argument: string): ToolProblem {
  return new ToolProblem(`${argument}: is no question of this survey; get_results lists them.`);
}
