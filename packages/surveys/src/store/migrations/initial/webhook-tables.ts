import { type Engine, generatedId } from "@survey-open-platform/database";

/** Webhooks, the outbox of their events, and the log of attempts to deliver them. */
export function webhookTables(engine: Engine): string {
  return `
create table webhooks (
  id ${generatedId(engine)},
  survey_id bigint references surveys(id) on delete cascade,
  account_id bigint references accounts(id) on delete cascade,
  user_id bigint not null,
  url text not null,
  receiver text not null,
  secret text not null,
  previous_secret text not null default '',
  previous_until bigint not null default 0,
  is_active integer not null,
  off_reason text not null default '',
  off_at bigint,
  failing_since bigint,
  paused_until bigint not null default 0,
  lease text not null default '',
  leased_until bigint not null default 0,
  created_at bigint not null,
  updated_at bigint not null,
  grant_id bigint references grants(id) on delete cascade,
  constraint webhooks_of_one check ((survey_id is null) <> (account_id is null))
);
create index webhooks_by_survey on webhooks (survey_id);
create index webhooks_by_account on webhooks (account_id);
create index webhooks_by_grant on webhooks (grant_id);
create index webhooks_by_user on webhooks (user_id);

create table webhook_deliveries (
  id ${generatedId(engine)},
  webhook_id bigint not null references webhooks(id) on delete cascade,
  event_id text not null,
  survey_id bigint not null,
  sequence bigint not null,
  object text not null,
  action text not null,
  body text not null,
  address text not null,
  address_until bigint,
  state text not null,
  attempts integer not null,
  due_at bigint,
  created_at bigint not null,
  expires_at bigint not null,
  answer_id bigint
);
create index webhook_deliveries_by_due_at on webhook_deliveries (webhook_id, due_at, id) where due_at is not null;
create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, id);
create index webhook_deliveries_by_address_until on webhook_deliveries (address_until) where address_until is not null;
create index webhook_deliveries_by_expires_at on webhook_deliveries (expires_at);
create index webhook_deliveries_by_answer on webhook_deliveries (survey_id, answer_id) where answer_id is not null;

create table webhook_attempts (
  id ${generatedId(engine)},
  delivery_id bigint not null references webhook_deliveries(id) on delete cascade,
  webhook_id bigint not null,
  at bigint not null,
  milliseconds integer not null,
  status integer not null,
  failure text not null,
  response text not null
);
create index webhook_attempts_by_delivery on webhook_attempts (delivery_id, id);

create table webhook_sequences (
  survey_id bigint not null,
  object text not null,
  last bigint not null,
  constraint webhook_sequences_pk primary key (survey_id, object)
);
`;
}
