import { type Engine, generatedId } from "@survey-open-platform/database";

/**
 * What belongs to the installation: keys, nodes, limits, kept responses, and the audit log.
 * Entries name users by id and username without references: they outlive what they are about.
 */
export function installationTables(engine: Engine): string {
  return `
create table installation_keys (
  name text primary key,
  value text not null
);

create table nodes (
  id text primary key,
  host text not null,
  pid integer not null,
  release text not null,
  runtime text not null,
  clock_ahead bigint not null,
  lines_dropped bigint not null,
  started_at bigint not null,
  seen_at bigint not null,
  expires_at bigint not null
);
create index nodes_by_expires_at on nodes (expires_at);

create table rate_limits (
  key_hash text primary key,
  empty_at double precision not null
);
create index rate_limits_by_empty_at on rate_limits (empty_at);

create table kept_responses (
  key_hash text primary key,
  body_hash text not null,
  response text not null,
  expires_at bigint not null
);
create index kept_responses_by_expires_at on kept_responses (expires_at);

create table audit_log (
  id ${generatedId(engine)},
  at bigint not null,
  actor_id bigint,
  actor text not null,
  action text not null,
  target_kind text not null,
  target text not null,
  before text,
  after text,
  address text not null,
  previous_hash text not null default '',
  hash text not null default ''
);
create index audit_log_by_target on audit_log (target_kind, target, id);
create index audit_log_by_actor on audit_log (actor_id, id);
create unique index audit_log_by_previous_hash on audit_log (previous_hash);
create unique index audit_log_by_hash on audit_log (hash);
create index audit_log_by_actor_name on audit_log (actor, id);
create index audit_log_by_action_name on audit_log (action, id);
create index audit_log_by_target_name on audit_log (target, id);
create index audit_log_by_address_name on audit_log (address, id);

create table audit_chain (
  id integer primary key check (id = 1),
  entries bigint not null,
  newest_hash text not null
);
insert into audit_chain (id, entries, newest_hash) values (1, 0, '');
${refusedChanges[engine]}
`;
}

const refusal = "entries of the audit log are never changed";

/** Against mistakes: an owner of the database can drop the triggers. The chain then shows what was changed. */
const refusedChanges: Readonly<Record<Engine, string>> = {
  sqlite: `
create trigger audit_log_no_update before update on audit_log begin select raise(abort, '${refusal}'); end;
create trigger audit_log_no_delete before delete on audit_log begin select raise(abort, '${refusal}'); end;`,
  postgres: `
create function refuse_audit_change() returns trigger language plpgsql as $$ begin raise exception '${refusal}'; end $$;
create trigger audit_log_no_change before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();`,
};
