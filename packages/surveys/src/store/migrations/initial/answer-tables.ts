import type { Engine } from "@survey-open-platform/database";

/** Parts of the table of answers on PostgreSQL, by survey. */
const parts = 32;

/**
 * Answers, half-filled forms, tallies, and files. Whatever deletes an answer, a half-filled form or a survey leaves the rows of
 * its files without a survey, by which the sweep finds them.
 */
export function answerTables(engine: Engine): string {
  // SQLite then keeps a table in the order of its primary key: the answers of a survey are beside each other.
  const inKeyOrder = engine === "sqlite" ? " without rowid" : "";
  return `
create table answers (
  survey_id bigint not null,
  answer_id bigint not null,
  hash text not null,
  version integer not null,
  respondent_id bigint not null,
  respondent_openid text not null,
  respondent_nickname text not null,
  started_at bigint not null,
  ended_at bigint not null,
  changed_at bigint,
  channel text not null,
  ua text not null,
  referrer text not null,
  address text not null,
  address_until bigint,
  once_key text,
  custom_arguments text not null,
  answer_values text not null,
  constraint answers_by_serial primary key (survey_id, answer_id),
  constraint answers_by_hash unique (survey_id, hash),
  constraint answers_of_version foreign key (survey_id, version)
    references survey_versions (survey_id, version) on delete cascade
)${engine === "sqlite" ? inKeyOrder : " partition by hash (survey_id)"};
${engine === "sqlite" ? "" : partsOfAnswers()}create index answers_by_address_until on answers (address_until) where address_until is not null;
create index answers_by_respondent on answers (respondent_id) where respondent_id <> 0;

create table answer_claims (
  survey_id bigint not null references surveys(id) on delete cascade,
  once_key text not null,
  answer_id bigint,
  constraint answer_claims_pk primary key (survey_id, once_key)
)${inKeyOrder};

create table answer_drafts (
  survey_id bigint not null,
  hash text not null,
  version integer not null,
  answer_values text not null,
  custom_arguments text not null,
  page_id text not null,
  started_at bigint not null,
  saved_at bigint not null,
  expires_at bigint not null,
  bytes integer not null default 0,
  constraint answer_drafts_pk primary key (survey_id, hash),
  constraint answer_drafts_of_version foreign key (survey_id, version)
    references survey_versions (survey_id, version) on delete cascade
);
create index answer_drafts_by_expires_at on answer_drafts (expires_at);
create index answer_drafts_by_saved_at on answer_drafts (survey_id, saved_at, bytes);

create table survey_tallies (
  survey_id bigint not null references surveys(id) on delete cascade,
  question_id text not null,
  hour integer not null,
  version integer not null,
  cell text not null,
  shard integer not null,
  n bigint not null,
  constraint survey_tallies_pk primary key (survey_id, question_id, hour, version, cell, shard)
)${inKeyOrder};

create table address_answers (
  survey_id bigint not null references surveys(id) on delete cascade,
  address_hash text not null,
  answer_id bigint not null,
  expires_at bigint not null,
  constraint address_answers_pk primary key (survey_id, address_hash, answer_id)
)${inKeyOrder};
create index address_answers_by_expires_at on address_answers (expires_at);

create table answer_files (
  id text not null primary key,
  survey_id bigint,
  answer_id bigint,
  draft_hash text,
  name text not null,
  bytes bigint not null,
  created_at bigint not null,
  constraint answer_files_of_answer foreign key (survey_id, answer_id)
    references answers (survey_id, answer_id) on delete set null,
  constraint answer_files_of_draft foreign key (survey_id, draft_hash)
    references answer_drafts (survey_id, hash) on delete set null
);
create index answer_files_by_draft on answer_files (survey_id, draft_hash) where draft_hash is not null;
create index answer_files_by_survey on answer_files (survey_id, answer_id, bytes);
create index answer_files_without_answer on answer_files (created_at, bytes) where answer_id is null;
`;
}

function partsOfAnswers(): string {
  const statements = Array.from({ length: parts }, (_, part) => {
    const name = `answers_part_${String(part).padStart(2, "0")}`;
    return `create table ${name} partition of answers for values with (modulus ${parts}, remainder ${part});\n`;
  });
  return statements.join("");
}
