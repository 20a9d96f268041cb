import { randomBytes } from "node:crypto";
import type { ImportLoss } from "../model/import-loss.ts";
import type { SurveyDefinition } from "../model/definition.ts";
import { makeSurveyHash } from "../model/hashes.ts";
import { surveyState } from "../model/survey.ts";
import { nowMs, type SurveyQueries } from "./queries.ts";
import { definitionColumns, printDefinition } from "./stored-definition.ts";
import { withDefaultLook } from "./default-look-table.ts";
import { adoptPictures } from "./survey-picture-table.ts";
import { findDraft } from "./survey-draft.ts";
import type { Outbox } from "./webhooks/outbox.ts";

/** A survey about to be created. */
export interface NewSurvey {
  /** Account (a user's or a team's) that it belongs to. */
  readonly ownerId: number;
  readonly creatorUserId: number;
  readonly definition: SurveyDefinition;
  /** Whether it looks as it is defined, with or without a look of its own. Default false: it begins with that of its owner. */
  readonly isCopy?: boolean;
  /** Where it was imported from. */
  readonly imported?: SurveyOrigin | undefined;
  /** Runs before the event is written: for what says who hears of it. */
  readonly prepareEvent?: (surveyId: number) => Promise<void>;
}

/** The file that a survey was made of. */
export interface SurveyOrigin {
  /** The system whose file it was. */
  readonly source: string;
  readonly fileName: string;
  /** What is not as it was in the file. */
  readonly losses: readonly ImportLoss[];
}

/** How a new survey is addressed. */
export interface CreatedSurvey {
  readonly id: number;
  readonly hash: string;
}

/** Creates a survey with a draft and no version. @throws `SurveyTooLargeError` */
export async function createSurvey(
  transaction: SurveyQueries,
  { ownerId, creatorUserId, definition: given, imported, isCopy = false, prepareEvent }: NewSurvey,
  outbox: Outbox,
): Promise<CreatedSurvey> {
  const { kysely } = transaction;
  const definition = isCopy ? given : await withDefaultLook(transaction, ownerId, given);
  const created = await kysely
    .insertInto("surveys")
    .values({
      ...definitionColumns(definition),
      owner_id: ownerId,
      creator_user_id: creatorUserId,
      declared_key: null,
      hash: makeSurveyHash(randomBytes),
      version: 0,
      state: surveyState.draft,
      template_id: 0,
      answer_count: 0,
      redirect_url: "",
      login_check: 0,
      is_allow_update_answer: 0,
      started_at: null,
      end_at: null,
      created_at: nowMs,
      updated_at: nowMs,
    })
    .returning(["id", "hash", "created_at as createdAt"])
    .executeTakeFirstOrThrow();
  const { createdAt, ...address } = created;
  await insertDraft(transaction, { surveyId: address.id, definition, createdAt });
  await adoptPictures(transaction, address.id, definition);
  if (imported !== undefined) await insertOrigin(transaction, address.id, imported);
  await prepareEvent?.(address.id);
  const event = { surveyId: address.id, action: "survey.created", editorUserId: creatorUserId } as const;
  await outbox.survey(transaction, event);
  return address;
}

interface FirstDraft {
  readonly surveyId: number;
  readonly definition: SurveyDefinition;
  readonly createdAt: number;
}

async function insertDraft(
  { kysely }: SurveyQueries,
  { surveyId, definition, createdAt }: FirstDraft,
): Promise<void> {
  await kysely
    .insertInto("survey_drafts")
    .values({
      survey_id: surveyId,
      definition: printDefinition(definition),
      revision: 1,
      edited_at: createdAt,
    })
    .execute();
}

/** A survey about to be copied. */
export interface SurveyCopy {
  readonly surveyId: number;
  readonly ownerId: number;
  readonly creatorUserId: number;
  /** The title of the copy. */
  readonly title: string;
}

/**
 * Copies the draft of a survey into a new one, without settings and answers. Ids stay: they are unique within a survey
 * only.
 *
 * @returns undefined when there is no such survey
 */
export async function copySurvey(
  transaction: SurveyQueries,
  { surveyId, title, ...owners }: SurveyCopy,
  outbox: Outbox,
): Promise<CreatedSurvey | undefined> {
  const draft = await findDraft(transaction, surveyId);
  return (
    draft &&
    createSurvey(transaction, { ...owners, definition: { ...draft.definition, title }, isCopy: true }, outbox)
  );
}

/** Most losses that are kept. */
const keptLosses = 1000;

async function insertOrigin(
  { kysely }: SurveyQueries,
  surveyId: number,
  { source, fileName, losses }: SurveyOrigin,
): Promise<void> {
  await kysely
    .insertInto("survey_imports")
    .values({
      survey_id: surveyId,
      source,
      file_name: fileName,
      losses: JSON.stringify(losses.slice(0, keptLosses)),
      loss_count: losses.length,
    })
    .execute();
}
