import type { SurveyDefinition } from "../model/definition.ts";
import { sql } from "kysely";
import { surveyState } from "../model/survey.ts";
import { mostVersionCharacters, SurveyTooLargeError } from "../model/survey-size.ts";
import { nowMs, type SurveyQueries } from "./queries.ts";
import { definitionColumns, parseDefinition, printDefinition } from "./stored-definition.ts";
import { findDraft, type SurveyDraft } from "./survey-draft.ts";
import type { Outbox } from "./webhooks/outbox.ts";

/** A published version, without its definition. */
export interface SurveyVersion {
  /** From 1 without gaps. */
  readonly version: number;
  /** ms UTC. */
  readonly publishedAt: number;
}

/** Lists the versions of a survey, the oldest first. */
export function versionsOf({ kysely }: SurveyQueries, surveyId: number): Promise<readonly SurveyVersion[]> {
  return kysely
    .selectFrom("survey_versions")
    .select(["version", "published_at as publishedAt"])
    .where("survey_id", "=", surveyId)
    .orderBy("version")
    .execute();
}

/** Finds what a version of a survey froze. */
export async function definitionOfVersion(
  { kysely }: SurveyQueries,
  surveyId: number,
  version: number,
): Promise<SurveyDefinition | undefined> {
  const row = await kysely
    .selectFrom("survey_versions")
    .select("definition")
    .where("survey_id", "=", surveyId)
    .where("version", "=", version)
    .executeTakeFirst();
  return row && parseDefinition(row.definition);
}

/** Which draft to publish: the one that its editor has seen. */
export interface Publication {
  readonly surveyId: number;
  readonly revision: number;
  /** Who publishes it; 0 or left out for a program. */
  readonly editorUserId?: number;
}

/** The outcome of it: with a conflict nothing was published, and `conflict` is the draft of the other editor. */
export type Publishing = { readonly version: number } | { readonly conflict: SurveyDraft };

/**
 * Freezes the draft of a survey as its next version, and lets a survey that was a draft collect answers. A draft that
 * equals the newest version makes no other one.
 *
 * @returns undefined when there is no such survey
 */
export async function publishSurvey(
  transaction: SurveyQueries,
  { surveyId, revision, editorUserId = 0 }: Publication,
  outbox: Outbox,
): Promise<Publishing | undefined> {
  const draft = await findDraft(transaction, surveyId);
  if (draft === undefined) return undefined;
  if (draft.revision !== revision) return { conflict: draft };
  const survey = await transaction.kysely
    .selectFrom("surveys")
    .select("version")
    .where("id", "=", surveyId)
    .where("binned_at", "is", null)
    .executeTakeFirst();
  if (survey === undefined) return undefined;
  const newest = await definitionOfVersion(transaction, surveyId, survey.version);
  await startCollecting(transaction, surveyId);
  const isSame = JSON.stringify(newest) === JSON.stringify(draft.definition);
  const published = isSame ? survey.version : await addVersion(transaction, surveyId, draft.definition);
  await outbox.survey(transaction, { surveyId, action: "survey.updated", editorUserId });
  return { version: published };
}

/** Makes a definition the next version of a survey. The survey's lock has to be held. @returns its number */
export async function addVersion(
  { kysely }: SurveyQueries,
  surveyId: number,
  definition: SurveyDefinition,
): Promise<number> {
  const text = printDefinition(definition);
  await refuseTooManyVersions(kysely, surveyId, text.length);
  const { version, publishedAt } = await kysely
    .updateTable("surveys")
    .set((eb) => ({ ...definitionColumns(definition), version: eb("version", "+", 1), updated_at: nowMs }))
    .where("id", "=", surveyId)
    .returning(["version", "updated_at as publishedAt"])
    .executeTakeFirstOrThrow();
  await kysely
    .insertInto("survey_versions")
    .values({
      survey_id: surveyId,
      version,
      definition: text,
      published_at: publishedAt,
    })
    .execute();
  return version;
}

/** @throws `SurveyTooLargeError` */
async function refuseTooManyVersions(
  kysely: SurveyQueries["kysely"],
  surveyId: number,
  further: number,
): Promise<void> {
  const { stored } = await kysely
    .selectFrom("survey_versions")
    .select(({ fn }) =>
      fn.coalesce(fn.sum<number | string>(fn("length", ["definition"])), sql<number>`0`).as("stored"),
    )
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  const characters = Number(stored) + further;
  if (characters <= mostVersionCharacters) return;
  throw new SurveyTooLargeError(
    `The versions of the survey are too large: they would have ${characters} characters, and may have ${mostVersionCharacters}. Go on with a copy of the survey.`,
  );
}

/**
 * Makes a definition both the draft of a survey and its next version, whatever the draft was. The survey's lock has to be
 * held.
 */
export async function imposeDefinition(
  transaction: SurveyQueries,
  surveyId: number,
  definition: SurveyDefinition,
): Promise<void> {
  await transaction.kysely
    .insertInto("survey_drafts")
    .values({
      survey_id: surveyId,
      definition: printDefinition(definition),
      revision: 1,
      edited_at: nowMs,
    })
    .onConflict((conflict) =>
      conflict.column("survey_id").doUpdateSet((eb) => ({
        definition: eb.ref("excluded.definition"),
        revision: eb("survey_drafts.revision", "+", 1),
        edited_at: nowMs,
      })),
    )
    .execute();
  await addVersion(transaction, surveyId, definition);
}

async function startCollecting({ kysely }: SurveyQueries, surveyId: number): Promise<void> {
  await kysely
    .updateTable("surveys")
    .set({ state: surveyState.collecting, updated_at: nowMs })
    .where("id", "=", surveyId)
    .where("state", "=", surveyState.draft)
    .execute();
}
