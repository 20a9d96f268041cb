import { type Engine, generatedId } from "@survey-open-platform/database";

/** Sessions, and every way to sign in. */
export function signInTables(engine: Engine): string {
  return `
create table sessions (
  hash text primary key,
  user_id bigint not null references users(id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null,
  last_seen_at bigint not null default 0,
  confirmed_at bigint not null default 0,
  user_agent text not null default '',
  network text not null default ''
);
create index sessions_by_user_id on sessions (user_id);
create index sessions_by_expires_at on sessions (expires_at);

create table devices (
  hash text primary key,
  user_id bigint not null references users(id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null
);
create index devices_by_expires_at on devices (expires_at);
create index devices_by_user_id on devices (user_id, created_at);

create table sign_in_delays (
  key_hash text primary key,
  attempts integer not null,
  next_at bigint not null,
  expires_at bigint not null
);
create index sign_in_delays_by_expires_at on sign_in_delays (expires_at);

create table totp_secrets (
  user_id bigint primary key references users(id) on delete cascade,
  secret text not null,
  last_step bigint not null,
  created_at bigint not null,
  confirmed_at bigint
);

create table recovery_codes (
  user_id bigint not null references users(id) on delete cascade,
  hash text not null,
  constraint recovery_codes_pk primary key (user_id, hash)
);

create table pending_sign_ins (
  hash text primary key,
  user_id bigint not null references users(id) on delete cascade,
  checked_hash text not null,
  created_at bigint not null,
  expires_at bigint not null
);
create index pending_sign_ins_by_user_id on pending_sign_ins (user_id);
create index pending_sign_ins_by_expires_at on pending_sign_ins (expires_at);

create table password_links (
  hash text primary key,
  user_id bigint not null unique references users(id) on delete cascade,
  checked_hash text not null,
  created_at bigint not null,
  expires_at bigint not null,
  created_by bigint references users(id) on delete cascade
);
create index password_links_by_expires_at on password_links (expires_at);
create index password_links_by_created_by on password_links (created_by);

create table passkeys (
  id ${generatedId(engine)},
  user_id bigint not null references users(id) on delete cascade,
  credential_id text not null unique,
  public_key text not null,
  counter bigint not null,
  transports text not null,
  name text not null,
  created_at bigint not null,
  last_used_at bigint
);
create index passkeys_by_user_id on passkeys (user_id);

create table passkey_challenges (
  browser_hash text not null,
  purpose text not null,
  challenge text not null,
  expires_at bigint not null,
  constraint passkey_challenges_pk primary key (browser_hash, purpose)
);
create index passkey_challenges_by_expires_at on passkey_challenges (expires_at);

create table linked_identities (
  id ${generatedId(engine)},
  user_id bigint not null references users(id) on delete cascade,
  issuer text not null,
  subject text not null,
  label text not null,
  created_at bigint not null,
  last_used_at bigint,
  constraint linked_identities_by_subject unique (issuer, subject)
);
create index linked_identities_by_user_id on linked_identities (user_id);

create table provider_sign_ins (
  state_hash text primary key,
  browser_hash text not null,
  provider text not null,
  purpose text not null,
  nonce text not null,
  code_verifier text not null,
  return_to text not null,
  expires_at bigint not null
);
create index provider_sign_ins_by_expires_at on provider_sign_ins (expires_at);

create table unlinked_identities (
  browser_hash text primary key,
  issuer text not null,
  subject text not null,
  label text not null,
  return_to text not null,
  expires_at bigint not null
);
create index unlinked_identities_by_expires_at on unlinked_identities (expires_at);
`;
}
