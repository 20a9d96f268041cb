import { participantKey } from "../../model/participant.ts";
import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** Notes that a participant began to answer; one who refused before has thought again. */
export async function noteParticipantStarted({ kysely }: StoreQueries, id: number): Promise<void> {
  await kysely
    .updateTable("participants")
    .set({ started_at: nowMs, refused_at: null })
    .where("id", "=", id)
    .where("started_at", "is", null)
    .execute();
}

/** Notes that a participant does not want to take part: nothing more is written to them about the survey. */
export async function refuseToParticipate({ kysely }: StoreQueries, id: number): Promise<void> {
  await kysely
    .updateTable("participants")
    .set({ refused_at: nowMs })
    .where("id", "=", id)
    .where("refused_at", "is", null)
    .execute();
}

/** Notes that a participant's link was opened. */
export async function noteParticipantOpened({ kysely }: StoreQueries, id: number): Promise<void> {
  await kysely
    .updateTable("participants")
    .set({ opened_at: nowMs })
    .where("id", "=", id)
    .where("opened_at", "is", null)
    .execute();
}

/** Sets when a participant's link ends; the date that it has is no change. @param endAt ms UTC; null for when those of the survey do */
export async function setLinkEnd(
  transaction: StoreQueries,
  { surveyId, id, endAt, actor }: OneParticipant & { readonly endAt: number | null },
): Promise<void> {
  const { numUpdatedRows } = await transaction.kysely
    .updateTable("participants")
    .set({ end_at: endAt })
    .where("survey_id", "=", surveyId)
    .where("id", "=", id)
    .where("end_at", "is distinct from", endAt)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  await record(transaction, {
    actor,
    surveyId,
    action: "participants.ends_changed",
    after: { participants: 1 },
  });
}

interface OneParticipant {
  readonly surveyId: number;
  readonly id: number;
  readonly actor: Actor;
}

/** Withdraws a participant's link: it opens nothing from then on. The answer stays, without who gave it. @returns false when there is none */
export async function removeParticipant(
  transaction: StoreQueries,
  { surveyId, id, actor }: OneParticipant,
): Promise<boolean> {
  if ((await withdrawParticipants(transaction, surveyId, [id])) === 0) return false;
  await record(transaction, { actor, surveyId, action: "participant.removed", after: { participant: id } });
  return true;
}

/** The same for several, without an entry in the log. @returns how many there were */
export async function withdrawParticipants(
  { kysely }: StoreQueries,
  surveyId: number,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const { numDeletedRows } = await kysely
    .deleteFrom("participants")
    .where("survey_id", "=", surveyId)
    .where("id", "in", ids)
    .executeTakeFirst();
  const keys = ids.map(participantKey);
  await kysely
    .updateTable("answers")
    .set({ once_key: null })
    .where("survey_id", "=", surveyId)
    .where("answer_id", "in", (eb) =>
      eb
        .selectFrom("answer_claims")
        .select((claims) => claims.ref("answer_id").$notNull().as("answer_id"))
        .where("survey_id", "=", surveyId)
        .where("once_key", "in", keys)
        .where("answer_id", "is not", null),
    )
    .execute();
  await kysely
    .deleteFrom("answer_claims")
    .where("survey_id", "=", surveyId)
    .where("once_key", "in", keys)
    .execute();
  return Number(numDeletedRows);
}

/** Records that somebody took the links of all participants with them. */
export async function recordLinksDownloaded(
  transaction: StoreQueries,
  { surveyId, actor, count }: { readonly surveyId: number; readonly actor: Actor; readonly count: number },
): Promise<void> {
  await record(transaction, {
    actor,
    surveyId,
    action: "participants.links_downloaded",
    after: { participants: count },
  });
}

interface Recorded {
  readonly actor: Actor;
  readonly surveyId: number;
  readonly action: string;
  readonly after: Readonly<Record<string, number>>;
}

function record(transaction: StoreQueries, { surveyId, ...entry }: Recorded): Promise<void> {
  return recordAudit(transaction, { ...entry, target: { kind: "survey", name: String(surveyId) } });
}
