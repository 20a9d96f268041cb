import type { SurveyTheme } from "./survey-theme.ts";
import type { Logic } from "./logic.ts";
import type { SurveyPage } from "./question.ts";
import type { SurveyScene } from "./survey.ts";

/**
 * Everything that a respondent sees of a survey: what a draft holds, and what a version freezes. Settings such as the
 * collecting window or the limit are not part of it: they apply to all versions.
 */
export interface SurveyDefinition {
  readonly title: string;
  /** Welcome text. */
  readonly prefix: string;
  /** Ending text. */
  readonly suffix: string;
  /** What the survey is used for; 1, a survey, when left out. */
  readonly scene?: SurveyScene;
  /**
   * In the spelling of the wire. `goto` and `display` of options and `goto` of questions are the simple part of the logic.
   * Ids of pages, questions, options, rows and blanks are never reused, and stay when a text changes or a part is moved.
   */
  readonly pages: readonly SurveyPage[];
  /** The rules that the wire has no field for. */
  readonly logic: Logic;
  /** The language that its texts are in, as a BCP 47 tag; left out when its author did not say. */
  readonly language?: string | undefined;
  /**
   * Its texts in other languages, by the tag of each and by the key of the text, see `languages/survey-texts.ts`. Only a survey
   * with a language has some.
   */
  readonly translations?: Readonly<Record<string, Readonly<Record<string, string>>>> | undefined;
  /** How it looks; left out for the usual look. */
  readonly theme?: SurveyTheme | undefined;
}

/** Numbers that are kept beside a definition. */
export interface DefinitionCounts {
  readonly pageCount: number;
  /** Entries on all pages, paragraphs of description included. */
  readonly questionCount: number;
}

/** Counts the pages and the questions of a definition. */
export function countDefinition({ pages }: Pick<SurveyDefinition, "pages">): DefinitionCounts {
  const questionCount = pages.reduce((count, { questions }) => count + questions.length, 0);
  return { pageCount: pages.length, questionCount };
}
