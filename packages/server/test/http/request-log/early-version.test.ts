import { join } from "node:path";
import { executeStatements, openDatabase } from "@survey-open-platform/database";
import { pino } from "pino";
import { expect, onTestFinished, test } from "vitest";
import { everythingIn, recordedMigrations } from "../../../../database/test/support/early-version.ts";
import { makeScratchFolder } from "../../../../database/test/support/scratch-folder.ts";
import { schemaOf } from "../../../../database/test/support/schema-of.ts";
import { RequestLogFile } from "../../../src/http/request-log/request-log-database.ts";
import type { RequestLogSchema } from "../../../src/http/request-log/request-log-schema.ts";

const file = () => join(makeScratchFolder("sop-early-log-"), "platform.db.requests");

/** What the last early version made, in the form in which SQLite keeps it. */
const earlyVersion = `
create table "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
create table "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
insert into kysely_migration_lock values ('migration_lock', 0);
insert into kysely_migration values ('0001-request-log', '2026-11-20T08:00:00.000Z');
insert into kysely_migration values ('0002-refusal-messages', '2026-11-20T08:00:00.000Z');
create table "request_log_lines" ("id" integer primary key autoincrement, "application_id" bigint not null, "at" bigint not null, "hour" integer not null, "route" text not null, "error_type" text not null, "milliseconds" double precision not null, "address" text not null, "request_id" text not null, "message" text default '' not null);
create index "request_log_lines_by_application" on "request_log_lines" ("application_id", "id");
create index "request_log_lines_by_error_type" on "request_log_lines" ("application_id", "error_type", "id") where "error_type" <> '';
create index "request_log_lines_by_request_id" on "request_log_lines" ("hour", "request_id");
create table "request_usage" ("application_id" bigint not null, "started_at" bigint not null, "served" bigint not null, "refused" bigint not null, "without_line" bigint not null, constraint "request_usage_pk" primary key ("application_id", "started_at"));
create index "request_usage_by_started_at" on "request_usage" ("started_at");
insert into request_log_lines values (1, 1, 2, 3, '/api/surveys', '', 0.5, '192.0.2.1', 'id', '');
`;

function logOf(path: string) {
  const log = new RequestLogFile(path, { log: pino({ enabled: false }), clock: undefined });
  onTestFinished(() => log.close());
  return log.get();
}

test("a request log of the last early version keeps its lines and has the schema of a new one", async () => {
  const path = file();
  const early = openDatabase<RequestLogSchema>({ address: `sqlite:${path}` });
  await early.write(({ kysely }) => executeStatements(kysely, earlyVersion));
  const before = await everythingIn(early);
  await early.close();
  const database = await logOf(path);
  expect(await everythingIn(database)).toEqual(before);
  expect(await recordedMigrations(database)).toEqual(["0000-initial"]);
  expect(await schemaOf(database)).toEqual(await schemaOf(await logOf(file())));
});
