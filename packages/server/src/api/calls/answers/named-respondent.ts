import { ParameterProblem } from "../../../http/parameters.ts";
import { needsSignIn } from "../../../model/respondent-rules.ts";
import { findNamedRespondent, type KnownRespondent } from "../../../store/people/respondent-session-table.ts";
import { writingTeam } from "../team-caller.ts";
import type { AuthorizedWrite } from "../write-endpoint.ts";
import type { SurveyToAnswer } from "./survey-to-answer.ts";

/** How the body of a new answer names its respondent. */
export interface GivenRespondent {
  /** 0 when the body has no id. */
  readonly respondentId: number;
  /** "" when the body has none. */
  readonly openid: string;
}

type Caller = Pick<AuthorizedWrite<unknown>, "principal" | "appid" | "address" | "transaction">;

/**
 * Finds who gives an answer that a program sends: an account of the calling application, by the rules of the survey's page. Whether the account is
 * on the survey's list is checked when the answer is stored.
 *
 * @returns undefined for an anonymous respondent
 * @throws `ParameterProblem` (`invalid_argument`), the same for an account of another application as for none
 */
export async function namedRespondent(
  caller: Caller,
  { survey }: SurveyToAnswer,
  given: GivenRespondent,
): Promise<KnownRespondent | undefined> {
  const { settings } = survey;
  if (given.respondentId === 0 && given.openid === "") {
    if (needsSignIn(settings)) throw problem("is missing: respondents of this survey sign in");
    if (settings.onlyListed) throw problem("is missing: this survey has a list of respondents");
    return undefined;
  }
  const respondent = await ownAccount(caller, given);
  if (respondent === undefined) throw problem("is no respondent");
  return respondent;
}

async function ownAccount(
  caller: Caller,
  { respondentId, openid }: GivenRespondent,
): Promise<KnownRespondent | undefined> {
  // A user's token acts for one user: it has no part in the accounts of an application.
  if (caller.principal.mode !== "team") return undefined;
  const { applicationId } = await writingTeam(caller);
  return findNamedRespondent(caller.transaction, {
    applicationId,
    userId: respondentId === 0 ? undefined : respondentId,
    openid: openid === "" ? undefined : openid,
  });
}

function problem(text: string): ParameterProblem {
  return new ParameterProblem("respondent_id", text);
}
