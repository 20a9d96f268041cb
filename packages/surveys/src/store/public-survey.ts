import { surveyState } from "../model/survey.ts";
import { nowMs, prepare, type SurveyQueries } from "./queries.ts";
import type { SubmissionRefusal } from "./submission.ts";
import { settingsOf, settingsSelection, type SurveySettings } from "./survey-settings.ts";
import { answerListeners } from "./webhooks/listeners.ts";

/** How respondents address a survey. */
export interface PublicAddress {
  readonly surveyId: number;
  /** Part of the public address, which makes it hard to guess. */
  readonly hash: string;
}

/** A survey as its answering pages need it. */
export interface PublicSurvey {
  readonly id: number;
  readonly hash: string;
  readonly ownerId: number;
  readonly creatorUserId: number;
  /** The version to answer; 0 for a survey that was never published. */
  readonly version: number;
  readonly answerCount: number;
  /** How many active webhooks get its answers. */
  readonly answerWebhooks: number;
  readonly settings: SurveySettings;
  /** Whether it accepts answers now, or why not. Submitting checks that again. */
  readonly availability: "open" | SubmissionRefusal;
  /** The time of the database, ms UTC, by which that was judged. */
  readonly now: number;
}

const publicSurvey = prepare<PublicAddress>()((db, param) =>
  db
    .selectFrom("surveys")
    .select(["id", "hash", "version", "owner_id as ownerId", "creator_user_id as creatorUserId"])
    .select(["answer_count as answerCount", answerListeners.as("answerWebhooks"), nowMs.as("now")])
    .select(settingsSelection)
    .where("id", "=", param("surveyId"))
    .where("hash", "=", param("hash"))
    .where("binned_at", "is", null),
);

/** Finds a survey for its respondents. @returns undefined when there is none, or its hash is another one */
export async function findPublicSurvey(
  queries: SurveyQueries,
  address: PublicAddress,
): Promise<PublicSurvey | undefined> {
  const [row] = await queries.run(publicSurvey, address);
  if (row === undefined) return undefined;
  const { id, hash, version, ownerId, creatorUserId, answerCount, answerWebhooks, now } = row;
  const settings = settingsOf(row);
  const isFull = settings.answerLimit !== null && answerCount >= settings.answerLimit;
  const availability = closedReason({ ...settings, now }) ?? (isFull ? "full" : "open");
  const facts = { id, hash, version, ownerId, creatorUserId, answerCount, answerWebhooks, now };
  return { ...facts, settings, availability };
}

/** What decides whether a survey accepts answers, but for its limit. */
interface Openness {
  readonly state: number;
  readonly startedAt: number | null;
  readonly endAt: number | null;
  readonly now: number;
}

/** Why a survey accepts no answers, whatever its limit; undefined when it does. */
export function closedReason({ state, startedAt, endAt, now }: Openness): SubmissionRefusal | undefined {
  if (state === surveyState.draft) return "draft";
  if (state === surveyState.paused) return "paused";
  if (startedAt !== null && startedAt > now) return "not_open_yet";
  return endAt !== null && endAt <= now ? "closed" : undefined;
}
