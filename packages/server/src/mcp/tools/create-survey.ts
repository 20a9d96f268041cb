import { runSteps } from "@survey-open-platform/database";
import { createSurvey, definitionFromTextInTurns, inTurns } from "@survey-open-platform/surveys";
import { z } from "zod";
import { idempotencyKeyPattern, makeOnce } from "../../api/calls/idempotency.ts";
import { PlatformError } from "../../errors.ts";
import { findSurveyHead } from "../../store/surveys/survey-table.ts";
import { addToChoice } from "../../store/tokens/survey-choice-table.ts";
import { defineTool, surveyNotFound, ToolProblem, type ToolRequest } from "../tool.ts";
import { recordAgentChange, writeAsPerson, type AgentWrite } from "../write-as-person.ts";
import { surveyTextArgument } from "./check-survey.ts";

const output = z.object({
  id: z.int(),
  revision: z.int().describe("Of the draft; edit_survey wants it back."),
  edit_address: z.string().describe("Where your person edits it."),
});

/** `create_survey`. */
export const createSurveyTool = defineTool({
  name: "create_survey",
  title: "Create a survey",
  description:
    "Stores a survey as a draft, which no one can answer yet. Check the text with check_survey first. Ask with ask_to_publish when your person wants it to collect answers.",
  scope: "surveys:write",
  effect: { readOnly: false, idempotent: false },
  input: z.strictObject({
    text: surveyTextArgument,
    key: z
      .string()
      .regex(idempotencyKeyPattern, "must be 1 to 255 printable ASCII characters")
      .optional()
      .describe("A text of your own for this survey: sent again within a day it gives the same survey."),
  }),
  output,
  showsTexts: false,
  async run({ text, key }, request) {
    const made = await inTurns(definitionFromTextInTurns(text));
    if (!made.ok) {
      const lines = made.problems.map(({ line, message }) => `line ${line}: ${message}`);
      throw new ToolProblem(`text: cannot be read; nothing was created.\n${lines.join("\n")}`);
    }
    const { definition } = made;
    return writeAsPerson(request, [], async (write) => {
      const make = () => create(request, write, definition);
      if (key === undefined) return make();
      return createOnce(write, { key, text }, make);
    });
  },
});

type Created = z.output<typeof output>;

async function create(
  request: ToolRequest,
  write: AgentWrite,
  definition: Parameters<typeof createSurvey>[1]["definition"],
): Promise<Created> {
  const { transaction, principal, reach } = write;
  const { id } = await createSurvey(
    transaction,
    {
      ownerId: principal.userId,
      creatorUserId: principal.userId,
      definition,
      prepareEvent: (surveyId) => addToChoice(transaction, { ...reach, surveyId }),
    },
    request.store.outbox,
  );
  await recordAgentChange(request, write, { action: "survey.created", surveyId: id });
  return { id, revision: 1, edit_address: `${request.origin}/surveys/${id}/edit` };
}

/** @throws `ToolProblem` for a key that was sent with another text, and for a survey that is not within reach any more */
async function createOnce(
  { transaction, principal, reach }: AgentWrite,
  { key, text }: { readonly key: string; readonly text: string },
  make: () => Promise<Created>,
): Promise<Created> {
  const { appid, userId: accountId } = principal;
  const call = { key, appid, accountId, route: "mcp create_survey", path: {}, body: { text } };
  const outcome = await makeOnce(transaction, call, {
    async make() {
      const data = await make();
      return { data, kept: data };
    },
    async checkReach(kept) {
      const { id: surveyId } = output.parse(kept);
      const survey = await runSteps(transaction, findSurveyHead({ surveyId, ...reach }));
      if (survey === undefined) throw surveyNotFound();
    },
  });
  if (outcome instanceof PlatformError) throw new ToolProblem("key: was sent with another text before.");
  return output.parse(JSON.parse(outcome));
}
