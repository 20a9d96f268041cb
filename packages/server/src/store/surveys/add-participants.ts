import { sql } from "kysely";
import {
  type ContactToInvite,
  knownBy,
  type LinkOf,
  mostParticipants,
  type NewParticipant,
} from "../../model/participant.ts";
import { hashToken, makeRandomId } from "../../model/token.ts";
import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import { hashOfAddress, refusalsAmong } from "../mail/mail-refusal-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { countParticipants } from "./participant-table.ts";

/** Who is added to a survey, and by whom. */
export interface ParticipantsToAdd {
  readonly surveyId: number;
  readonly participants: readonly (NewParticipant | ContactToInvite)[];
  readonly linkOf: LinkOf;
  readonly actor: Actor;
}

/** Rows read or written at a time. */
const portion = 200;

/**
 * Adds participants; those that the survey has already stay as they are, except for when their link ends, where that is given.
 *
 * @returns how many are new; undefined when there would be too many, and none is added
 */
export async function addParticipants(
  transaction: StoreQueries,
  { surveyId, participants, linkOf, actor }: ParticipantsToAdd,
): Promise<number | undefined> {
  // Two who add at once do so one after the other.
  await transaction.kysely
    .updateTable("surveys")
    .set((eb) => ({ updated_at: eb.ref("updated_at") }))
    .where("id", "=", surveyId)
    .where("binned_at", "is", null)
    .execute();
  const fresh = await unknownAmong(transaction, surveyId, participants);
  const isFull = async () =>
    (await countParticipants(transaction, surveyId)) + fresh.length > mostParticipants;
  if (fresh.length > 0 && (await isFull())) return undefined;
  const isFresh = new Set(fresh);
  const known = participants.filter((one) => one.endAt !== undefined && !isFresh.has(one));
  for (const some of inPortions(fresh)) await insertParticipants(transaction, surveyId, some, linkOf);
  let moved = 0;
  for (const some of inPortions(known)) moved += await setEnds(transaction, surveyId, some);
  const target = { kind: "survey", name: String(surveyId) } as const;
  const record = async (action: string, count: number) => {
    if (count > 0) await recordAudit(transaction, { actor, action, target, after: { participants: count } });
  };
  await record("participants.added", fresh.length);
  await record("participants.ends_changed", moved);
  return fresh.length;
}

/** Sets when the links of participants end that a survey has. @returns how many ended at another time */
async function setEnds(
  { kysely }: StoreQueries,
  surveyId: number,
  people: readonly (NewParticipant | ContactToInvite)[],
): Promise<number> {
  const ends = people.map((one) => sql`when ${knownBy(one)} then cast(${one.endAt ?? null} as bigint)`);
  const end = sql<number | null>`case known_by ${sql.join(ends, sql` `)} end`;
  const { numUpdatedRows } = await kysely
    .updateTable("participants")
    .set({ end_at: end })
    .where("survey_id", "=", surveyId)
    .where("known_by", "in", people.map(knownBy))
    .where("end_at", "is distinct from", end)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Entries, as many at a time as are read or written together. */
export function* inPortions<Entry>(entries: readonly Entry[]): Generator<readonly Entry[]> {
  for (let at = 0; at < entries.length; at += portion) yield entries.slice(at, at + portion);
}

/** Those of some people whom a survey does not have yet. */
async function unknownAmong(
  { kysely }: StoreQueries,
  surveyId: number,
  people: readonly (NewParticipant | ContactToInvite)[],
): Promise<readonly (NewParticipant | ContactToInvite)[]> {
  const known = new Set<string>();
  for (const keys of inPortions(people.map(knownBy))) {
    const rows = await kysely
      .selectFrom("participants")
      .select("known_by")
      .where("survey_id", "=", surveyId)
      .where("known_by", "in", keys)
      .execute();
    for (const row of rows) known.add(row.known_by);
  }
  return people.filter((person) => !known.has(knownBy(person)));
}

/** Adds at most a portion of participants; those that the survey has already stay as they are. */
export async function insertParticipants(
  queries: StoreQueries,
  surveyId: number,
  participants: readonly (NewParticipant | ContactToInvite)[],
  linkOf: LinkOf,
): Promise<void> {
  const addressHashes = participants.map(addressHashOf);
  const refused = await refusalsAmong(queries, { topic: `participant-${surveyId}`, addressHashes });
  const rows = participants.map((participant, at) => ({
    ...participantRow(surveyId, participant, linkOf),
    mailed_at: null,
    opened_at: null,
    started_at: null,
    refused_at: refused.has(addressHashes[at] ?? "") ? nowMs : null,
    bounced_at: null,
    created_at: nowMs,
  }));
  await queries.kysely
    .insertInto("participants")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["survey_id", "known_by"]).doNothing())
    .execute();
}

/** Who a participant is, with a new link, as columns. */
export function participantRow(
  surveyId: number,
  participant: NewParticipant | ContactToInvite,
  linkOf: LinkOf,
) {
  const { email, phone, code, name, language, fields } = participant;
  const nonce = makeRandomId();
  return {
    survey_id: surveyId,
    known_by: knownBy(participant),
    nonce,
    link_hash: hashToken(linkOf(nonce)),
    address_hash: addressHashOf(participant),
    user_id: "userId" in participant ? participant.userId : null,
    email,
    phone,
    code,
    name,
    language,
    fields: JSON.stringify(fields),
    end_at: participant.endAt ?? null,
  };
}

function addressHashOf(participant: NewParticipant | ContactToInvite): string {
  if ("addressHash" in participant) return participant.addressHash;
  return participant.email === "" ? "" : hashOfAddress(participant.email);
}
