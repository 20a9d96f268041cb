import type { DataCaller } from "../data-caller.ts";
import type { WaitOptions } from "../token-source/token-source.ts";
import type { LegacySurvey, Survey } from "./survey-data.ts";
import { surveyPath, type SurveyId } from "./survey-path.ts";

/** One survey with its questions. */
export async function getSurvey(
  caller: DataCaller,
  surveyId: SurveyId,
  options?: WaitOptions,
): Promise<Survey> {
  return await caller.call<Survey>(surveyPath(surveyId), options);
}

/** One survey with its questions, in the older spelling. */
export async function getLegacySurvey(
  caller: DataCaller,
  surveyId: SurveyId,
  options?: WaitOptions,
): Promise<LegacySurvey> {
  return await caller.call<LegacySurvey>(surveyPath(surveyId, "/legacy"), options);
}
