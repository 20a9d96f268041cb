import { rowsOf } from "@survey-open-platform/database";
import { sql } from "kysely";
import {
  type ContactToInvite,
  knownBy,
  type LinkOf,
  mostParticipants,
  type NewParticipant,
  type ParticipantState,
  participantKey,
} from "../../model/participant.ts";
import { hashToken, makeRandomId } from "../../model/token.ts";
import { hashOfAddress, refusalsAmong } from "../mail/mail-refusal-table.ts";
import { type Actor, recordAudit } from "../audit/audit-log-table.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";
import { contains } from "../statements/search-pattern.ts";

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
 * Adds participants; those that the survey has already stay as they are.
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
  if ((await countParticipants(transaction, surveyId)) + fresh.length > mostParticipants) return undefined;
  if (fresh.length === 0) return 0;
  for (const some of inPortions(fresh)) await insertSome(transaction, surveyId, some, linkOf);
  const after = { participants: fresh.length };
  await record(transaction, { actor, surveyId, action: "participants.added", after });
  return fresh.length;
}

function* inPortions<Entry>(entries: readonly Entry[]): Generator<readonly Entry[]> {
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

async function insertSome(
  queries: StoreQueries,
  surveyId: number,
  participants: readonly (NewParticipant | ContactToInvite)[],
  linkOf: LinkOf,
): Promise<void> {
  const addressHashes = participants.map(addressHashOf);
  const refused = await refusalsAmong(queries, { topic: `participant-${surveyId}`, addressHashes });
  const rows = participants.map((participant, at) => {
    const { email, phone, code, name, language, fields } = participant;
    const addressHash = addressHashes[at] ?? "";
    const nonce = makeRandomId();
    return {
      survey_id: surveyId,
      known_by: knownBy(participant),
      nonce,
      link_hash: hashToken(linkOf(nonce)),
      address_hash: addressHash,
      user_id: "userId" in participant ? participant.userId : null,
      email,
      phone,
      code,
      name,
      language,
      fields: JSON.stringify(fields),
      mailed_at: null,
      opened_at: null,
      started_at: null,
      refused_at: refused.has(addressHash) ? nowMs : null,
      bounced_at: null,
      created_at: nowMs,
    };
  });
  await queries.kysely.insertInto("participants").values(rows).execute();
}

function addressHashOf(participant: NewParticipant | ContactToInvite): string {
  if ("addressHash" in participant) return participant.addressHash;
  return participant.email === "" ? "" : hashOfAddress(participant.email);
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
  readonly openedAt: number | null;
  readonly startedAt: number | null;
  readonly refusedAt: number | null;
  readonly hasAnswered: boolean;
  readonly state: ParticipantState;
}

/** The key of a participant's one answer, as {@link participantKey} makes it, where the participants are called `p`. */
export const participantKeyOfRow = sql<string>`'participant:' || p.id`;

/** How far a participant is, where the participants are called `p` and what they have answered `c`. */
const stateOfRow = sql<ParticipantState>`case when c.once_key is not null then 'answered'
  when p.refused_at is not null then 'refused' when p.started_at is not null then 'started'
  when p.opened_at is not null then 'opened' when p.bounced_at is not null then 'bounced'
  when p.mails > 0 then 'invited' else 'added' end`;

function selectParticipants(db: StoreQueries["kysely"]) {
  return db
    .selectFrom("participants as p")
    .leftJoin("answer_claims as c", (join) =>
      join.onRef("c.survey_id", "=", "p.survey_id").on("c.once_key", "=", participantKeyOfRow),
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
    .select(["p.opened_at as openedAt", "p.started_at as startedAt", "p.refused_at as refusedAt"])
    .select(["c.once_key as onceKey", stateOfRow.as("state")]);
}

type Row = Awaited<ReturnType<ReturnType<typeof selectParticipants>["execute"]>>[number];

function participantOf({ fields, onceKey, ...row }: Row): Participant {
  return { ...row, fields: fieldsIn(fields), hasAnswered: onceKey !== null };
}

/** The fields of a participant in their column. */
export function fieldsIn(column: string): NewParticipant["fields"] {
  // Only texts are stored there.
  return JSON.parse(column) as NewParticipant["fields"];
}

/** A page of the participants of a survey. */
export interface ParticipantPage {
  readonly surveyId: number;
  /** Only those after this id; 0 for the first page. */
  readonly after: number;
  readonly limit: number;
  /** What is looked for in address, telephone number, code and name. Default "". */
  readonly search?: string;
  /** Only those who are so far. Default all. */
  readonly state?: ParticipantState | undefined;
}

/** Participants whose fields say which ones a survey has: those of one table have the same. */
const askedForFields = 200;

/** The names of the author's own fields that participants of a survey have. */
export async function participantFieldNames(
  { kysely }: StoreQueries,
  surveyId: number,
): Promise<readonly string[]> {
  const rows = await kysely
    .selectFrom("participants")
    .select("fields")
    .where("survey_id", "=", surveyId)
    .orderBy("id")
    .limit(askedForFields)
    .execute();
  return [...new Set(rows.flatMap(({ fields }) => Object.keys(fieldsIn(fields))))];
}

/** Lists the participants of a survey, the oldest first. */
export async function listParticipants(
  queries: StoreQueries,
  { surveyId, after, limit, search = "", state }: ParticipantPage,
): Promise<readonly Participant[]> {
  const rows = await selectParticipants(queries.kysely)
    .where("p.survey_id", "=", surveyId)
    .where("p.id", ">", after)
    .$if(search !== "", (query) => query.where(contains(search, ["p.email", "p.phone", "p.code", "p.name"])))
    .$if(state !== undefined, (query) => query.where(stateOfRow, "=", state ?? "added"))
    .orderBy("p.id")
    .limit(limit)
    .execute();
  return rows.map(participantOf);
}

const pageOfParticipants = prepare<{
  readonly surveyId: number;
  readonly lastId: number;
  readonly state: ParticipantState | "";
  readonly limit: number;
}>()((db, param) =>
  selectParticipants(db)
    .where("p.survey_id", "=", param("surveyId"))
    .where("p.id", ">", param("lastId"))
    .where(sql<boolean>`cast(${param("state")} as text) in ('', ${stateOfRow})`)
    .orderBy("p.id")
    .limit(param("limit")),
);

/** Lists the participants of a survey as a call reads them, the oldest first. */
export function* readParticipants(page: {
  readonly surveyId: number;
  readonly lastId: number;
  /** Only those who are so far. Default all. */
  readonly state?: ParticipantState | undefined;
  readonly limit: number;
}): StoreSteps<readonly Participant[]> {
  return (yield* rowsOf(pageOfParticipants, { ...page, state: page.state ?? "" })).map(participantOf);
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

/** How many participants of a survey are how far. */
export async function countStates(
  { kysely }: StoreQueries,
  surveyId: number,
): Promise<ReadonlyMap<ParticipantState, number>> {
  const rows = await kysely
    .selectFrom("participants as p")
    .leftJoin("answer_claims as c", (join) =>
      join.onRef("c.survey_id", "=", "p.survey_id").on("c.once_key", "=", participantKeyOfRow),
    )
    .select(stateOfRow.as("state"))
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .where("p.survey_id", "=", surveyId)
    .groupBy(stateOfRow)
    .execute();
  // Engines differ in the type that they count in.
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
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
