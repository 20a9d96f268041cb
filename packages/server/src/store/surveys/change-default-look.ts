import { type DefaultLook, setDefaultLook, surveyLock } from "@survey-open-platform/surveys";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** The look of new surveys about to be changed, on the page of a survey that has it. */
export interface DefaultLookChange extends DefaultLook {
  readonly surveyId: number;
  readonly actor: Actor;
}

/** Makes the look of a survey that of new surveys of its owner, or has them begin with the usual one again. */
export async function changeDefaultLook(
  transaction: StoreQueries,
  { surveyId, actor, ownerId, theme }: DefaultLookChange,
): Promise<void> {
  await setDefaultLook(transaction, { ownerId, theme });
  const target = { kind: "survey", name: String(surveyId) } as const;
  const action = theme === undefined ? "survey.default_look_removed" : "survey.default_look_set";
  await recordAudit(transaction, { actor, action, target, after: { owner: ownerId } });
}
changeDefaultLook.locks = ({ surveyId }: DefaultLookChange) => [surveyLock(surveyId)];
