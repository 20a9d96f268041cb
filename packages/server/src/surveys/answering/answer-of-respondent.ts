import type { AnswerReference, StoredAnswer } from "@survey-open-platform/surveys";
import { participantKey } from "../../model/participant.ts";
import { hashToken } from "../../model/token.ts";
import type { Store } from "../../store/store.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import type { Respondent } from "./respondent.ts";

/** Names a form from its first page on: pressing the button twice, or Back and then the button, sends one answer. */
export function formKey(startedAt: number, { draftHash }: Respondent): string {
  return `form:${hashToken(`${draftHash} ${startedAt}`)}`;
}

/** Whose answers a request may change. */
export interface AnswerOfRespondent {
  readonly survey: Pick<SurveyToAnswer, "id">;
  readonly respondent: Respondent;
}

/**
 * An answer that was given with this browser, or by the person who is signed in, or whose link the browser opened. Its hash alone is not enough: the application behind
 * a survey learns it as well, and it stands in addresses.
 */
export async function findAnswerOfRespondent(
  store: Store,
  { survey, respondent }: AnswerOfRespondent,
  answer: AnswerReference,
): Promise<StoredAnswer | undefined> {
  const found = await store.surveys.findAnswer({ surveyId: survey.id, answer });
  return found !== undefined && isOwn(found, respondent) ? found : undefined;
}

function isOwn({ onceKey, startedAt, respondentId, hash }: StoredAnswer, respondent: Respondent): boolean {
  const { participant } = respondent;
  if (participant !== undefined && onceKey === participantKey(participant.id)) return true;
  // An answer of a person is that person's alone, also in the browser that it was given with.
  if (respondentId !== 0) return respondent.identity?.id === respondentId;
  if (respondent.answerOfLink === hash) return true;
  return onceKey === formKey(startedAt, respondent) || onceKey === respondent.browserKey;
}
