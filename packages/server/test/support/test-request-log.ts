import { pino } from "pino";
import { onTestFinished } from "vitest";
import { openDatabase, type Database } from "@survey-open-platform/database";
import type { OnFinished } from "../../../database/test/support/sample.ts";
import type { Config } from "../../src/config/settings.ts";
import type { LoggedApplication } from "../../src/http/request-log/request-lines.ts";
import { requestLogDatabase, requestLogFileOf } from "../../src/http/request-log/request-log-database.ts";
import { RequestLog } from "../../src/http/request-log/request-log.ts";
import type { RequestLogSchema } from "../../src/http/request-log/request-log-schema.ts";
import type { Schema } from "../../src/store/schema/schema.ts";
import type { Store } from "../../src/store/store.ts";

/** What the request log of a test is made of. */
export interface TestRequestLogParts {
  readonly config: Config;
  readonly database: Database<Schema>;
  readonly clock: { readonly now: number };
  readonly store: Store;
  readonly onFinished: OnFinished;
}

/** A request log that writes only when a test asks for it; its file is made by then, and closed when the test is finished. */
export function testRequestLog({
  config,
  database,
  clock,
  store,
  onFinished,
}: TestRequestLogParts): RequestLog {
  const log = pino({ level: "silent" });
  const place = requestLogDatabase({
    address: config.database,
    // On PostgreSQL the database has these tables too.
    database: database as unknown as Database<RequestLogSchema>,
    log,
    clock: () => clock.now,
  });
  onFinished(() => place.close());
  const findApplicationIds = (appids: readonly string[]) => store.findApplicationIds(appids);
  return new RequestLog({ database: place, findApplicationIds, mostLines: config.requestLogLines, log });
}

/** An application of the sample, as its log is asked for. */
export async function loggedApplication(
  { database }: Pick<TestRequestLogParts, "database">,
  appid: string,
): Promise<LoggedApplication> {
  return database.reader.kysely
    .selectFrom("applications")
    .select(["id", "created_at as createdAt"])
    .where("appid", "=", appid)
    .executeTakeFirstOrThrow();
}

/** The tables of the request log, opened once more. */
export function openRequestLog({ address }: { readonly address: string }): Database<RequestLogSchema> {
  const file = requestLogFileOf(address);
  const database = openDatabase<RequestLogSchema>({
    address: file === undefined ? address : `sqlite:${file}`,
  });
  onTestFinished(() => database.close());
  return database;
}
