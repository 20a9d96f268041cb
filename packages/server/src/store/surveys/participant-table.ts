import { rowsOf } from "@survey-open-platform/database";
import { sql } from "kysely";
import {
  knownBy,
  type LinkOf,
  mostParticipants,
  type NewParticipant,
  participantKey,
} from "../../model/participant.ts";
import { hashToken, makeRandomId } from "../../model/token.ts";
import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";

/** Who is added to a survey, and by whom. */
export interface ParticipantsToAdd {
  readonly surveyId: number;
  readonly participants: readonly NewParticipant[];
  readonly linkOf: LinkOf;
  readonly actor: Actor;
}

/** The outcome: how many are new, and how many were there already. */
export interface AddedParticipants {
  readonly added: number;
  readonly known: number;
}

/** Rows written at a time. */
const portion = 200;

/** Adds participants; those that the survey has already stay as they are. @returns undefined when there would be too many, and none is added */
export async function addParticipants(
  transaction: StoreQueries,
  { surveyId, participants, linkOf, actor }: ParticipantsToAdd,
): Promise<AddedParticipants | undefined> {
  // Two who add at once do so one after the other.
  await transaction.kysely
    .updateTable("surveys")
    .set((eb) => ({ updated_at: eb.ref("updated_at") }))
    .where("id", "=", surveyId)
    .where("binned_at", "is", null)
    .execute();
  const before = await countParticipants(transaction, surveyId);
  let added = 0;
  for (let at = 0; at < participants.length; at += portion)
    added += await insertSome(transaction, {
      surveyId,
      linkOf,
      participants: participants.slice(at, at + portion),
    });
  if (before + added > mostParticipants) return undefined;
  if (added > 0)
    await record(transaction, {
      actor,
      surveyId,
      action: "participants.added",
      after: { participants: added },
    });
  return { added, known: participants.length - added };
}

async function insertSome(
  { kysely }: StoreQueries,
  { surveyId, participants, linkOf }: Omit<ParticipantsToAdd, "actor">,
): Promise<number> {
  const rows = participants.map((participant) => {
    const nonce = makeRandomId();
    return {
      survey_id: surveyId,
      known_by: knownBy(participant),
      nonce,
      link_hash: hashToken(linkOf(nonce)),
      ...participant,
      fields: JSON.stringify(participant.fields),
      mailed_at: null,
      opened_at: null,
      created_at: nowMs,
    };
  });
  const inserted = await kysely
    .insertInto("participants")
    .values(rows)
    .onConflict((conflict) => conflict.columns(["survey_id", "known_by"]).doNothing())
    .returning("id")
    .execute();
  return inserted.length;
}

/** How many participants a survey has. */
export async function countParticipants({ kysely }: StoreQueries, surveyId: number): Promise<number> {
  const { count } = await kysely
    .selectFrom("participants")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("survey_id", "=", surveyId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** A participant as pages, calls and mails need it. Times are ms UTC. */
export interface Participant extends NewParticipant {
  readonly id: number;
  readonly nonce: string;
  /** How many mails were written. */
  readonly mails: number;
  readonly mailedAt: number | null;
  readonly openedAt: number | null;
  readonly hasAnswered: boolean;
  /** The serial of the answer; null where there is none. */
  readonly answerId: number | null;
}

function selectParticipants(db: StoreQueries["kysely"]) {
  return db
    .selectFrom("participants as p")
    .leftJoin("answer_claims as c", (join) =>
      join
        .onRef("c.survey_id", "=", "p.survey_id")
        .on((eb) => eb("c.once_key", "=", sql<string>`'participant:' || p.id`)),
    )
    .select([
      "p.id",
      "p.nonce",
      "p.email",
      "p.phone",
      "p.code",
      "p.name",
      "p.language",
      "p.fields",
      "p.mails",
    ])
    .select(["p.mailed_at as mailedAt", "p.opened_at as openedAt", "c.answer_id as answerId"])
    .select("c.once_key as onceKey");
}

type Row = Awaited<ReturnType<ReturnType<typeof selectParticipants>["execute"]>>[number];

function participantOf({ fields, onceKey, ...row }: Row): Participant {
  // Only texts are stored there.
  const read = JSON.parse(fields) as Participant["fields"];
  return { ...row, fields: read, hasAnswered: onceKey !== null };
}

/** A page of the participants of a survey. */
export interface ParticipantPage {
  readonly surveyId: number;
  /** Only those after this id; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
  /** What is looked for in address, telephone number, code and name. Default "". */
  readonly search?: string;
}

/** Lists the participants of a survey, the oldest first. */
export async function listParticipants(
  queries: StoreQueries,
  { surveyId, after, limit, search = "" }: ParticipantPage,
): Promise<readonly Participant[]> {
  const pattern = `%${search.toLowerCase().replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const rows = await selectParticipants(queries.kysely)
    .where("p.survey_id", "=", surveyId)
    .where("p.id", ">", after)
    .$if(search !== "", (query) =>
      query.where(
        sql<boolean>`lower(p.email || ' ' || p.phone || ' ' || p.code || ' ' || p.name) like ${pattern} escape '\\'`,
      ),
    )
    .orderBy("p.id")
    .limit(limit)
    .execute();
  return rows.map(participantOf);
}

const pageOfParticipants = prepare<{
  readonly surveyId: number;
  readonly lastId: number;
  readonly limit: number;
}>()((db, param) =>
  selectParticipants(db)
    .where("p.survey_id", "=", param("surveyId"))
    .where("p.id", ">", param("lastId"))
    .orderBy("p.id")
    .limit(param("limit")),
);

/** Lists the participants of a survey as a call reads them, the oldest first. */
export function* readParticipants(page: {
  readonly surveyId: number;
  readonly lastId: number;
  readonly limit: number;
}): StoreSteps<readonly Participant[]> {
  return (yield* rowsOf(pageOfParticipants, page)).map(participantOf);
}

/** Those of some people whom a survey has as participants. */
export async function findKnownParticipants(
  { kysely }: StoreQueries,
  surveyId: number,
  people: readonly NewParticipant[],
): Promise<readonly Participant[]> {
  if (people.length === 0) return [];
  const rows = await selectParticipants(kysely)
    .where("p.survey_id", "=", surveyId)
    .where("p.known_by", "in", people.map(knownBy))
    .orderBy("p.id")
    .execute();
  return rows.map(participantOf);
}

/** Finds a participant by the link, or by the id. @returns undefined when there is none, or the survey is another one */
export async function findParticipant(
  queries: StoreQueries,
  { surveyId, ...by }: { readonly surveyId: number } & ({ readonly link: string } | { readonly id: number }),
): Promise<Participant | undefined> {
  const row = await selectParticipants(queries.kysely)
    .where("p.survey_id", "=", surveyId)
    .where((eb) => ("id" in by ? eb("p.id", "=", by.id) : eb("p.link_hash", "=", hashToken(by.link))))
    .executeTakeFirst();
  return row && participantOf(row);
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

/** Withdraws a participant's link: it opens nothing from then on. The answer stays, without who gave it. @returns false when there is none */
export async function removeParticipant(
  transaction: StoreQueries,
  { surveyId, id, actor }: { readonly surveyId: number; readonly id: number; readonly actor: Actor },
): Promise<boolean> {
  const { numDeletedRows } = await transaction.kysely
    .deleteFrom("participants")
    .where("survey_id", "=", surveyId)
    .where("id", "=", id)
    .executeTakeFirst();
  if (numDeletedRows === 0n) return false;
  await transaction.kysely
    .updateTable("answers")
    .set({ once_key: null })
    .where("survey_id", "=", surveyId)
    .where("answer_id", "in", (eb) =>
      eb
        .selectFrom("answer_claims")
        .select((claims) => claims.ref("answer_id").$notNull().as("answer_id"))
        .where("survey_id", "=", surveyId)
        .where("once_key", "=", participantKey(id))
        .where("answer_id", "is not", null),
    )
    .execute();
  await transaction.kysely
    .deleteFrom("answer_claims")
    .where("survey_id", "=", surveyId)
    .where("once_key", "=", participantKey(id))
    .execute();
  await record(transaction, { actor, surveyId, action: "participant.removed", after: { participant: id } });
  return true;
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

/** The part of a survey's address that makes it hard to guess. @returns undefined when there is no such survey */
export async function findSurveyHash(
  { kysely }: StoreQueries,
  surveyId: number,
): Promise<{ readonly hash: string } | undefined> {
  return kysely
    .selectFrom("surveys")
    .select("hash")
    .where("id", "=", surveyId)
    .where("binned_at", "is", null)
    .executeTakeFirst();
}
