/** Who is responsible for the answers, and what they are collected for, in words; "" where it is not said. */
export interface SurveyStatement {
  readonly responsible: string;
  readonly purpose: string;
}

/** What a survey says about the data of its respondents. */
export interface SurveyPrivacy extends SurveyStatement {
  /** The same in languages of the survey, by their BCP 47 tags; "" where it is not translated. */
  readonly statementTranslations: Readonly<Record<string, SurveyStatement>>;
  /** After how many days an answer is deleted; null to keep it as long as the survey. */
  readonly answerDays: number | null;
  /** Whether results go on counting answers that were deleted because their time was over. */
  readonly keepsCounts: boolean;
  /** What respondents have to agree to; "" for nothing. */
  readonly consentText: string;
  /** The same text in languages of the survey, by their BCP 47 tags. */
  readonly consentTranslations: Readonly<Record<string, string>>;
  /** Counts the texts of consent from 1, and their translations with them; 0 where there is none now. */
  readonly consentVersion: number;
}

/** Of a survey for which nothing was set. */
export const noPrivacy: SurveyPrivacy = {
  responsible: "",
  purpose: "",
  statementTranslations: {},
  answerDays: null,
  keepsCounts: false,
  consentText: "",
  consentTranslations: {},
  consentVersion: 0,
};

/** The most characters of who is responsible, and of the purpose. */
export const longestStatement = 500;

/** The most characters of a text of consent. */
export const longestConsent = 5000;

/** The longest time after which answers are deleted. */
export const mostAnswerDays = 3650;
