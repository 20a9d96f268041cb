import {
  answersLock,
  definitionOfVersion,
  findPublicSurvey,
  type PublicSurvey,
  type AnswerRefusal,
  type SurveyDefinition,
} from "@survey-open-platform/surveys";
import { PlatformError } from "../../../errors.ts";
import { ParameterProblem } from "../../../http/parameters.ts";
import { surveyIdIn } from "../surveys/survey-reach.ts";
import { surveyToChange } from "../surveys/survey-to-change.ts";
import type { AuthorizedWrite } from "../write-endpoint.ts";

/** A survey that answers can be sent to, and what its newest version asks. */
export interface SurveyToAnswer {
  readonly survey: PublicSurvey;
  readonly definition: SurveyDefinition;
}

/** The lock that a new or changed answer needs. @throws `PlatformError` `invalid_argument` */
export function lockOfAnswers({ path }: Pick<AuthorizedWrite<unknown>, "path">): readonly string[] {
  return [answersLock(surveyIdIn(path))];
}

/** Finds the survey in the path. @throws `PlatformError` `not_found`, `invalid_argument` when it takes no answers */
export async function surveyToAnswer(
  request: Pick<AuthorizedWrite<unknown>, "path" | "principal" | "transaction">,
): Promise<SurveyToAnswer> {
  const { transaction } = request;
  const { id: surveyId, hash } = await surveyToChange(request);
  const survey = await findPublicSurvey(transaction, { surveyId, hash });
  if (survey === undefined) throw new PlatformError("not_found");
  if (survey.availability !== "open") throw refusedAnswer(survey.availability);
  const definition = await definitionOfVersion(transaction, surveyId, survey.version);
  if (definition === undefined) throw refusedAnswer("draft");
  return { survey, definition };
}

const problems: Readonly<Record<Exclude<AnswerRefusal, "not_found">, readonly [string, string]>> = {
  draft: ["state", "is draft: the survey takes no answers"],
  paused: ["state", "is paused: the survey takes no answers"],
  not_open_yet: ["started_at", "is in the future: the survey takes no answers yet"],
  closed: ["end_at", "is past: the survey takes no more answers"],
  full: ["answer_limit", "is reached: the survey takes no more answers"],
  not_listed: ["respondent_id", "is not on the survey's list of respondents"],
  address_limit: ["address_limit", "is reached: the survey takes no more answers from this address today"],
  already_answered: ["respondent_id", "has answered the survey, which each may answer once"],
};

/** Why a survey does not take an answer. */
export function refusedAnswer(refusal: AnswerRefusal): PlatformError {
  if (refusal === "not_found") return new PlatformError("not_found");
  return new ParameterProblem(...problems[refusal]);
}
