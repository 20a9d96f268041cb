import type { SurveyDefinition } from "../model/definition.ts";
import type { SurveyQueries } from "./queries.ts";
import { parseDefinition } from "./stored-definition.ts";

/** How many earlier revisions of a draft are kept. */
export const keptRevisions = 50;

/**
 * Keeps the draft as it is before it is changed, so that an editor can undo a change and see what another one changed.
 * The survey's lock has to be held.
 */
export async function keepRevision({ kysely }: SurveyQueries, surveyId: number): Promise<void> {
  await kysely
    .insertInto("survey_draft_history")
    .columns(["survey_id", "revision", "definition", "restored", "editor_user_id"])
    .expression((eb) =>
      eb
        .selectFrom("survey_drafts")
        .select(["survey_id", "revision", "definition", "restored", "editor_user_id"])
        .where("survey_id", "=", surveyId),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await kysely
    .deleteFrom("survey_draft_history")
    .where("survey_id", "=", surveyId)
    .where("revision", "<=", (eb) =>
      eb
        .selectFrom("survey_drafts")
        .select((inner) => inner("revision", "-", keptRevisions).as("oldest"))
        .where("survey_id", "=", surveyId),
    )
    .execute();
}

/** Finds an earlier revision of a draft. @returns undefined when it is no longer kept, and for the present one */
export async function findRevision(
  { kysely }: SurveyQueries,
  surveyId: number,
  revision: number,
): Promise<SurveyDefinition | undefined> {
  const row = await kysely
    .selectFrom("survey_draft_history")
    .select("definition")
    .where("survey_id", "=", surveyId)
    .where("revision", "=", revision)
    .executeTakeFirst();
  return row && parseDefinition(row.definition);
}

/** Which way to go through the revisions of a draft. */
export type UndoDirection = "undo" | "redo";

/** An earlier revision that a draft can be put back to. */
export interface UndoStep {
  readonly revision: number;
  readonly definition: SurveyDefinition;
}

/**
 * Finds what undoing the last change leads to, or redoing what was undone last. Undoing again goes one revision further back;
 * redoing ends where undoing began.
 *
 * @returns undefined when there is nothing to undo or redo, or it is no longer kept
 */
export async function findUndoStep(
  queries: SurveyQueries,
  surveyId: number,
  direction: UndoDirection,
): Promise<UndoStep | undefined> {
  const draft = await queries.kysely
    .selectFrom("survey_drafts")
    .select(["revision", "restored"])
    .where("survey_id", "=", surveyId)
    .executeTakeFirst();
  if (draft === undefined) return undefined;
  const at = draft.restored ?? draft.revision;
  const row = await queries.kysely
    .selectFrom("survey_draft_history")
    .select(["revision", "definition"])
    .where("survey_id", "=", surveyId)
    .where("revision", direction === "undo" ? "<" : ">", at)
    .orderBy("revision", direction === "undo" ? "desc" : "asc")
    .limit(1)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  if (direction === "redo" && row.revision > (await undoingBegan(queries, surveyId))) return undefined;
  return { revision: row.revision, definition: parseDefinition(row.definition) };
}

/** The last revision that undoing did not make. */
async function undoingBegan({ kysely }: SurveyQueries, surveyId: number): Promise<number> {
  const row = await kysely
    .selectFrom("survey_draft_history")
    .select((eb) => eb.fn.max("revision").as("revision"))
    .where("survey_id", "=", surveyId)
    .where("restored", "is", null)
    .executeTakeFirst();
  return row?.revision ?? 0;
}
