import { sql } from "kysely";
import { audiences, scopeBits } from "../../model/scopes.ts";
import type { StoreQueries } from "../statements/queries.ts";
import { contains } from "../statements/search-pattern.ts";
import { chosenOn, mayLimit } from "./survey-choice-table.ts";

/** Surveys that one page of the list shows, beside those that are chosen. */
const listedSurveys = 20;
/** Chosen surveys that are shown on top; the others are found by searching. */
const listedChosen = 50;

/** A survey that can be ticked. */
export interface PickedSurvey {
  readonly id: number;
  readonly title: string;
  readonly answerCount: number;
  readonly createdAt: number;
  readonly isTicked: boolean;
}

/** What an open page shows of a user's surveys. */
export interface SurveyPicker {
  /** Whether applications can be limited: not as long as a node of an older version may serve. */
  readonly isOffered: boolean;
  readonly onlyChosen: boolean;
  readonly chosenCount: number;
  /** All surveys of the user. */
  readonly total: number;
  /** The newest of those that are chosen. */
  readonly chosen: readonly PickedSurvey[];
  /** The newest others whose titles have what is searched for; more of the chosen ones may be among them. */
  readonly found: readonly PickedSurvey[];
  /** The id that the next page of the list begins below. */
  readonly next: number | undefined;
  /** Whether agents may read names and contact data too; undefined where no agent asks for answers. */
  readonly withPersonal: boolean | undefined;
}

/** Which part of the list is shown. */
export interface PickerSearch {
  readonly requestHash: string;
  readonly userId: number;
  /** Part of a title; "" for all. */
  readonly search: string;
  readonly before: number | undefined;
}

/** Reads what an open page shows, from the index of lists alone: a page with ten thousand surveys is as quick as one with ten. */
export async function readPicker(queries: StoreQueries, search: PickerSearch): Promise<SurveyPicker> {
  const { requestHash, userId } = search;
  const isOffered = await mayLimit(queries, requestHash);
  const chosen = await newestChosen(queries, { requestHash, userId });
  const found = await newestOthers(queries, search, chosen);
  const list = found.slice(0, listedSurveys);
  const { rows } = await sql<{ readonly total: number | string; readonly count: number | string }>`
    select (select count(*) from surveys where owner_id = ${userId} and binned_at is null) as total,
      (select count(*) from authorization_request_surveys where request_hash = ${requestHash}) as count`.execute(
    queries.kysely,
  );
  return {
    isOffered,
    onlyChosen: (await chosenOn(queries, requestHash)) !== null,
    // Engines differ in the type that they count in.
    chosenCount: Number(rows[0]?.count ?? 0),
    total: Number(rows[0]?.total ?? 0),
    chosen,
    found: list,
    next: found.length > listedSurveys ? list.at(-1)?.id : undefined,
    withPersonal: await personalOn(queries, requestHash),
  };
}

/** Only agents are asked about: programs with a token for the API read whole answers. */
async function personalOn({ kysely }: StoreQueries, requestHash: string): Promise<boolean | undefined> {
  const request = await kysely
    .selectFrom("authorization_requests")
    .select(["audience", "scopes", "with_personal as withPersonal"])
    .where("hash", "=", requestHash)
    .executeTakeFirst();
  if (request?.audience !== audiences.mcp || (request.scopes & scopeBits["answers:read"]) === 0)
    return undefined;
  return request.withPersonal === 1;
}

function selectPicked(
  { kysely }: StoreQueries,
  { requestHash, userId }: Pick<PickerSearch, "requestHash" | "userId">,
) {
  return kysely
    .selectFrom("surveys as s")
    .select(["s.id", "s.title", "s.answer_count as answerCount", "s.created_at as createdAt"])
    .select(
      sql<0 | 1>`case when exists (select 1 from authorization_request_surveys r
        where r.request_hash = ${requestHash} and r.survey_id = s.id) then 1 else 0 end`.as("ticked"),
    )
    .where("s.owner_id", "=", userId)
    .where("s.binned_at", "is", null);
}

async function newestChosen(
  queries: StoreQueries,
  page: Pick<PickerSearch, "requestHash" | "userId">,
): Promise<readonly PickedSurvey[]> {
  const newest = queries.kysely
    .selectFrom("authorization_request_surveys")
    .select("survey_id")
    .where("request_hash", "=", page.requestHash)
    .orderBy("survey_id", "desc")
    .limit(listedChosen);
  const rows = await selectPicked(queries, page)
    .where("s.id", "in", (eb) => eb.selectFrom(newest.as("newest")).select("newest.survey_id"))
    .orderBy("s.id", "desc")
    .execute();
  return rows.map(fromRow);
}

async function newestOthers(
  queries: StoreQueries,
  { search, before, ...page }: PickerSearch,
  chosen: readonly PickedSurvey[],
): Promise<readonly PickedSurvey[]> {
  const shown = chosen.map(({ id }) => id);
  const rows = await selectPicked(queries, page)
    .$if(shown.length > 0, (query) => query.where("s.id", "not in", shown))
    .$if(search !== "", (query) => query.where(contains(search, ["s.title"])))
    .$if(before !== undefined, (query) => query.where("s.id", "<", before ?? 0))
    .orderBy("s.id", "desc")
    .limit(listedSurveys + 1)
    .execute();
  return rows.map(fromRow);
}

function fromRow({
  ticked,
  ...survey
}: Omit<PickedSurvey, "isTicked"> & { readonly ticked: 0 | 1 }): PickedSurvey {
  return { ...survey, isTicked: ticked === 1 };
}
