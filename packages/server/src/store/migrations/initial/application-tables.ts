import { type Engine, generatedId } from "@survey-open-platform/database";

/** Applications, their secrets, and where they may redirect to. */
export function applicationTables(engine: Engine): string {
  return `
create table applications (
  id ${generatedId(engine)},
  appid text not null unique,
  kind text not null,
  owner_id bigint not null references accounts(id),
  name text not null,
  description text not null default '',
  home_page text not null default '',
  logo text not null default '',
  terms text not null default '',
  privacy text not null default '',
  verified integer not null default 0,
  disabled integer not null default 0,
  refresh_requires_secret integer not null default 0,
  created_at bigint not null,
  contact text not null default '',
  allowed_networks text not null default '',
  requires_pkce integer not null default 0,
  frozen_by_owner integer not null default 0,
  edited_at bigint,
  may_write integer not null default 0
);
create index applications_by_owner_id on applications (owner_id, id);

create table application_secrets (
  application_id bigint not null references applications(id) on delete cascade,
  hash text not null,
  last_four text not null,
  created_at bigint not null,
  number integer not null default 1,
  name text not null default '',
  expires_at bigint,
  last_used_at bigint,
  request_hash text,
  constraint application_secrets_pk primary key (application_id, hash)
);
create unique index application_secrets_by_number on application_secrets (application_id, number);
create unique index application_secrets_by_request_hash on application_secrets (request_hash);
create index application_secrets_by_expires_at on application_secrets (expires_at);

create table redirect_uris (
  application_id bigint not null references applications(id) on delete cascade,
  uri text not null,
  constraint redirect_uris_pk primary key (application_id, uri)
);
`;
}
