import { type Engine, generatedId, idType } from "@survey-open-platform/database";

/**
 * Surveys with their versions and drafts, and exports of their answers.
 *
 * On SQLite, an index has all that a list of surveys shows: the pages of a survey are in the middle of its row, so that a list
 * would read them to get at the columns behind them.
 */
export function surveyTables(engine: Engine): string {
  return `
create table surveys (
  id ${generatedId(engine)},
  declared_key text unique,
  hash text not null,
  owner_id bigint not null references accounts(id),
  creator_user_id bigint not null references users(id),
  title text not null,
  prefix text not null,
  suffix text not null,
  scene integer not null,
  state integer not null,
  pages text not null,
  page_count integer not null,
  question_count integer not null,
  template_id bigint not null default 0,
  answer_count integer not null default 0,
  started_at bigint,
  end_at bigint,
  created_at bigint not null,
  updated_at bigint not null,
  redirect_url text not null default '',
  login_check integer not null default 0,
  is_allow_update_answer integer not null default 0,
  version integer not null default 0,
  answer_serial bigint not null default 0,
  address_days bigint not null default 30,
  answer_limit bigint,
  address_limit bigint,
  once text not null default 'none',
  password_hash text not null default '',
  custom_arguments text not null default '[]',
  answer_webhooks integer not null default 0,
  only_listed integer not null default 0,
  embed_origins text not null default ''
);
create index ${
    engine === "sqlite"
      ? `surveys_by_owner_id_listed on surveys (owner_id, id, creator_user_id,
  hash, title, scene, state, answer_count, created_at, updated_at)`
      : "surveys_by_owner_id_id on surveys (owner_id, id)"
  };

create table survey_versions (
  survey_id bigint not null references surveys(id) on delete cascade,
  version integer not null,
  definition text not null,
  published_at bigint not null,
  constraint survey_versions_pk primary key (survey_id, version)
);

create table survey_drafts (
  survey_id ${idType(engine)} primary key references surveys(id) on delete cascade,
  definition text not null,
  revision integer not null,
  edited_at bigint not null,
  restored bigint
);

create table survey_draft_history (
  survey_id bigint not null references surveys(id) on delete cascade,
  revision integer not null,
  definition text not null,
  restored bigint,
  constraint survey_draft_history_pk primary key (survey_id, revision)
);

create table survey_exports (
  id text not null primary key,
  survey_id bigint not null references surveys(id) on delete cascade,
  format text not null,
  up_to bigint not null,
  state text not null,
  parts integer not null,
  bytes bigint not null,
  created_at bigint not null,
  touched_at bigint not null,
  expires_at bigint not null
);
create index survey_exports_by_survey on survey_exports (survey_id, created_at);
create index survey_exports_by_expiry on survey_exports (expires_at);

create table survey_export_parts (
  export_id text not null references survey_exports(id) on delete cascade,
  part integer not null,
  content ${engine === "sqlite" ? "blob" : "bytea"} not null,
  constraint survey_export_parts_by_number primary key (export_id, part)
);
`;
}
