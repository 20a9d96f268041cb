import { prepareQuery, type Queries } from "@survey-open-platform/database";
import { sql } from "kysely";
import type { RequestLogSchema } from "./request-log-schema.ts";

/** How long lines and counts are kept. */
export const keptMilliseconds = 7 * 86_400_000;

export const hourMilliseconds = 3_600_000;

/** The clock of the database, as everywhere: nodes may disagree about the time. */
export const nowMs = sql<number>`now_ms()`;

export type RequestLogQueries = Queries<RequestLogSchema>;

type Value = string | number;

/** Values by their number: V8 keeps those in a list, where names of a few hundred parameters would be hashed each time. */
type Parameters = Readonly<Record<string, Value>>;

/** Rows of one statement; the rest of them go one by one. */
const rowsTogether = 32;

const insertTogether = insertOf(rowsTogether);
const insertOne = insertOf(1);

function insertOf(rows: number) {
  return prepareQuery<RequestLogSchema, Parameters>()((db, param) => {
    let count = 0;
    const next = <Type extends Value>() => sql<Type>`${param(String(count++))}`;
    const row = () => ({
      application_id: next<number>(),
      at: next<number>(),
      hour: next<number>(),
      route: next<string>(),
      error_type: next<string>(),
      message: next<string>(),
      milliseconds: next<number>(),
      address: next<string>(),
      request_id: next<string>(),
    });
    return db.insertInto("request_log_lines").values(Array.from({ length: rows }, row));
  });
}

/** In the order of the columns in {@link insertOf}. */
function valuesOf(line: NewLine): readonly Value[] {
  const { applicationId, at, route, errorType, message, milliseconds, address, requestId } = line;
  const hour = Math.floor(at / hourMilliseconds);
  return [applicationId, at, hour, route, errorType, message, milliseconds, address, requestId];
}

function parametersOf(lines: readonly NewLine[]): Parameters {
  const parameters: Record<string, Value> = {};
  let count = 0;
  for (const line of lines) for (const value of valuesOf(line)) parameters[count++] = value;
  return parameters;
}

/** Adds lines, the oldest first. */
export async function insertLines(transaction: RequestLogQueries, lines: readonly NewLine[]): Promise<void> {
  let written = 0;
  for (; written + rowsTogether <= lines.length; written += rowsTogether)
    await transaction.run(insertTogether, parametersOf(lines.slice(written, written + rowsTogether)));
  for (const line of lines.slice(written)) await transaction.run(insertOne, parametersOf([line]));
}

/** One call, as its application's developers see it. */
export interface LoggedCall {
  readonly id: number;
  readonly at: number;
  readonly route: string;
  readonly errorType: string;
  /** "" for the usual message of the type. */
  readonly message: string;
  readonly milliseconds: number;
  readonly address: string;
  readonly requestId: string;
}

/** A line about to be written. */
export interface NewLine extends Omit<LoggedCall, "id"> {
  readonly applicationId: number;
}

/** An application whose log is read. */
export interface LoggedApplication {
  readonly id: number;
  /** What is older belongs to another one: a restored backup may give an id a second time. */
  readonly createdAt: number;
}

/** Which lines of an application are asked for. */
export interface LineSearch {
  readonly application: LoggedApplication;
  readonly errorType?: string | undefined;
  readonly requestId?: string | undefined;
  /** The id of the last line of the page before. */
  readonly after?: number | undefined;
  readonly limit: number;
}

/** Finds lines of an application, the newest first. */
export async function listLines(
  { kysely }: RequestLogQueries,
  { application, errorType, requestId, after, limit }: LineSearch,
): Promise<readonly LoggedCall[]> {
  let query = kysely
    .selectFrom("request_log_lines")
    .select(["id", "at", "route", "error_type as errorType", "message", "milliseconds", "address"])
    .select("request_id as requestId")
    // A sum keeps SQLite from the index by application, in which it would read every line of the application.
    .where(requestId === undefined ? sql`application_id` : sql`application_id + 0`, "=", application.id)
    .where("at", ">=", application.createdAt)
    .where("at", ">", sql<number>`${nowMs} - ${sql.lit(keptMilliseconds)}`)
    .orderBy("id", "desc")
    .limit(limit);
  // The constant lets SQLite see that the index of refused calls has all of them.
  if (errorType !== undefined)
    query = query.where("error_type", "=", errorType).where("error_type", "<>", sql.lit(""));
  if (after !== undefined) query = query.where("id", "<", after);
  if (requestId !== undefined)
    query = query.where("request_id", "=", requestId).where("hour", "in", await keptHours(kysely));
  return query.execute();
}

/** Every hour of which there may be lines: the index of request ids begins with it. */
async function keptHours(kysely: RequestLogQueries["kysely"]): Promise<readonly number[]> {
  const now = await databaseNow(kysely);
  const last = Math.floor(now / hourMilliseconds) + 1;
  const count = keptMilliseconds / hourMilliseconds + 2;
  return Array.from({ length: count }, (_, ago) => last - ago);
}

/** What the clock of the database shows. */
export async function databaseNow(kysely: RequestLogQueries["kysely"]): Promise<number> {
  const { rows } = await sql<{ readonly now: number }>`select ${nowMs} as now`.execute(kysely);
  return rows[0]?.now ?? 0;
}

/** Rows deleted at a time, so that no deletion holds a lock for long. */
const rowsPerStep = 1000;

/**
 * Deletes some of the oldest lines: those that are older than a week, and those that are too many.
 *
 * @returns how many; 0 when none is left to delete
 */
export async function deleteOldLines({ kysely }: RequestLogQueries, mostLines: number): Promise<number> {
  const oldest = kysely.selectFrom("request_log_lines").select("id").orderBy("id").limit(rowsPerStep);
  const newest = kysely.selectFrom("request_log_lines").select((eb) => eb.fn.max("id").as("id"));
  const { numDeletedRows } = await kysely
    .deleteFrom("request_log_lines")
    .where("id", "in", oldest)
    .where((eb) =>
      eb.or([
        eb("at", "<=", sql<number>`${nowMs} - ${sql.lit(keptMilliseconds)}`),
        // Ids have no gaps but those of transactions that failed, so this counts closely enough.
        eb("id", "<=", sql<number>`(${newest}) - ${mostLines}`),
      ]),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}
