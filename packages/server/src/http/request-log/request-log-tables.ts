import { type Engine, generatedId } from "@survey-open-platform/database";

/** The request log, which on SQLite is in a file of its own. */
export function requestLogTables(engine: Engine): string {
  return `
create table request_log_lines (
  id ${generatedId(engine)},
  application_id bigint not null,
  at bigint not null,
  hour integer not null,
  route text not null,
  error_type text not null,
  milliseconds double precision not null,
  address text not null,
  request_id text not null,
  message text not null default ''
);
create index request_log_lines_by_application on request_log_lines (application_id, id);
create index request_log_lines_by_error_type on request_log_lines (application_id, error_type, id)
  where error_type <> '';
create index request_log_lines_by_request_id on request_log_lines (hour, request_id);

create table request_usage (
  application_id bigint not null,
  started_at bigint not null,
  served bigint not null,
  refused bigint not null,
  without_line bigint not null,
  constraint request_usage_pk primary key (application_id, started_at)
);
create index request_usage_by_started_at on request_usage (started_at);
`;
}
