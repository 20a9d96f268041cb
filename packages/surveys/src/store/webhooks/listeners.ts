import { type RawBuilder, sql } from "kysely";
import type { EventAction } from "./event.ts";

/** Each kind of event as a bit of `webhooks.listens`. */
const eventBits = {
  "answer.create": 1,
  "answer.update": 2,
  "answer.delete": 4,
  "survey.created": 8,
  "survey.updated": 16,
  "survey.deleted": 32,
} as const satisfies Record<EventAction, number>;

/** Every kind of event, in the order in which they are written. */
export const eventActions = Object.keys(eventBits) as readonly EventAction[];

/** Kinds of events that are about answers. */
export const answerActions = eventActions.filter((action) => action.startsWith("answer."));

/** What a webhook gets for which nothing was chosen: one of a survey its answers, one of an account its surveys. */
export function defaultEvents(isOfSurvey: boolean): readonly EventAction[] {
  return isOfSurvey ? answerActions : eventActions.filter((action) => !answerActions.includes(action));
}

/** The kinds of events of a stored number; 0 stands for the default. */
export function eventsOf(listens: number, isOfSurvey: boolean): readonly EventAction[] {
  if (listens === 0) return defaultEvents(isOfSurvey);
  return eventActions.filter((action) => (listens & eventBits[action]) !== 0);
}

/** Kinds of events as the number that is stored. */
export function listensOf(events: readonly EventAction[]): number {
  return events.reduce((set, action) => set | eventBits[action], 0);
}

/** Whether a webhook `w` gets a kind of event. */
export function listensTo(action: EventAction): RawBuilder<boolean> {
  const byDefault = answerActions.includes(action) ? sql`w.survey_id` : sql`w.account_id`;
  return sql<boolean>`((w.listens & ${sql.lit(eventBits[action])}) <> 0
    or (w.listens = 0 and ${byDefault} is not null))`;
}

/** How many active webhooks get events of the answers of a row of `surveys`: its own, and those of its owner. */
export const answerListeners: RawBuilder<number> = sql<number>`answer_webhooks + (
  select cast(count(*) as integer) from webhooks w
  where w.account_id = surveys.owner_id and w.is_active = 1 and (w.listens & ${sql.lit(listensOf(answerActions))}) <> 0)`;

/** Whether a webhook `w` is one of a survey `s`, or of the account that owns it. */
export const isOfSurveyOrOwner: RawBuilder<boolean> = sql<boolean>`(w.survey_id = s.id or w.account_id = s.owner_id)`;
