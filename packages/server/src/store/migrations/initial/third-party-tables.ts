import { type Engine, generatedId } from "@survey-open-platform/database";

/** Accounts of third parties, how they sign in, and who may answer which survey. */
export function thirdPartyTables(engine: Engine): string {
  return `
create table third_party_accounts (
  user_id bigint primary key references users(id) on delete cascade,
  application_id bigint not null references applications(id) on delete cascade,
  openid text not null,
  created_at bigint not null,
  constraint third_party_accounts_by_openid unique (application_id, openid)
);

create table login_codes (
  hash text primary key,
  user_id bigint not null references users(id) on delete cascade,
  scene text not null,
  expires_at bigint not null
);
create index login_codes_by_user_id on login_codes (user_id);
create index login_codes_by_expires_at on login_codes (expires_at);

create table respondent_sessions (
  hash text primary key,
  user_id bigint not null references users(id) on delete cascade,
  expires_at bigint not null
);
create index respondent_sessions_by_user_id on respondent_sessions (user_id);
create index respondent_sessions_by_expires_at on respondent_sessions (expires_at);

create table respondent_access (
  id ${generatedId(engine)},
  survey_id bigint not null references surveys(id) on delete cascade,
  user_id bigint not null references users(id) on delete cascade,
  constraint respondent_access_by_user unique (survey_id, user_id)
);
create index respondent_access_by_survey_id_id on respondent_access (survey_id, id);
create index respondent_access_by_user_id on respondent_access (user_id);
`;
}
