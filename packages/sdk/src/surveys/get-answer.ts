import type { DataCaller } from "../data-caller.ts";
import type { WaitOptions } from "../token-source/token-source.ts";
import type { AnswerDetail } from "./answer-data.ts";
import { answerPath, type SurveyId } from "./survey-path.ts";

/**
 * One answer, by its serial in the survey, or by the hash of ten letters and digits that the page after the survey
 * was given.
 *
 * @throws SurveyPlatformError `invalid_argument`, `not_found`, …
 */
export async function getAnswer(
  caller: DataCaller,
  surveyId: SurveyId,
  answer: number | string,
  options?: WaitOptions,
): Promise<AnswerDetail> {
  return await caller.call<AnswerDetail>(answerPath(surveyId, answer), options);
}
