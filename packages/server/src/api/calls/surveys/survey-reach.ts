import { z } from "zod";
import { PlatformError } from "../../../errors.ts";
import { integerParameter, ParameterProblem } from "../../../http/parameters.ts";
import type { tokenParameters } from "../../../http/known-parameters.ts";
import type { StoreSteps } from "../../../store/statements/queries.ts";
import type { Store } from "../../../store/store.ts";
import type { SurveyReach } from "../../../store/surveys/survey-reach.ts";
import { authenticate, reachOf } from "../token-authentication.ts";

/** Descriptions of the path parts that name a survey. */
export const surveyPath = { survey_id: z.int().min(0).meta({ description: "The survey's id" }) } as const;

const idBounds = { minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
const surveyId = z.compile(integerParameter("The survey's id", idBounds));

/** What a call passes to name a survey. */
interface SurveyCall {
  readonly token: z.output<typeof tokenParameters>;
  readonly path: Readonly<Record<string, string>>;
}

/**
 * Finds the survey that a call names, within the reach of its token. A survey that belongs to another owner, one outside the choice of
 * its owner and one that does not exist get the same query and the same response.
 *
 * @param find `findSurvey` of the store, or `findSurveyHead` for calls that show no pages
 * @returns or why the token is refused, see {@link authenticate}
 * @throws `PlatformError` `invalid_argument`, `not_found`
 */
export function* findReachableSurvey<Survey extends object>(
  store: Store,
  { token, path }: SurveyCall,
  find: (reach: SurveyReach) => StoreSteps<Survey | undefined>,
): StoreSteps<Survey | PlatformError> {
  const principal = yield* authenticate(store, token);
  if (principal instanceof PlatformError) return principal;
  const survey = yield* find({ surveyId: surveyIdIn(path), ...reachOf(principal) });
  if (survey === undefined) throw new PlatformError("not_found");
  return survey;
}

/** The survey that a path names. @throws `PlatformError` `invalid_argument` */
export function surveyIdIn(path: Readonly<Record<string, string>>): number {
  const parsed = surveyId.safeParse(path["survey_id"]);
  if (!parsed.success) throw new ParameterProblem("survey_id", "must be a whole number");
  return parsed.data;
}
