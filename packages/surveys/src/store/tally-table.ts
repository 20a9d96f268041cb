import { sql, type Kysely, type RawBuilder } from "kysely";
import { answersCell, factsQuestionId } from "../model/answer-facts.ts";
import { rowStatement } from "./row-chunks.ts";
import type { SurveySchema } from "./schema/schema.ts";
import { nowMs, prepare, type SurveyQueries, type SurveySteps } from "./queries.ts";

/** The hour that counts the answers of all hours. */
export const allTime = -1;

/** What half-filled forms that expired are counted under, by page. No question has it. */
export const abandonedQuestionId = "@left";

const millisecondsPerHour = 3_600_000;

/** A tally of one survey, without its count. */
export interface TallyKey {
  readonly questionId: string;
  /** Hours since 1970, or {@link allTime}. */
  readonly hour: number;
  readonly version: number;
  readonly cell: string;
}

/** The hour in which a moment is. @param milliseconds UTC */
export function hourOf(milliseconds: number): number {
  return Math.floor(milliseconds / millisecondsPerHour);
}

/** A text that is different for each tally of a survey. */
export function nameOfTally({ hour, version, questionId, cell }: TallyKey): string {
  return `${hour} ${version} ${questionId} ${cell}`;
}

/** Collects changes of tallies, so that those of many answers are few rows. */
export class TallyChanges {
  /** By hour, without those over all time. */
  readonly #changes: Changes = new Map();

  /** Adds `n` to a cell, in its hour and over all time. */
  add(key: TallyKey, n: number): void {
    addTo(this.#changes, key, n);
  }

  /** The tallies that change, and by how much. */
  changed(): readonly (TallyKey & { readonly n: number })[] {
    const all: Changes = new Map([...this.#changes].map(([name, change]) => [name, { ...change }]));
    // Added up here, once per hour and not per answer.
    for (const { key, n } of this.#changes.values()) addTo(all, { ...key, hour: allTime }, n);
    return [...all.values()].filter(({ n }) => n !== 0).map(({ key, n }) => ({ ...key, n }));
  }
}

type Changes = Map<string, { readonly key: TallyKey; n: number }>;

function addTo(changes: Changes, key: TallyKey, n: number): void {
  const name = nameOfTally(key);
  const change = changes.get(name);
  if (change === undefined) changes.set(name, { key, n });
  else change.n += n;
}

const columns = ["survey_id", "question_id", "hour", "version", "cell", "shard", "n"] as const;

const addToTallies = rowStatement(columns, (db, rows) =>
  db
    .insertInto("survey_tallies")
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(["survey_id", "question_id", "hour", "version", "cell", "shard"])
        .doUpdateSet({ n: sql<number>`survey_tallies.n + excluded.n` }),
    ),
);

/** Adds changes to the tallies of a survey. @param shard of this process */
export function* changeTallies(surveyId: number, shard: number, changes: TallyChanges): SurveySteps<void> {
  const rows = changes.changed().map(({ questionId, hour, version, cell, n }) => ({
    survey_id: surveyId,
    question_id: questionId,
    hour,
    version,
    cell,
    shard,
    n,
  }));
  yield* addToTallies.send(rows);
}

/** Which answers to count. */
export interface TallyFilter {
  /** Answers that ended in the hour of this moment or later, ms UTC. */
  readonly from?: number | undefined;
  /** Answers that ended before the hour of this moment, ms UTC. */
  readonly to?: number | undefined;
  readonly version?: number | undefined;
}

/** How often each cell of a question was chosen. */
export type CellTallies = ReadonlyMap<string, number>;

/** Tallies by question id; those of the facts about answers are at `factsQuestionId`. */
export type SurveyTallies = ReadonlyMap<string, CellTallies>;

/** The most that a column of integers holds, on both engines. */
const greatest = 2_147_483_647;

interface TallyRange {
  readonly surveyId: number;
  readonly firstHour: number;
  readonly lastHour: number;
  readonly firstVersion: number;
  readonly lastVersion: number;
}

type QuestionRange = TallyRange & { readonly questionId: string };

type RangeParameter = <Name extends keyof QuestionRange>(name: Name) => RawBuilder<QuestionRange[Name]>;

/** The tallies of one question in a range: one range of the primary key. */
function talliesIn(db: Kysely<SurveySchema>, param: RangeParameter) {
  return db
    .selectFrom("survey_tallies")
    .where("survey_id", "=", param("surveyId"))
    .where("question_id", "=", param("questionId"))
    .where("hour", ">=", param("firstHour"))
    .where("hour", "<=", param("lastHour"))
    .where("version", ">=", param("firstVersion"))
    .where("version", "<=", param("lastVersion"));
}

/**
 * By question: PostgreSQL then always reads one range of the primary key. When it was asked for all questions of a survey that it knew
 * too little about, it read all tallies of the survey.
 */
const cellsOfQuestion = prepare<QuestionRange>()((db, param) =>
  talliesIn(db, param)
    .select((eb) => ["cell", eb.fn.sum<number | string>("n").as("n")])
    .groupBy("cell"),
);

/** What tallies are read of. */
export interface TallyRequest extends TallyFilter {
  readonly surveyId: number;
  /** Those of all its versions. Facts about answers are counted besides. */
  readonly questionIds: readonly string[];
}

/** Counts the answers of a survey. It reads tallies, and takes as long for a thousand answers as for a million. */
export async function readTallies(
  queries: SurveyQueries,
  { surveyId, questionIds: ids, ...filter }: TallyRequest,
): Promise<SurveyTallies> {
  const range = rangeOf(surveyId, filter);
  const questionIds = [factsQuestionId, ...ids];
  const cellsOf = (questionId: string) => queries.run(cellsOfQuestion, { ...range, questionId });
  const found = isOfAllTime(filter)
    ? await Promise.all(questionIds.map(cellsOf))
    : await inTurn(questionIds, cellsOf);
  const tallies = new Map<string, CellTallies>();
  for (const [at, questionId] of questionIds.entries()) {
    // Engines differ in the type of a sum.
    const counts = (found[at] ?? []).map(({ cell, n }) => [cell, Number(n)] as const);
    const cells = new Map(counts.filter(([, n]) => n !== 0));
    if (cells.size > 0) tallies.set(questionId, cells);
  }
  return tallies;
}

/**
 * In a range each hour has rows of its own, after years a hundred thousand for a question. On SQLite they are read in one turn of the
 * event loop, so that each question gets a turn, and other requests go on in between.
 */
async function inTurn<Item, Result>(
  items: readonly Item[],
  read: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await read(item));
  return results;
}

/** Answers that ended in an hour. */
export interface HourCount {
  /** The start of the hour, ms UTC. */
  readonly at: number;
  readonly count: number;
}

const answersByHour = prepare<QuestionRange>()((db, param) =>
  talliesIn(db, param)
    .select((eb) => ["hour", eb.fn.sum<number | string>("n").as("n")])
    .where("cell", "=", answersCell)
    .groupBy("hour")
    .orderBy("hour"),
);

/** Counts the answers of a survey by the hour in which they ended, in ascending order; hours without answers are left out. */
export async function countByHour(
  queries: SurveyQueries,
  surveyId: number,
  filter: TallyFilter = {},
): Promise<readonly HourCount[]> {
  const range = rangeOf(surveyId, { ...filter, from: filter.from ?? 0 });
  const rows = await queries.run(answersByHour, { ...range, questionId: factsQuestionId });
  return rows
    .map(({ hour, n }) => ({ at: hour * millisecondsPerHour, count: Number(n) }))
    .filter(({ count }) => count > 0);
}

/** How many answers of a survey ended in an hour of the last days. */
export interface RecentHour extends HourCount {
  readonly surveyId: number;
  /** The time of the database, ms UTC. */
  readonly now: number;
}

/** Counts the answers of several surveys by the hour in which they ended, in the last days; hours without answers are left out. */
export async function countRecentHours(
  { kysely }: SurveyQueries,
  { surveyIds, days }: { readonly surveyIds: readonly number[]; readonly days: number },
): Promise<readonly RecentHour[]> {
  if (surveyIds.length === 0) return [];
  const first = sql<number>`cast(${nowMs} / ${sql.lit(millisecondsPerHour)} as integer) - ${sql.lit(days * 24)}`;
  const rows = await kysely
    .selectFrom("survey_tallies")
    .select((eb) => ["survey_id as surveyId", "hour", eb.fn.sum<number | string>("n").as("n")])
    .select(nowMs.as("now"))
    .where("survey_id", "in", surveyIds)
    .where("question_id", "=", factsQuestionId)
    .where("hour", ">=", first)
    .where("cell", "=", answersCell)
    .groupBy(["survey_id", "hour"])
    .execute();
  return rows.map(({ surveyId, hour, n, now }) => ({
    surveyId,
    at: hour * millisecondsPerHour,
    // Engines differ in the type of a sum.
    count: Number(n),
    now,
  }));
}

function isOfAllTime({ from, to }: TallyFilter): boolean {
  return from === undefined && to === undefined;
}

function rangeOf(surveyId: number, filter: TallyFilter): TallyRange {
  const { from, to, version } = filter;
  const isAllTime = isOfAllTime(filter);
  return {
    surveyId,
    firstHour: isAllTime ? allTime : hourOf(from ?? 0),
    lastHour: isAllTime ? allTime : to === undefined ? greatest : hourOf(to) - 1,
    firstVersion: version ?? 0,
    lastVersion: version ?? greatest,
  };
}
