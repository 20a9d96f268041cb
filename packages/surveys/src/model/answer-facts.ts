import { deviceOf, systemOf } from "./user-agent-class.ts";

/** What is known of an answer beside what was answered. Times are ms UTC. */
export interface AnswerFacts {
  readonly startedAt: number;
  readonly endedAt: number;
  /** How the respondent came to the survey, such as "link" or "qr". */
  readonly channel: string;
  /** Classes of the respondent's device and system, such as "phone/ios". */
  readonly ua: string;
  /** The language in which it was answered, as a BCP 47 tag; "" or left out where the survey had one alone. */
  readonly language?: string | undefined;
}

/** The question id under which results count the facts of answers. */
export const factsQuestionId = "";

/** The cell that counts the answers themselves. */
export const answersCell = "answers";

const bucketsPerDoubling = 8;

/**
 * What results count of the facts of an answer: `answers`, `duration/…` with a {@link durationBucket}, `channel/…`,
 * `ua/…` with the device, `os/…` with its system and `language/…`, the last four only when they are known.
 */
export function factCells({
  startedAt,
  endedAt,
  channel,
  ua,
  language = "",
}: AnswerFacts): readonly string[] {
  const cells = [answersCell, `duration/${durationBucket(endedAt - startedAt)}`];
  if (channel !== "") cells.push(`channel/${channel}`);
  if (ua !== "") cells.push(`ua/${deviceOf(ua)}`);
  const system = systemOf(ua);
  if (system !== "") cells.push(`os/${system}`);
  if (language !== "") cells.push(`language/${language}`);
  return cells;
}

/** Durations are counted in buckets, each a twelfth longer than the one before: enough for a median. */
export function durationBucket(milliseconds: number): number {
  const seconds = Math.max(0, milliseconds) / 1000;
  return Math.round(bucketsPerDoubling * Math.log2(1 + seconds));
}

/** The seconds in the middle of a {@link durationBucket}. */
export function secondsOfBucket(bucket: number): number {
  return 2 ** (bucket / bucketsPerDoubling) - 1;
}
