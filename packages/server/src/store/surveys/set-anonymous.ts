import {
  answersLock,
  dropAllProgress,
  hasBeenAnswered,
  type Outbox,
  surveyLock,
} from "@survey-open-platform/surveys";
import type { Actor } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { changeAndRecordSettings } from "./change-survey-for-user.ts";

/** Whether a survey is anonymous from now on, and who says so. */
export interface AnonymityChange {
  readonly surveyId: number;
  readonly isAnonymous: boolean;
  readonly actor: Actor;
  readonly outbox: Outbox;
}

/**
 * Makes a survey anonymous, or ends that. Half-filled forms go: they were kept by the rules of before.
 *
 * @returns `answered` where somebody has answered, and nothing was changed
 */
export async function setAnonymous(
  transaction: StoreQueries,
  { surveyId, isAnonymous, ...by }: AnonymityChange,
): Promise<"saved" | "answered" | "missing"> {
  if (await hasBeenAnswered(transaction, surveyId)) return "answered";
  const change = { surveyId, settings: { isAnonymous } };
  const isSaved = await changeAndRecordSettings(transaction, {
    change,
    after: { anonymous: isAnonymous },
    ...by,
  });
  if (!isSaved) return "missing";
  await dropAllProgress(transaction, surveyId);
  return "saved";
}
setAnonymous.locks = ({ surveyId }: AnonymityChange) => [surveyLock(surveyId), answersLock(surveyId)];
