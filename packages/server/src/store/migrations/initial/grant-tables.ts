import { type Engine, generatedId, idType } from "@survey-open-platform/database";

/**
 * Consents, and the codes and tokens that are issued on them.
 *
 * On SQLite, a look-up of an access token reads one index that has all its columns, and the table has no primary key: among a
 * million tokens each page of the file that is read costs as much as the rest of the look-up. What two tokens have in common is
 * at most their hash, the SHA-256 of 192 random bits.
 */
export function grantTables(engine: Engine): string {
  return `
create table authorization_requests (
  hash text primary key,
  session_hash text not null references sessions(hash) on delete cascade,
  user_id bigint not null references users(id) on delete cascade,
  application_id bigint not null references applications(id) on delete cascade,
  redirect_uri text not null,
  scope text not null,
  state text,
  code_challenge text,
  created_at bigint not null,
  expires_at bigint not null,
  decision text,
  may_write integer not null default 0
);
create index authorization_requests_by_session_hash_created_at on authorization_requests (session_hash, created_at);
create index authorization_requests_by_expires_at on authorization_requests (expires_at);

create table grants (
  id ${generatedId(engine)},
  application_id bigint not null references applications(id) on delete cascade,
  user_id bigint not null references users(id) on delete cascade,
  openid text not null unique,
  scope text not null,
  granted_at bigint not null,
  last_used_at bigint,
  revoked_at bigint,
  access_token_count integer not null default 0,
  may_write integer not null default 0,
  constraint grants_application_user unique (application_id, user_id)
);
create index grants_by_user_id on grants (user_id);

create table authorization_codes (
  hash text primary key,
  grant_id bigint not null references grants(id) on delete cascade,
  code_challenge text,
  created_at bigint not null,
  expires_at bigint not null,
  used_at bigint,
  kept_until bigint not null,
  may_write integer not null default 0
);
create index authorization_codes_by_grant_id on authorization_codes (grant_id);
create index authorization_codes_by_kept_until on authorization_codes (kept_until);

create table user_access_tokens (
  hash text ${engine === "sqlite" ? "not null" : "primary key"},
  grant_id bigint not null references grants(id) on delete cascade,
  code_hash text not null,
  number integer not null,
  issued_at bigint not null,
  expires_at bigint not null,
  may_write integer not null default 0
);
create index user_access_tokens_by_grant_id_number on user_access_tokens (grant_id, number);
create index user_access_tokens_by_expires_at on user_access_tokens (expires_at);
${engine === "sqlite" ? "create index user_access_tokens_by_hash on user_access_tokens (hash, grant_id, expires_at, may_write);" : ""}

create table refresh_tokens (
  hash text primary key,
  grant_id bigint not null references grants(id) on delete cascade,
  code_hash text not null,
  issued_at bigint not null,
  expires_at bigint not null,
  may_write integer not null default 0
);
create index refresh_tokens_by_grant_id on refresh_tokens (grant_id);
create index refresh_tokens_by_expires_at on refresh_tokens (expires_at);

create table team_access_tokens (
  application_id ${idType(engine)} primary key references applications(id) on delete cascade,
  hash text not null unique,
  number integer not null,
  issued_at bigint not null,
  expires_at bigint not null
);

create table team_token_issues (
  application_id ${idType(engine)} not null references applications(id) on delete cascade,
  slot integer not null,
  number integer not null,
  issued_at bigint not null,
  expires_at bigint not null,
  address text not null,
  secret_number integer not null,
  revoked_at bigint,
  constraint team_token_issues_pk primary key (application_id, slot)
);
`;
}
