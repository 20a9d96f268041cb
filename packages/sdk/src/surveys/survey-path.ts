import { idPart } from "../id-part.ts";
import { SurveyPlatformError } from "../survey-platform-error.ts";

/** A survey's id. Text is taken too, as long as it is a whole number: addresses and forms bring it that way. */
export type SurveyId = number | string;

/** The path of a survey's call. @throws SurveyPlatformError `invalid_argument` */
export function surveyPath(surveyId: SurveyId, rest = ""): string {
  return `/api/surveys/${idPart(surveyId, "survey_id")}${rest}`;
}

/**
 * The path of an answer, by its serial or its hash of ten letters and digits.
 *
 * @throws SurveyPlatformError `invalid_argument`
 */
export function answerPath(surveyId: SurveyId, answer: number | string): string {
  if (!/^[0-9A-Za-z]{1,16}$/.test(String(answer)))
    throw new SurveyPlatformError("invalid_argument", { parameter: "answer_id" });
  return surveyPath(surveyId, `/answers/${answer}`);
}
