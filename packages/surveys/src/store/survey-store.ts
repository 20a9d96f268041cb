import type { Database } from "@survey-open-platform/database";
import { copySurvey, createSurvey, type NewSurvey, type SurveyCopy } from "./create-survey.ts";
import type { SurveySchema } from "./schema.ts";
import { findDraft, saveDraft, type DraftChange } from "./survey-draft.ts";
import {
  definitionOfVersion,
  definitionsOf,
  publishSurvey,
  versionsOf,
  type Publication,
} from "./survey-version.ts";

/** All operations on surveys and their answers; see {@link createSurveyStore}. */
export type SurveyStore = ReturnType<typeof createSurveyStore>;

/**
 * The verbs on surveys. Each is one transaction that cannot be half done and is safe when many callers run it at once; a
 * verb that changes something resolves once the change is durable. None checks who may do it.
 *
 * @throws `DatabaseUnavailableError` from every verb
 */
export function createSurveyStore(database: Database<SurveySchema>) {
  const { reader } = database;
  return {
    createSurvey: (survey: NewSurvey) => database.write((t) => createSurvey(t, survey)),
    copySurvey: (copy: SurveyCopy) => database.write((t) => copySurvey(t, copy)),
    findDraft: (surveyId: number) => findDraft(reader, surveyId),
    saveDraft: (change: DraftChange) =>
      database.write((t) => saveDraft(t, change), { locks: [surveyLock(change.surveyId)] }),
    publishSurvey: (publication: Publication) =>
      database.write((t) => publishSurvey(t, publication), { locks: [surveyLock(publication.surveyId)] }),
    versionsOf: (surveyId: number) => versionsOf(reader, surveyId),
    definitionsOf: (surveyId: number) => definitionsOf(reader, surveyId),
    definitionOfVersion: (surveyId: number, version: number) =>
      definitionOfVersion(reader, surveyId, version),
  };
}

/** Held while a survey is changed: its draft, its versions, its settings. */
function surveyLock(surveyId: number): string {
  return `survey ${surveyId}`;
}
