/**
 * Most characters of a survey as it is stored: those of about 1,600 questions with five choices each. Whatever reads or writes
 * a whole survey at once, such as its JSON, takes some 10 ms for so many.
 */
export const mostSurveyCharacters = 2_000_000;

/** A survey that is larger than {@link mostSurveyCharacters}. Nothing was stored. */
export class SurveyTooLargeError extends Error {
  override readonly name = "SurveyTooLargeError";
}
