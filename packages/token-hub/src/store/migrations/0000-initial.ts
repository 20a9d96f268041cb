import { type Engine, executeStatements, generatedId, type Migration } from "@survey-open-platform/database";

/** Everything that the first release keeps. */
export const initialMigration: Migration = {
  up: (db, engine) => executeStatements(db, tables(engine)),
  replaces: ["0001-initial", "0002-user-grants", "0003-used-signatures", "0004-handed-out-versions"],
};

function tables(engine: Engine): string {
  return `
create table team_tokens (
  appid text primary key,
  version bigint not null,
  epoch bigint not null,
  lease_until bigint not null,
  fingerprint text not null,
  token_ciphertext text not null,
  minted_at bigint not null,
  expires_in_seconds bigint not null,
  in_doubt bigint,
  in_doubt_since bigint not null,
  budget_whole_at double precision not null
);

create table user_grants (
  appid text not null,
  openid text not null,
  version bigint not null,
  access_token_ciphertext text not null,
  issued_at bigint not null,
  expires_in_seconds bigint not null,
  refresh_token_ciphertext text not null,
  consented_at bigint not null,
  consent_ends_at bigint not null,
  consent text not null,
  lease_until bigint not null,
  constraint user_grants_key primary key (appid, openid)
);
create index user_grants_consent_ends_at on user_grants (appid, consent_ends_at);

create table callers (
  id text primary key,
  name text not null,
  secret_ciphertext text not null,
  reports_per_minute integer not null,
  created_at bigint not null,
  revoked_at bigint
);

create table caller_rights (
  caller_id text not null references callers(id) on delete cascade,
  appid text not null,
  token integer not null,
  report integer not null,
  users integer not null,
  proxy_paths text not null,
  constraint caller_rights_key primary key (caller_id, appid)
);

create table used_signatures (
  signature text primary key,
  expires_at bigint not null
);
create index used_signatures_expires_at on used_signatures (expires_at);

create table handed_out_versions (
  caller_id text not null,
  appid text not null,
  version bigint not null,
  constraint handed_out_versions_key primary key (caller_id, appid)
);

create table audit_events (
  id ${generatedId(engine)},
  at bigint not null,
  appid text not null,
  kind text not null,
  actor text not null,
  version bigint not null,
  detail text not null
);
create index audit_events_at on audit_events (at);
`;
}
