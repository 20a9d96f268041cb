import type { Question } from "./question.ts";

/**
 * Most characters of a survey as it is stored: those of about 800 questions with five choices each. Whatever reads or writes
 * a whole survey at once, such as its JSON, takes some 5 ms for so many.
 */
export const mostSurveyCharacters = 1_000_000;

/**
 * Most choices on one page of a survey; of a matrix each field counts. Respondents load a whole page, and five microseconds go into
 * each choice.
 */
export const mostChoicesOnPage = 8000;

/** Most options, rows or blanks of one question: its form in the editor has some fields for each. */
export const mostParts = 2000;

/** Most choices of all pages of a survey: results look at each of them. */
export const mostChoices = 10_000;

/** Most characters of all published versions of a survey: results, exports and edits look at each of them. */
export const mostVersionCharacters = 20_000_000;

/** What a respondent can choose in a question: in a matrix, an option or mark in each row; in a ranking, each place of each option. */
export function choicesOf({ type, options, subTitles, groups, starNum }: Question): number {
  if (type === "sort") return options.length ** 2;
  const choices = options.length + groups.length;
  return subTitles.length === 0 ? choices : subTitles.length * Math.max(choices, starNum);
}

/**
 * Most choices that results and exports have of all versions of a survey together. Of more, what only the oldest versions have is
 * left out: rows of one version and columns of another make fields that no version has.
 */
export const mostMergedChoices = 40_000;

/** A survey that is larger than one of these. Nothing was stored. */
export class SurveyTooLargeError extends Error {
  override readonly name = "SurveyTooLargeError";
}
