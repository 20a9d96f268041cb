import type { AnswerValues } from "../model/answer-values.ts";
import type { CustomArgumentValues } from "../model/custom-argument.ts";

/** A signed-in respondent. */
export interface Respondent {
  readonly id: number;
  readonly openid: string;
  readonly nickname: string;
}

/** An answer about to be added to a survey. */
export interface Submission {
  readonly surveyId: number;
  /** The version that was answered. */
  readonly version: number;
  readonly values: AnswerValues;
  readonly customArguments: CustomArgumentValues;
  /** Undefined for a respondent who is not signed in. */
  readonly respondent: Respondent | undefined;
  /** The account whose link as a participant was opened, for a survey with a list of respondents. Default none. */
  readonly invitedId?: number | undefined;
  /** When the form was first shown, ms UTC. The answer ends when it is stored. */
  readonly startedAt: number;
  /** How the respondent came to the survey, such as a link or a QR code; "" when not known. */
  readonly channel: string;
  /** Class of the user agent, such as "phone"; "" when not known. */
  readonly ua: string;
  readonly referrer: string;
  /** The language in which it was answered, as a BCP 47 tag. Default "", where the survey had one alone. */
  readonly language?: string | undefined;
  /** The version of the text of consent that the respondent agreed to. Default 0, where the survey had none. */
  readonly consentVersion?: number | undefined;
  readonly address: string;
  /** Names the address where the survey limits the answers from one, and how many it takes in 24 hours. */
  readonly addressLimit?: { readonly hash: string; readonly most: number } | undefined;
  /** Names the person, browser or form that may answer only once; null when there is no such limit. */
  readonly onceKey: string | null;
  /** Whether the answer is found again by the key, see `findClaimedAnswer`. Default false. */
  readonly isChangeable?: boolean;
  /** The hash of the half-filled form that ends with this answer, if there is one. */
  readonly draftHash?: string | undefined;
  /** Ids of the files in the values. Those of that half-filled form go into the answer. */
  readonly files?: readonly string[] | undefined;
}

/** Why a survey takes no answer. */
export type SubmissionRefusal =
  | "not_found"
  | "draft"
  | "paused"
  | "not_open_yet"
  | "closed"
  | "full"
  | "not_listed"
  | "already_answered";

/** Why an answer is not taken: because of the survey, or because its address has sent as many as the survey takes. */
export type AnswerRefusal = SubmissionRefusal | "address_limit";

/** An answer that was stored. */
export interface StoredSubmission {
  /** Serial within the survey; 0 for one to an anonymous survey, which gets it with others later. */
  readonly answerId: number;
  /** "" for one to an anonymous survey. */
  readonly hash: string;
}

/** The outcome of a submission. */
export type SubmissionOutcome = StoredSubmission | { readonly refused: AnswerRefusal };
