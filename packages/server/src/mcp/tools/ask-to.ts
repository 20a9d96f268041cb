import {
  publicationObstacle,
  findDraft,
  surveyLock,
  surveyState,
  type SurveyState,
} from "@survey-open-platform/surveys";
import { z } from "zod";
import { agentConfirmationAddress } from "../../grants/agent-addresses.ts";
import { hashToken, makeRandomId } from "../../model/token.ts";
import type { StoreQueries } from "../../store/statements/queries.ts";
import {
  createAgentRequest,
  findMadeRequest,
  type AgentRequestKind,
  type MadeRequest,
} from "../../store/tokens/agent-request-table.ts";
import { surveyIdArgument } from "../survey-in-reach.ts";
import { defineTool, surveyNotFound, ToolProblem } from "../tool.ts";
import { recordAgentChange, surveyToWrite, writeAsPerson } from "../write-as-person.ts";

const output = z.object({
  request_id: z.int().describe("get_request says the outcome."),
  confirm_address: z.string().describe("Show this to your person: only they can open it."),
  expires_at: z.iso.datetime(),
});

function resultOf({ id, expiresAt }: MadeRequest, address: string): z.input<typeof output> {
  return { request_id: id, confirm_address: address, expires_at: new Date(expiresAt).toISOString() };
}

interface Asking {
  readonly kind: AgentRequestKind;
  readonly title: string;
  readonly description: string;
  /** @throws `ToolProblem` for what could not be done anyway */
  readonly check: (transaction: StoreQueries, survey: { id: number; state: SurveyState }) => Promise<void>;
}

function askTool({ kind, title, description, check }: Asking) {
  return defineTool({
    name: `ask_to_${kind}`,
    title,
    description: `${description} Nothing has changed when this returns: give your person confirm_address, where they confirm within ten minutes.`,
    scope: "surveys:write",
    effect: { readOnly: false, idempotent: false },
    input: z.strictObject({
      survey_id: surveyIdArgument,
      note: z.string().max(200).default("").describe("Why, in a sentence; your person reads it on the page."),
    }),
    output,
    showsTexts: false,
    page: {
      message: "Open the page on which you confirm or decline what the agent asks for.",
      addressOf: ({ confirm_address }) => confirm_address,
      async resultOf(address, { survey_id: surveyId }, { store, origin, agent: { principal } }) {
        const grantId = principal.mode === "user" ? principal.grantId : 0;
        const secret = URL.parse(address)?.searchParams.get("request") ?? "";
        const hash = hashToken(secret);
        const made = await findMadeRequest(store.reader, { hash, grantId, surveyId, kind });
        if (made === undefined)
          throw new ToolProblem("not found: this request is gone or was replaced. Ask again.");
        return resultOf(made, agentConfirmationAddress(origin, secret));
      },
    },
    run({ survey_id: surveyId, note }, request) {
      return writeAsPerson(request, [surveyLock(surveyId)], async (write) => {
        const { transaction, principal } = write;
        await check(transaction, await surveyToWrite(write, surveyId));
        const secret = makeRandomId();
        const asked = { hash: hashToken(secret), grantId: principal.grantId, surveyId, kind, note };
        const { id, expiresAt } = await createAgentRequest(transaction, asked);
        const after = { request: id };
        await recordAgentChange(request, write, { action: `survey.${kind}_asked`, surveyId, after });
        return resultOf({ id, expiresAt }, agentConfirmationAddress(request.origin, secret));
      });
    },
  });
}

/** `ask_to_publish`. */
export const askToPublishTool = askTool({
  kind: "publish",
  title: "Ask to publish a survey",
  description:
    "Asks your person to publish the draft of a survey: a survey that was never published then collects answers, and respondents of any other get the new version.",
  async check(transaction, { id }) {
    const draft = await findDraft(transaction, id);
    if (draft === undefined) throw surveyNotFound();
    if (publicationObstacle(draft.definition) === undefined) return;
    throw new ToolProblem(
      "The draft cannot be published: it has no question, an unfinished one, or rules with errors. edit_survey names them.",
    );
  },
});

/** `ask_to_pause`. */
export const askToPauseTool = askTool({
  kind: "pause",
  title: "Ask to pause a survey",
  description:
    "Asks your person to pause a survey that collects answers: no one can answer it until it goes on.",
  check: (_, { state }) => {
    if (state === surveyState.collecting) return Promise.resolve();
    throw new ToolProblem("The survey does not collect answers now, so that there is nothing to pause.");
  },
});

/** `ask_to_delete`. */
export const askToDeleteTool = askTool({
  kind: "delete",
  title: "Ask to delete a survey",
  description:
    "Asks your person to delete a survey with all its answers. The person can restore it for 30 days.",
  check: () => Promise.resolve(),
});
