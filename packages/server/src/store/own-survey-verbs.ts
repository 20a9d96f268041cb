import type { Database } from "@survey-open-platform/database";
import {
  changeSettings,
  deleteSurvey,
  publishSurvey,
  surveyLock,
  type Outbox,
  type Publication,
  type Publishing,
  type SettingsChange,
} from "@survey-open-platform/surveys";
import { recordAudit, type Actor, type AuditEntry, type AuditValues } from "./audit-log-table.ts";
import {
  findOwnSurvey,
  listOwnSurveys,
  type OwnSurveySearch,
  type SurveyOfUser,
} from "./own-survey-table.ts";
import type { StoreQueries } from "./queries.ts";
import type { Schema } from "./schema.ts";

/** What users do with their surveys. Publishing, settings and deleting are in the audit log. */
export function ownSurveyVerbs(database: Database<Schema>, outbox: Outbox) {
  const { reader } = database;
  return {
    /** What a user sees of a survey, and may do with it; undefined when that is nothing. */
    findOwnSurvey: (survey: SurveyOfUser) => findOwnSurvey(reader, survey),
    listOwnSurveys: (search: OwnSurveySearch) => listOwnSurveys(reader, search),
    publishOwnSurvey: (publication: Publication, actor: Actor) =>
      locked(database, publication.surveyId, (t) => publish(t, { publication, actor, outbox })),
    /** @param after what the audit log says of the change; no password and no hash of one */
    changeOwnSettings: (change: SettingsChange, actor: Actor, after: AuditValues) =>
      locked(database, change.surveyId, async (t) => {
        const isChanged = await changeSettings(t, { editorUserId: actor.userId ?? 0, ...change }, outbox);
        if (isChanged) await record(t, change.surveyId, { actor, action: "survey.settings_changed", after });
        return isChanged;
      }),
    /** @returns false when there is none */
    deleteOwnSurvey: (surveyId: number, actor: Actor, before: AuditValues) =>
      locked(database, surveyId, async (t) => {
        const isDeleted = await deleteSurvey(t, { surveyId, editorUserId: actor.userId ?? 0 }, outbox);
        if (isDeleted) await record(t, surveyId, { actor, action: "survey.deleted", before });
        return isDeleted;
      }),
  };
}

function locked<Result>(
  database: Database<Schema>,
  surveyId: number,
  work: (transaction: StoreQueries) => Promise<Result>,
): Promise<Result> {
  return database.write(work, { locks: [surveyLock(surveyId)] });
}

async function publish(
  transaction: StoreQueries,
  {
    publication,
    actor,
    outbox,
  }: { readonly publication: Publication; readonly actor: Actor; readonly outbox: Outbox },
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

function record(
  transaction: StoreQueries,
  surveyId: number,
  entry: Omit<AuditEntry, "target">,
): Promise<void> {
  return recordAudit(transaction, { ...entry, target: { kind: "survey", name: String(surveyId) } });
}
