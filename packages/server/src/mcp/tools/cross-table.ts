import {
  CrossTableCounter,
  crossIsTooLarge,
  mostCrossFields,
  type MergedQuestion,
  plainText,
  scanAnswers,
} from "@survey-open-platform/surveys";
import { z } from "zod";
import { entriesOf } from "../../surveys/results/results-filter.ts";
import { readContent, type SurveyContent } from "../../surveys/results/survey-results.ts";
import { surveyIdArgument, surveyInReach } from "../survey-in-reach.ts";
import { defineTool, ToolProblem } from "../tool.ts";
import { unknownQuestion } from "./get-results.ts";

const entry = z.object({ id: z.string(), text: z.string() });

/** `cross_table`. */
export const crossTableTool = defineTool({
  name: "cross_table",
  title: "Cross two questions",
  description:
    "Counts how the choices of two questions go together: how many answers chose each option of `rows` with each of `columns`. Both are questions with options or marks.",
  scope: "answers:read",
  scans: true,
  effect: { readOnly: true, idempotent: true },
  input: z.strictObject({
    survey_id: surveyIdArgument,
    rows: z.string().max(100).describe("Id of the question whose choices are the rows."),
    columns: z.string().max(100).describe("Id of the question whose choices are the columns."),
  }),
  output: z.object({
    rows: z.array(entry.extend({ total: z.int().describe("Answers with this choice and one of a column.") })),
    columns: z.array(entry),
    counts: z.array(z.array(z.int())).describe("A list for each row, in the order of the columns."),
    partial: z.boolean().describe("Whether older answers were not read: the newest 50,000 are."),
  }),
  showsTexts: true,
  async run({ survey_id: surveyId, rows, columns }, request) {
    const { id } = await surveyInReach(request, surveyId);
    const content = await readContent(request.store, id);
    const questions = [
      crossQuestion(content, rows, "rows"),
      crossQuestion(content, columns, "columns"),
    ] as const;
    if (crossIsTooLarge(...questions))
      throw new ToolProblem(`columns: the table would have more than ${mostCrossFields} fields.`);
    const counter = new CrossTableCounter(...questions);
    const scan = { surveyId: id, definitions: content.definitions, filter: {} };
    const { isPartial } = await scanAnswers(request.store.surveys, scan, (cells) => counter.add(cells));
    const table = counter.table();
    return {
      rows: table.rows.map((row) => ({ id: row.id, text: plainText(row.label), total: row.total })),
      columns: table.columns.map((column) => ({ id: column.id, text: plainText(column.label) })),
      counts: table.rows.map((row) => [...row.counts]),
      partial: isPartial,
    };
  },
});

/** @throws `ToolProblem` for a question that has nothing to choose */
function crossQuestion({ questions }: SurveyContent, questionId: string, argument: string) {
  const merged: MergedQuestion | undefined = questions.find(({ question }) => question.id === questionId);
  if (merged === undefined) throw unknownQuestion(argument);
  const entries = entriesOf(merged);
  if (entries.length === 0) throw new ToolProblem(`${argument}: is a question without options or marks.`);
  return { questionId, entries };
}
