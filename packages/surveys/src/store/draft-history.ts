import type { SurveyDefinition } from "../model/definition.ts";
import type { SurveyQueries } from "./queries.ts";
import { parseDefinition } from "./stored-definition.ts";

/** How many earlier revisions of a draft are kept. */
const keptRevisions = 50;

/**
 * Keeps the draft as it is before it is changed, so that an editor can undo a change and see what another one changed.
 * The survey's lock has to be held.
 */
export async function keepRevision({ kysely }: SurveyQueries, surveyId: number): Promise<void> {
  await kysely
    .insertInto("survey_draft_history")
    .columns(["survey_id", "revision", "definition"])
    .expression((eb) =>
      eb
        .selectFrom("survey_drafts")
        .select(["survey_id", "revision", "definition"])
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
