import { sql } from "kysely";
import { sweepAnswerChanges } from "./answer-change-table.ts";
import { countAbandoned, type AbandonedForm } from "./abandoned-forms.ts";
import { nowMs, type SurveyQueries } from "./queries.ts";

/** Rows changed at a time, so that a sweep never delays the requests that wait for the next commit. */
const rowsPerStep = 500;

/**
 * Deletes half-filled forms, which are counted by the page that was open last, exports, notes of changes and delivered events that have expired, and empties the addresses of answers and their events that
 * were kept as long as their surveys say: a limited number of each. Surveys in the bin are swept by {@link sweepBin}.
 *
 * @returns how many rows were changed; 0 when none is left
 */
export async function sweepSurveys(transaction: SurveyQueries): Promise<number> {
  const { kysely } = transaction;
  const drafts = await sweepDrafts(kysely);
  const addresses = await sql`update answers set address = '', address_until = null
    where (survey_id, answer_id) in
      (select survey_id, answer_id from answers where address_until <= ${nowMs} limit ${sql.lit(rowsPerStep)})
    and address_until <= ${nowMs}`.execute(kysely);
  const eventAddresses = await sql`update webhook_deliveries set address = '', address_until = null
    where id in (select id from webhook_deliveries where address_until <= ${nowMs} limit ${sql.lit(rowsPerStep)})
    and address_until <= ${nowMs}`.execute(kysely);
  // What is still to be sent is kept, however old it is.
  const events = await sql`delete from webhook_deliveries
    where id in (select id from webhook_deliveries
      where expires_at <= ${nowMs} and due_at is null limit ${sql.lit(rowsPerStep)})
    and expires_at <= ${nowMs} and due_at is null`.execute(kysely);
  // As many as expire at once were stored at once.
  const addressAnswers = await kysely
    .deleteFrom("address_answers")
    .where("expires_at", "<=", nowMs)
    .executeTakeFirst();
  const exports = await kysely
    .deleteFrom("survey_exports")
    .where("expires_at", "<=", nowMs)
    .executeTakeFirst();
  const changes = await sweepAnswerChanges(transaction);
  return (
    changes +
    Number(exports.numDeletedRows) +
    Number(addressAnswers.numDeletedRows) +
    drafts +
    Number(addresses.numAffectedRows ?? 0) +
    Number(eventAddresses.numAffectedRows ?? 0) +
    Number(events.numAffectedRows ?? 0)
  );
}

async function sweepDrafts(kysely: SurveyQueries["kysely"]): Promise<number> {
  const { rows } = await sql<AbandonedForm>`delete from answer_drafts
    where (survey_id, hash) in
      (select survey_id, hash from answer_drafts where expires_at <= ${nowMs} limit ${sql.lit(rowsPerStep)})
    and expires_at <= ${nowMs}
    returning survey_id, version, page_id, custom_arguments`.execute(kysely);
  await countAbandoned(kysely, rows);
  return rows.length;
}
