import type { AnswerValues } from "../model/answer-values.ts";

/** An answer as exports need it. Times are ms UTC. */
export interface ExportedAnswer {
  readonly answerId: number;
  readonly version: number;
  /** 0 for a respondent who was not signed in; then the names are empty. */
  readonly respondentId: number;
  readonly respondentOpenid: string;
  readonly respondentNickname: string;
  readonly startedAt: number;
  readonly endedAt: number;
  /** When it was last changed; when it was sent, where it never was. */
  readonly updatedAt: number;
  readonly channel: string;
  /** Class of the user agent, such as `phone`. */
  readonly device: string;
  /** In which it was answered, as a BCP 47 tag; "" where the survey had one alone. */
  readonly language: string;
  /** The version of the text of consent that the respondent agreed to; 0 where there was none. */
  readonly consentVersion: number;
  readonly values: AnswerValues;
  readonly customArguments: Readonly<Record<string, string>>;
}

/** Answers in the order of their serials, some at a time: a writer makes a chunk of each batch. */
export type AnswerBatches = AsyncIterable<readonly ExportedAnswer[]>;
