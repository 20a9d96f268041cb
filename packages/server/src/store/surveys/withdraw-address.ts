import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** What is withdrawn, and by whom. */
export interface WithdrawnAddress {
  readonly surveyId: number;
  readonly id: number;
  readonly actor: Actor;
}

/** The tables of secret addresses, and how the audit log calls a row of each. */
const kinds = {
  answer_sheets: { action: "answer_sheet.withdrawn", name: "sheet" },
  results_links: { action: "results_link.withdrawn", name: "link" },
} as const;

/** Withdraws a secret address of a survey: it gives nothing from then on. @returns false when there is none */
export async function withdrawAddress(
  transaction: StoreQueries,
  table: keyof typeof kinds,
  { surveyId, id, actor }: WithdrawnAddress,
): Promise<boolean> {
  const { numDeletedRows } = await transaction.kysely
    .deleteFrom(table)
    .where("survey_id", "=", surveyId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  const { action, name } = kinds[table];
  const target = { kind: "survey", name: String(surveyId) } as const;
  await recordAudit(transaction, { actor, action, target, before: { [name]: id } });
  return true;
}
