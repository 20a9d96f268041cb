import { sql } from "kysely";
import { answersCell, factsQuestionId } from "../model/answer-facts.ts";
import { parseDefinition } from "./stored-definition.ts";
import { rowStatement } from "./row-chunks.ts";
import type { SurveyQueries, SurveySteps } from "./queries.ts";

/** The hour that counts the answers of all hours. */
export const allTime = -1;

/** What half-filled forms that expired are counted under, by page. No question has it. */
export const leftQuestionId = "@left";

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

/** Counts the answers of a survey. It reads tallies, and takes as long for a thousand answers as for a million. */
export async function readTallies(
  queries: SurveyQueries,
  surveyId: number,
  filter: TallyFilter = {},
): Promise<SurveyTallies> {
  const questionIds = await countedQuestions(queries, surveyId);
  const rows = await filtered(queries, surveyId, filter)
    // Named, so that the rows of all time are found by the primary key.
    .where("question_id", "in", questionIds)
    .select((eb) => ["question_id as questionId", "cell", eb.fn.sum<number | string>("n").as("n")])
    .groupBy(["question_id", "cell"])
    .execute();
  const tallies = new Map<string, Map<string, number>>();
  for (const { questionId, cell, n } of rows) {
    const cells = tallies.get(questionId) ?? new Map<string, number>();
    // Engines differ in the type of a sum.
    if (Number(n) !== 0) tallies.set(questionId, cells.set(cell, Number(n)));
  }
  return tallies;
}

/** Answers that ended in an hour. */
export interface HourCount {
  /** The start of the hour, ms UTC. */
  readonly at: number;
  readonly count: number;
}

/** Counts the answers of a survey by the hour in which they ended, in ascending order; hours without answers are left out. */
export async function countByHour(
  queries: SurveyQueries,
  surveyId: number,
  filter: TallyFilter = {},
): Promise<readonly HourCount[]> {
  const rows = await filtered(queries, surveyId, { ...filter, from: filter.from ?? 0 })
    .where("question_id", "=", factsQuestionId)
    .where("cell", "=", answersCell)
    .select((eb) => ["hour", eb.fn.sum<number | string>("n").as("n")])
    .groupBy("hour")
    .orderBy("hour")
    .execute();
  return rows
    .map(({ hour, n }) => ({ at: hour * millisecondsPerHour, count: Number(n) }))
    .filter(({ count }) => count > 0);
}

function filtered({ kysely }: SurveyQueries, surveyId: number, { from, to, version }: TallyFilter) {
  const isAllTime = from === undefined && to === undefined;
  return kysely
    .selectFrom("survey_tallies")
    .where("survey_id", "=", surveyId)
    .where("hour", isAllTime ? "=" : ">=", isAllTime ? allTime : hourOf(from ?? 0))
    .$if(to !== undefined, (query) => query.where("hour", "<", hourOf(to ?? 0)))
    .$if(version !== undefined, (query) => query.where("version", "=", version ?? 0));
}

/** Ids of the questions of all versions, and of the facts. */
async function countedQuestions({ kysely }: SurveyQueries, surveyId: number): Promise<readonly string[]> {
  const versions = await kysely
    .selectFrom("survey_versions")
    .select("definition")
    .where("survey_id", "=", surveyId)
    .execute();
  const ids = versions.flatMap(({ definition }) =>
    parseDefinition(definition).pages.flatMap(({ questions }) => questions.map(({ id }) => id)),
  );
  return [...new Set([factsQuestionId, ...ids])];
}
