/** What a survey is used for, as the number on the wire. 0 and 2 were retired and are never given out. */
export const surveyScene = {
  survey: 1,
  exam: 3,
  report: 4,
  review360: 5,
  assessment: 6,
  registration: 7,
  vote: 8,
  chain: 9,
} as const;

/** One of the numbers in {@link surveyScene}. */
export type SurveyScene = (typeof surveyScene)[keyof typeof surveyScene];

/** Whether a survey takes answers, as the number on the wire. */
export const surveyState = { draft: 0, collecting: 2, paused: 3 } as const;

/** The word for a state, as written in the declarative file. */
export type SurveyStateName = keyof typeof surveyState;

/** One of the numbers in {@link surveyState}. */
export type SurveyState = (typeof surveyState)[SurveyStateName];

/** Everything about a survey but its questions; what lists and the hot path need. Times are ms UTC. */
export interface SurveySummary {
  readonly id: number;
  /** Random hex, part of the public fill-in address. */
  readonly hash: string;
  /** Name of the survey in a declarative file; null when it was not made by one. */
  readonly key: string | null;
  /** Account (a user's or a team's) that the survey belongs to; decides which tokens reach it. */
  readonly ownerId: number;
  readonly creatorUserId: number;
  readonly title: string;
  /** Welcome text. */
  readonly prefix: string;
  /** Ending text. */
  readonly suffix: string;
  readonly scene: SurveyScene;
  readonly state: SurveyState;
  readonly pageCount: number;
  /** Entries on all pages, paragraphs of description included. */
  readonly questionCount: number;
  /** Start of the collecting window; null when not set. */
  readonly startedAt: number | null;
  /** End of the collecting window; null when not set. */
  readonly endAt: number | null;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** Template that the survey was made from; 0 for none. */
  readonly templateId: number;
  readonly answerCount: number;
  /** Where respondents are sent after their answer; "" for nowhere. */
  readonly redirectUrl: string;
  /** Whether respondents have to sign in; 1 when they have to. */
  readonly requiresSignIn: 0 | 1;
  /** Whether respondents may change an answer that they gave; 1 when they may. */
  readonly allowsAnswerUpdates: 0 | 1;
}
