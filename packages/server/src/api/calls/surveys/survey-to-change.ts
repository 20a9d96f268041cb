import { runSteps } from "@survey-open-platform/database";
import { surveyLock } from "@survey-open-platform/surveys";
import { PlatformError } from "../../../errors.ts";
import { findSurveyHead, type SurveyHead } from "../../../store/surveys/survey-table.ts";
import { reachOf } from "../token-authentication.ts";
import type { AuthorizedWrite } from "../write-endpoint.ts";
import { surveyIdIn } from "./survey-reach.ts";

/** The lock that a change of the survey in the path needs. @throws `PlatformError` `invalid_argument` */
export function lockOfSurvey({ path }: Pick<AuthorizedWrite<unknown>, "path">): readonly string[] {
  return [surveyLock(surveyIdIn(path))];
}

/**
 * Finds the survey that a call names, as its transaction sees it. A team's application has the rights of a team admin, a
 * user's those of the owner: each may do everything with the surveys that it reaches.
 *
 * @throws `PlatformError` `invalid_argument`, `not_found`
 */
export async function surveyToChange({
  path,
  principal,
  transaction,
}: Pick<AuthorizedWrite<unknown>, "path" | "principal" | "transaction">): Promise<SurveyHead> {
  const reach = { surveyId: surveyIdIn(path), ...reachOf(principal) };
  const survey = await runSteps(transaction, findSurveyHead(reach));
  if (survey === undefined) throw new PlatformError("not_found");
  return survey;
}
