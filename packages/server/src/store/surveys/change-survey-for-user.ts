import {
  changeSettings,
  findSettings,
  publishSurvey,
  settingsRevision,
  surveyLock,
  type Publication,
  type Publishing,
  type SettingsChange,
} from "@survey-open-platform/surveys";
import { recordAudit, type AuditEntry, type AuditValues } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";
import type { ChangeBy } from "./write-survey-for-user.ts";

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
 * @param recorded `before` and `after` are what the audit log says of the change; no password and no hash of one
 */
export async function changeOwnSettings(
  transaction: StoreQueries,
  recorded: ChangeBy & RecordedValues & { readonly change: OwnSettingsChange },
): Promise<SettingsSaving> {
  const { seen, ...change } = recorded.change;
  const settings = seen === undefined ? undefined : await findSettings(transaction, change.surveyId);
  if (settings !== undefined && settingsRevision(settings) !== seen) return "overtaken";
  return (await changeAndRecordSettings(transaction, { ...recorded, change })) ? "saved" : "missing";
}
changeOwnSettings.locks = ({ change }: { readonly change: OwnSettingsChange }) => [
  surveyLock(change.surveyId),
];

/** What the audit log says of a change of settings. */
interface RecordedValues {
  /** Left out where a call changes single settings: then `after` has those alone. */
  readonly before?: AuditValues;
  readonly after: AuditValues;
}

/** Changes settings of a survey, whose lock has to be held. @returns false when there is none */
export async function changeAndRecordSettings(
  transaction: StoreQueries,
  { change, actor, before, after, outbox }: ChangeBy & RecordedValues & { readonly change: SettingsChange },
): Promise<boolean> {
  const edited = { editorUserId: actor.userId ?? 0, ...change };
  const isChanged = await changeSettings(transaction, edited, outbox);
  if (isChanged)
    await record(transaction, change.surveyId, {
      actor,
      action: "survey.settings_changed",
      ...(before && { before }),
      after,
    });
  return isChanged;
}

/** Publishes the draft of a survey, whose lock has to be held. @returns undefined when there is no such survey */
export async function publishAndRecord(
  transaction: StoreQueries,
  { publication, actor, outbox }: ChangeBy & { readonly publication: Publication },
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
