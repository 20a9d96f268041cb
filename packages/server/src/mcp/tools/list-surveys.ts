import { z } from "zod";
import { countAgentSurveys, listAgentSurveys } from "../../store/surveys/agent-survey-list.ts";
import { makeCursor, readCursor } from "../cursor.ts";
import { stateName, stateNames } from "../survey-in-reach.ts";
import { defineTool, fittingRows } from "../tool.ts";

const time = z.iso.datetime();

/** `list_surveys`. */
export const listSurveysTool = defineTool({
  name: "list_surveys",
  title: "List surveys",
  description:
    "Lists the surveys that your person lets you see, the newest first. Search by a part of the title; go on with the cursor of the part before.",
  scope: "surveys:read",
  effect: { readOnly: true, idempotent: true },
  input: z.strictObject({
    query: z.string().max(100).default("").describe("Part of the title; leave it out for all."),
    state: z.enum(stateNames).optional().describe("Only surveys in this state."),
    cursor: z.string().max(200).optional().describe("`next` of the part before."),
    limit: z.int().min(1).max(50).default(20).describe("Surveys in a part."),
  }),
  output: z.object({
    surveys: z.array(
      z.object({
        id: z.int(),
        title: z.string(),
        state: z.enum(stateNames),
        questions: z.int(),
        answers: z.int(),
        created_at: time,
        updated_at: time,
      }),
    ),
    total: z.int().describe("How many there are on all parts."),
    next: z.string().optional().describe("Cursor of the next part; left out on the last one."),
  }),
  showsTexts: true,
  async run({ query, state, cursor, limit }, request) {
    const list = JSON.stringify(["list_surveys", query, state]);
    const before = await readCursor(request, list, cursor);
    const search = { reach: request.agent.reach, query, state, before, limit: limit + 1 };
    const [found, total] = await Promise.all([
      listAgentSurveys(request.store.reader, search),
      countAgentSurveys(request.store.reader, search),
    ]);
    const surveys = found.slice(0, limit).map(({ id, title, questions, answers, ...survey }) => ({
      id,
      title,
      state: stateName(survey.state),
      questions,
      answers,
      created_at: new Date(survey.createdAt).toISOString(),
      updated_at: new Date(survey.updatedAt).toISOString(),
    }));
    const shown = fittingRows(surveys);
    const last = shown.at(-1);
    const goesOn = last !== undefined && (shown.length < surveys.length || found.length > limit);
    return { surveys: [...shown], total, ...(goesOn && { next: await makeCursor(request, list, last.id) }) };
  },
});
