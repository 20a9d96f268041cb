import {
  changeSettings,
  findSettings,
  publishSurvey,
  settingsRevision,
  surveyLock,
  type Outbox,
  type Publication,
  type Publishing,
  type SettingsChange,
} from "@survey-open-platform/surveys";
import { recordAudit, type Actor, type AuditEntry, type AuditValues } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** Settings that a user changes. */
export interface OwnSettingsChange extends SettingsChange {
  /** The revision of the settings that the change is based on; left out for one that fits all. */
  readonly seen?: string;
}

/** The outcome; `overtaken` when the settings are no longer those that were seen, and nothing was changed. */
export type SettingsSaving = "saved" | "overtaken" | "missing";

/**
 * Changes settings of a survey, unless they are no longer those that were seen.
 *
 * @param recorded `after` is what the audit log says of the change; no password and no hash of one
 */
export async function changeOwnSettings(
  transaction: StoreQueries,
  recorded: RecordedChange & { readonly change: OwnSettingsChange; readonly after: AuditValues },
): Promise<SettingsSaving> {
  const { seen, ...change } = recorded.change;
  const settings = seen === undefined ? undefined : await findSettings(transaction, change.surveyId);
  if (settings !== undefined && settingsRevision(settings) !== seen) return "overtaken";
  return (await changeAndRecordSettings(transaction, { ...recorded, change })) ? "saved" : "missing";
}
changeOwnSettings.locks = ({ change }: { readonly change: OwnSettingsChange }) => [
  surveyLock(change.surveyId),
];

/** What is needed to change a survey, and to tell the audit log and its webhooks. */
interface RecordedChange {
  readonly actor: Actor;
  readonly outbox: Outbox;
}

/** Changes settings of a survey, whose lock has to be held. @returns false when there is none */
export async function changeAndRecordSettings(
  transaction: StoreQueries,
  {
    change,
    actor,
    after,
    outbox,
  }: RecordedChange & { readonly change: SettingsChange; readonly after: AuditValues },
): Promise<boolean> {
  const edited = { editorUserId: actor.userId ?? 0, ...change };
  const isChanged = await changeSettings(transaction, edited, outbox);
  if (isChanged)
    await record(transaction, change.surveyId, { actor, action: "survey.settings_changed", after });
  return isChanged;
}

/** Publishes the draft of a survey, whose lock has to be held. @returns undefined when there is no such survey */
export async function publishAndRecord(
  transaction: StoreQueries,
  { publication, actor, outbox }: RecordedChange & { readonly publication: Publication },
): Promise<Publishing | undefined> {
  const published = await publishSurvey(
    transaction,
    { editorUserId: actor.userId ?? 0, ...publication },
    outbox,
  );
  if (published === undefined || "conflict" in published) return published;
  const after = { version: published.version };
  await record(transaction, publication.surveyId, { actor, action: "survey.published", after });
  return published;
}
publishAndRecord.locks = ({ publication }: { readonly publication: Publication }) => [
  surveyLock(publication.surveyId),
];

function record(
  transaction: StoreQueries,
  surveyId: number,
  entry: Omit<AuditEntry, "target">,
): Promise<void> {
  return recordAudit(transaction, { ...entry, target: { kind: "survey", name: String(surveyId) } });
}
