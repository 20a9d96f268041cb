import type { Language } from "@survey-open-platform/service";

/** A survey to begin with. */
export interface SurveyTemplate {
  readonly id: string;
  /** The survey in its text form; the first line is its title. */
  readonly text: Readonly<Record<Language, string>>;
}
