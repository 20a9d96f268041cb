import { openDatabase, type Database } from "@survey-open-platform/database";
import { createLog } from "@survey-open-platform/service";
import { sql } from "kysely";
import { requestLogDatabase } from "../../src/http/request-log/request-log-database.ts";
import { hourMilliseconds, keptMilliseconds } from "../../src/http/request-log/request-lines.ts";
import { quarterMilliseconds } from "../../src/http/request-log/request-usage.ts";
import type { RequestLogSchema } from "../../src/http/request-log/request-log-schema.ts";

/** How many lines there are; every second one is of the first application. */
export const logLines = 1_000_000;

/** Lines of one statement: a single one of all lines would hold them in memory. */
const linesTogether = 50_000;

/** A `request_id` of the first application: that of the line in the middle. */
export const loggedRequestId = requestId(logLines / 2);

function requestId(line: number): string {
  return `00000000-0000-4000-8000-${String(line).padStart(12, "0")}`;
}

/** Fills the request log of a database that was filled with people, evenly over the days that it is kept. */
export async function seedRequestLog(address: string, applications: number): Promise<void> {
  const platform = openDatabase<RequestLogSchema>({ address });
  const place = requestLogDatabase({ address, database: platform, log: createLog("silent") });
  try {
    const log = await place.get();
    for (let first = 1; first <= logLines; first += linesTogether) await addLines(log, first, applications);
    await addUsage(log);
  } finally {
    await place.close();
    await platform.close();
  }
}

function addLines(log: Database<RequestLogSchema>, first: number, applications: number): Promise<unknown> {
  const step = Math.floor((keptMilliseconds - hourMilliseconds) / logLines);
  return log.write(({ kysely }) =>
    sql`insert into request_log_lines (application_id, at, hour, route, error_type, milliseconds, address, request_id)
      with recursive n(i) as (
        select ${sql.lit(first)} union all select i + 1 from n where i < ${sql.lit(first + linesTogether - 1)}),
      line(i, at) as (select i, now_ms() - (${sql.lit(logLines)} - i) * ${sql.lit(step)} from n)
      select case i % 2 when 0 then 1 else i % ${sql.lit(applications)} + 1 end, at, at / ${sql.lit(hourMilliseconds)},
        '/api/surveys', case i % 10 when 0 then 'invalid_token' else '' end, 1.5, '203.0.113.' || (i % 200),
        '00000000-0000-4000-8000-' || substr(cast(${sql.lit(1_000_000_000_000)} + i as text), 2)
      from line`.execute(kysely),
  );
}

/** Of the first application, for every quarter of an hour. */
function addUsage(log: Database<RequestLogSchema>): Promise<unknown> {
  const quarters = Math.floor(keptMilliseconds / quarterMilliseconds) - 4;
  const quarter = sql.lit(quarterMilliseconds);
  return log.write(({ kysely }) =>
    sql`insert into request_usage (application_id, started_at, served, refused, without_line)
      with recursive n(i) as (select 0 union all select i + 1 from n where i < ${sql.lit(quarters)})
      select 1, (now_ms() / ${quarter} - i) * ${quarter}, 700, 75, 0 from n`.execute(kysely),
  );
}
