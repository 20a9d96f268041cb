import type { QuestionType } from "./question.ts";

/** A chosen (or, in a ranking, placed) option. */
export interface AnswerOption {
  readonly id: string;
  readonly checked: 1;
  readonly text: string;
}

/** One row of a matrix as answered. */
export interface AnswerGroup {
  readonly id: string;
  /** The mark given in a `matrix_star`; the row's title in the other matrices. */
  readonly text: string;
  readonly options: readonly AnswerOption[];
}

/** One filled blank. */
export interface AnswerBlank {
  readonly id: string;
  readonly value: string;
}

/** One question as answered; what does not apply to its type is empty, never absent. */
export interface AnswerQuestion {
  readonly id: string;
  readonly type: QuestionType;
  readonly sub_type: number;
  /** Texts and marks of a scale. */
  readonly text: string;
  /** Choices in the order of the question; a ranking in the order of rank, best first. */
  readonly options: readonly AnswerOption[];
  readonly groups: readonly AnswerGroup[];
  readonly blanks: readonly AnswerBlank[];
}

/** One page of an answer, in the spelling of the wire. */
export interface AnswerPage {
  readonly id: string;
  readonly questions: readonly AnswerQuestion[];
}

/** Who filled in a survey. `anonymousRespondent` when nobody was signed in. */
export interface Respondent {
  readonly respondentId: number;
  readonly openid: string;
  readonly nickname: string;
}

/** The respondent of an answer given without signing in. */
export const anonymousRespondent: Respondent = { respondentId: 0, openid: "", nickname: "" };

/** Everything about an answer but what was answered. Times are ms UTC. */
export interface AnswerSummary {
  readonly surveyId: number;
  /** Serial within the survey, from 1 without gaps. */
  readonly answerId: number;
  /** Ten alphanumerics, handed to the page that the respondent is sent to afterwards. */
  readonly hash: string;
  readonly respondent: Respondent;
  readonly startedAt: number;
  readonly endedAt: number;
}
