import { surveyLimits, isStorable } from "../question-types/declared-text.ts";
import { longestConsent, longestStatement } from "../model/survey-privacy.ts";
import { longestAlternativeText, longestButtonText } from "../model/survey-theme.ts";
import type { SurveyText, TextRole } from "./survey-texts.ts";
import { blankCount, shownBlankCount } from "./text-blanks.ts";

/** What is wrong with a translation. */
export type TranslationProblem =
  | { readonly code: "too_long"; readonly limit: number }
  | { readonly code: "not_text" }
  | { readonly code: "blanks"; readonly count: number };

/** The longest text by what it is, in characters; the same for every language. */
const longestTexts: Readonly<Record<TextRole, number>> = {
  title: surveyLimits.title,
  responsible: longestStatement,
  purpose: longestStatement,
  consent: longestConsent,
  introduction: surveyLimits.description,
  ending: surveyLimits.description,
  question: surveyLimits.title,
  remark: surveyLimits.description,
  option: surveyLimits.optionText,
  row: surveyLimits.optionText,
  blank: surveyLimits.optionText,
  placeholder: surveyLimits.placeholder,
  level: 100,
  lowest: 100,
  highest: 100,
  next: longestButtonText,
  back: longestButtonText,
  send: longestButtonText,
  logo: longestAlternativeText,
  picture: longestAlternativeText,
};

/** The longest text of any role, in characters. */
export const longestTranslation: number = Math.max(...Object.values(longestTexts));

/** Checks the translation of a text. @returns undefined when nothing is wrong */
export function checkTranslation(
  { role, text }: Pick<SurveyText, "role" | "text">,
  translation: string,
): TranslationProblem | undefined {
  const limit = longestTexts[role];
  if (translation.length > limit) return { code: "too_long", limit };
  if (!translation.isWellFormed() || !isStorable(translation)) return { code: "not_text" };
  const count = blankCount(text);
  if (translation !== "" && count > 0 && shownBlankCount(translation) !== count)
    return { code: "blanks", count };
  return undefined;
}
