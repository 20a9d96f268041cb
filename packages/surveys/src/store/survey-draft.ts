import type { SurveyDefinition } from "../model/definition.ts";
import { keepRevision } from "./draft-history.ts";
import { nowMs, type SurveyQueries } from "./queries.ts";
import { definitionColumns, parseDefinition, printDefinition } from "./stored-definition.ts";
import type { Outbox } from "./webhooks/outbox.ts";

/** What the next version of a survey will be. */
export interface SurveyDraft {
  readonly definition: SurveyDefinition;
  /** Grows by one with each change. */
  readonly revision: number;
  /** When it was last changed, ms UTC. */
  readonly editedAt: number;
}

/** Finds the draft of a survey; every survey has one. @returns undefined when there is no such survey */
export async function findDraft(
  { kysely }: SurveyQueries,
  surveyId: number,
): Promise<SurveyDraft | undefined> {
  const row = await kysely
    .selectFrom("survey_drafts")
    .select(["definition", "revision", "edited_at as editedAt"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  return row && { ...row, definition: parseDefinition(row.definition) };
}

/** The revision of the draft of a survey. @returns undefined when there is no such survey */
export async function draftRevision(
  { kysely }: SurveyQueries,
  surveyId: number,
): Promise<number | undefined> {
  const row = await kysely
    .selectFrom("survey_drafts")
    .select("revision")
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  return row?.revision;
}

/** A changed draft, and the revision that its editor began with. */
export interface DraftChange {
  readonly surveyId: number;
  readonly definition: SurveyDefinition;
  readonly revision: number;
  /** Who changes it; 0 or left out for a program. */
  readonly editorUserId?: number;
  /** The earlier revision that is put back; left out for a change of another kind. */
  readonly restored?: number;
  /** Whether it goes on with the change before it, as when its editor types: both are one step of undoing. */
  readonly continues?: boolean;
}

/** The outcome of a changed draft: with a conflict nothing was saved, and `conflict` is the draft of the other editor. */
export type DraftSaving = { readonly saved: SurveyDraft } | { readonly conflict: SurveyDraft };

/**
 * Saves a draft unless another editor has saved since `revision`. A survey that was never published shows its draft in
 * lists and in the API.
 *
 * @returns undefined when there is no such survey
 * @throws `SurveyTooLargeError`
 */
export async function saveDraft(
  transaction: SurveyQueries,
  { surveyId, definition, revision, editorUserId = 0, restored, continues = false }: DraftChange,
  outbox: Outbox,
): Promise<DraftSaving | undefined> {
  const { kysely } = transaction;
  if (!continues) await keepRevision(transaction, surveyId);
  const saved = await kysely
    .updateTable("survey_drafts")
    .set({
      definition: printDefinition(definition),
      revision: revision + 1,
      edited_at: nowMs,
      restored: restored ?? null,
      editor_user_id: editorUserId,
    })
    .where("survey_id", "=", surveyId)
    .where("revision", "=", revision)
    .returning(["revision", "edited_at as editedAt"])
    .executeTakeFirst();
  if (saved === undefined) {
    const conflict = await findDraft(transaction, surveyId);
    return conflict && { conflict };
  }
  await kysely
    .updateTable("surveys")
    .set({ ...definitionColumns(definition), updated_at: nowMs })
    .where("id", "=", surveyId)
    .where("version", "=", 0)
    .execute();
  await outbox.survey(transaction, { surveyId, action: "survey.updated", editorUserId });
  return { saved: { ...saved, definition } };
}
