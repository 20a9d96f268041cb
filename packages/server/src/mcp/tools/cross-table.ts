import { mostCrossFields, type MergedQuestion, plainText } from "@survey-open-platform/surveys";
import { z } from "zod";
import { countCross } from "../../surveys/results/cross.tsx";
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
    const { table, isPartial } = await countCross(request.store, content, {
      rows: crossQuestion(content, rows, "rows"),
      columns: crossQuestion(content, columns, "columns"),
      filter: {},
    });
    if (table === undefined)
      throw new ToolProblem(`columns: the table would have more than ${mostCrossFields} fields.`);
    return {
      rows: table.rows.map((row) => ({ id: row.id, text: plainText(row.label), total: row.total })),
      columns: table.columns.map((column) => ({ id: column.id, text: plainText(column.label) })),
      counts: table.rows.map((row) => [...row.counts]),
      partial: isPartial,
    };
  },
});

/** @throws `ToolProblem` for a question that has nothing to choose */
function crossQuestion({ questions }: SurveyContent, questionId: string, argument: string): MergedQuestion {
  const merged = questions.find(({ question }) => question.id === questionId);
  if (merged === undefined) throw unknownQuestion(argument);
  if (entriesOf(merged).length > 0) return merged;
  throw new ToolProblem(`${argument}: is a question without options or marks.`);
}
