import { runSteps } from "@survey-open-platform/database";
import { SurveyTooLargeError } from "@survey-open-platform/surveys";
import { nameOfApplication } from "../store/audit/name-of-application.ts";
import { reachOf } from "../api/calls/token-authentication.ts";
import { PlatformError } from "../errors.ts";
import { scopeBits } from "../model/scopes.ts";
import { findClientIdentity, type ClientIdentity } from "../store/applications/client-identity.ts";
import { recordAudit, type Actor, type AuditValues } from "../store/audit/audit-log-table.ts";
import { applicationLock } from "../store/statements/locks.ts";
import type { StoreQueries } from "../store/statements/queries.ts";
import type { Reach } from "../store/surveys/survey-reach.ts";
import { findSurveyHead, type SurveyHead } from "../store/surveys/survey-table.ts";
import type { BearerUserPrincipal } from "../store/tokens/user-token-table.ts";
import { surveyNotFound, ToolProblem, type ToolRequest } from "./tool.ts";

/** A change that an agent makes for its person, as its transaction sees it. */
export interface AgentWrite {
  readonly transaction: StoreQueries;
  readonly principal: BearerUserPrincipal;
  readonly reach: Reach;
}

/**
 * Makes a change for the person who let the agent in. Token, scope, reach and change share one transaction, under the lock of the
 * application: a token that is revoked meanwhile changes nothing. It may run more than once.
 *
 * @param locks names of those that the change needs beside that of the application
 * @throws `ToolProblem`, also for the token of a team, which no person stands behind; `PlatformError`
 */
export async function writeAsPerson<Result>(
  { store, agent }: ToolRequest,
  locks: readonly string[],
  work: (write: AgentWrite) => Promise<Result>,
): Promise<Result> {
  const { appid, mode } = agent.principal;
  if (mode === "team") throw personNeeded();
  try {
    return await store.inTransaction(
      async (transaction) => {
        const principal = await runSteps(transaction, agent.authenticateAgain());
        if (principal instanceof PlatformError) throw principal;
        if (principal.mode === "team") throw personNeeded();
        if ((principal.scopes & scopeBits["surveys:write"]) === 0)
          throw new ToolProblem("The person has just withdrawn the permission to write surveys.");
        return work({ transaction, principal, reach: reachOf(principal) });
      },
      [applicationLock(appid), ...locks],
    );
  } catch (error) {
    if (error instanceof SurveyTooLargeError) throw new ToolProblem("The survey would be too large.");
    throw error;
  }
}

function personNeeded(): ToolProblem {
  return new ToolProblem(
    "A person is needed: this token is that of a team. Its surveys are changed on the pages, or by the calls of /api.",
  );
}

/** The survey that a change is about. @throws `ToolProblem` the same for one that is not there and one outside the choice */
export async function surveyToWrite(
  { transaction, reach }: AgentWrite,
  surveyId: number,
): Promise<SurveyHead> {
  const survey = await runSteps(transaction, findSurveyHead({ surveyId, ...reach }));
  if (survey === undefined) throw surveyNotFound();
  return survey;
}

/** Who makes a change, for the audit log: the application, for its person. */
export function agentActor({ agent }: ToolRequest, { principal }: Pick<AgentWrite, "principal">): Actor {
  return { userId: principal.userId, username: nameOfApplication(principal.appid), address: agent.address };
}

/** A change of a survey, for the audit log. */
interface AgentChange {
  readonly action: string;
  readonly surveyId: number;
  readonly after?: AuditValues;
}

/** Records a change with the person, and with the name and the host of the client. */
export async function recordAgentChange(
  request: ToolRequest,
  write: AgentWrite,
  { action, surveyId, after }: AgentChange,
): Promise<void> {
  const { transaction, principal } = write;
  const client = await findClientIdentity(transaction, principal.applicationId);
  await recordAudit(transaction, {
    actor: agentActor(request, write),
    action,
    target: { kind: "survey", name: String(surveyId) },
    after: { ...after, ...clientValues(client) },
  });
}

/** The client as the audit log names it. */
function clientValues({ name, host }: ClientIdentity): AuditValues {
  return { client: name, clientHost: host };
}
