import { rowsOf } from "@survey-open-platform/database";
import { sql } from "kysely";
import { knownBy, type NewParticipant, type ParticipantState } from "../../model/participant.ts";
import { hashToken } from "../../model/token.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";
import { contains } from "../statements/search-pattern.ts";

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
  /** The account that they are; null for others. */
  readonly userId: number | null;
  readonly nonce: string;
  /** How many mails were written. */
  readonly mails: number;
  readonly openedAt: number | null;
  readonly startedAt: number | null;
  readonly refusedAt: number | null;
  /** Their own date, ms UTC; null for that of the survey. */
  readonly endAt: number | null;
  /** When the link ends: their own date, or that of the survey; null for never. */
  readonly linkEndAt: number | null;
  readonly hasLinkEnded: boolean;
  /** The status code with which a mail to them came back; "" for none. */
  readonly bounceStatus: string;
  readonly hasAnswered: boolean;
  readonly state: ParticipantState;
}

/** The key of a participant's one answer, as `participantKey` makes it, where the participants are called `p`. */
export const participantKeyOfRow = sql<string>`'participant:' || p.id`;

/** Whether a participant has answered signed in, where the participants are called `p`. */
export const answeredByAccount = sql<boolean>`exists (select 1 from answers as a
  where a.survey_id = p.survey_id and a.respondent_id = p.user_id and a.respondent_id <> 0)`;

/** Whether a participant has answered, by the link or signed in, where they are called `p` and their claim `c`. */
export const answeredRow = sql<boolean | number>`(c.once_key is not null or ${answeredByAccount})`;

/** How far a participant is. */
const stateOfRow = sql<ParticipantState>`case when ${answeredRow} then 'answered'
  when p.refused_at is not null then 'refused' when p.started_at is not null then 'started'
  when p.opened_at is not null then 'opened' when p.bounced_at is not null then 'bounced'
  when p.mails > 0 then 'invited' else 'added' end`;

/** When a link ends, where the participants are called `p` and their survey `s`. */
const endOfRow = sql<number | null>`coalesce(p.end_at, s.links_end_at)`;

/** Whether a link has ended, as {@link endOfRow} says. */
export const hasEndedRow = sql<boolean>`(${endOfRow} is not null and ${endOfRow} <= ${nowMs})`;

function selectParticipants(db: StoreQueries["kysely"]) {
  return db
    .selectFrom("participants as p")
    .innerJoin("surveys as s", "s.id", "p.survey_id")
    .leftJoin("answer_claims as c", (join) =>
      join.onRef("c.survey_id", "=", "p.survey_id").on("c.once_key", "=", participantKeyOfRow),
    )
    .select([
      "p.id",
      "p.user_id as userId",
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
    .select([
      "p.bounce_status as bounceStatus",
      "p.end_at as endAt",
      endOfRow.as("linkEndAt"),
      hasEndedRow.$castTo<boolean | number>().as("ended"),
    ])
    .select(stateOfRow.as("state"));
}

type Row = Awaited<ReturnType<ReturnType<typeof selectParticipants>["execute"]>>[number];

function participantOf({ fields, ended, ...row }: Row): Participant {
  const hasAnswered = row.state === "answered";
  // SQLite has truth values as numbers.
  return { ...row, fields: fieldsIn(fields), hasAnswered, hasLinkEnded: Boolean(ended) };
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
  const states = kysely
    .selectFrom("participants as p")
    .leftJoin("answer_claims as c", (join) =>
      join.onRef("c.survey_id", "=", "p.survey_id").on("c.once_key", "=", participantKeyOfRow),
    )
    .select(stateOfRow.as("state"))
    .where("p.survey_id", "=", surveyId);
  const rows = await kysely
    .selectFrom(states.as("s"))
    .select("s.state")
    .select((eb) => eb.fn.countAll<number | string>().as("count"))
    .groupBy("s.state")
    .execute();
  // Engines differ in the type that they count in.
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}

/**
 * Whether an account has answered a survey: by its link as a participant, or signed in, whatever was the way there.
 *
 * @param listed the account on the list of the survey; undefined when it is not there
 */
export async function hasAccountAnswered(
  { kysely }: StoreQueries,
  { surveyId, userId }: { readonly surveyId: number; readonly userId: number },
  listed: Pick<Participant, "hasAnswered"> | undefined,
): Promise<boolean> {
  if (listed?.hasAnswered === true) return true;
  const row = await kysely
    .selectFrom("answers")
    .select("answer_id")
    .where("survey_id", "=", surveyId)
    .where("respondent_id", "=", userId)
    .where("respondent_id", "<>", 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Finds a participant by the link, by the id, or by the account. @returns undefined when there is none, or the survey is another one */
export async function findParticipant(
  queries: StoreQueries,
  {
    surveyId,
    ...by
  }: { readonly surveyId: number } & (
    | { readonly link: string }
    | { readonly id: number }
    | { readonly userId: number }
  ),
): Promise<Participant | undefined> {
  const row = await selectParticipants(queries.kysely)
    .where("p.survey_id", "=", surveyId)
    .where((eb) => {
      if ("id" in by) return eb("p.id", "=", by.id);
      return "link" in by ? eb("p.link_hash", "=", hashToken(by.link)) : eb("p.user_id", "=", by.userId);
    })
    .executeTakeFirst();
  return row && participantOf(row);
}
