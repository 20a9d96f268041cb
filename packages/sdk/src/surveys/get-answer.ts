import type { DataCaller } from "../data-caller.ts";
import { SurveyPlatformError } from "../survey-platform-error.ts";
import type { WaitOptions } from "../token-source/token-source.ts";
import type { AnswerDetail } from "./answer-data.ts";
import { surveyPath, type SurveyId } from "./survey-path.ts";

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
  if (!/^[0-9A-Za-z]{1,16}$/.test(String(answer)))
    throw new SurveyPlatformError("invalid_argument", { parameter: "answer_id" });
  return await caller.call<AnswerDetail>(surveyPath(surveyId, `/answers/${answer}`), options);
}
