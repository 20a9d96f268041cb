import { type Engine, generatedId, idType } from "@survey-open-platform/database";

/** Teams, their members, invitations, and groups of contacts. */
export function teamTables(engine: Engine): string {
  return `
create table teams (
  id ${idType(engine)} primary key references accounts(id),
  name text not null unique,
  plan text not null,
  created_at bigint not null,
  edited_at bigint,
  application_id bigint references applications(id) on delete set null
);
create index teams_by_application_id on teams (application_id);

create table team_members (
  team_id bigint not null references teams(id) on delete cascade,
  user_id bigint not null references users(id) on delete cascade,
  role integer not null,
  constraint team_members_pk primary key (team_id, user_id)
);
create index team_members_by_user_id_team_id on team_members (user_id, team_id);
create index team_members_by_team_id_role_user_id on team_members (team_id, role, user_id);

create table invitations (
  hash text primary key,
  kind text not null,
  team_id bigint references teams(id) on delete cascade,
  team_role integer,
  note text not null,
  created_by bigint references users(id) on delete cascade,
  created_at bigint not null,
  expires_at bigint not null,
  request_hash text
);
create index invitations_by_team_id on invitations (team_id);
create index invitations_by_created_by on invitations (created_by);
create index invitations_by_expires_at on invitations (expires_at);
create unique index invitations_by_request_hash on invitations (request_hash);

create table contact_groups (
  id ${generatedId(engine)},
  team_id bigint not null references teams(id) on delete cascade,
  parent_id bigint references contact_groups(id) on delete cascade,
  name text not null,
  remote_id text,
  position integer not null,
  created_at bigint not null,
  updated_at bigint not null,
  constraint contact_groups_by_remote_id unique (team_id, remote_id)
);
create index contact_groups_by_parent_id on contact_groups (parent_id);

create table contact_memberships (
  group_id bigint not null references contact_groups(id) on delete cascade,
  team_id bigint not null,
  user_id bigint not null,
  constraint contact_memberships_pk primary key (group_id, user_id),
  constraint contact_memberships_of_member foreign key (team_id, user_id)
    references team_members (team_id, user_id) on delete cascade
);
create index contact_memberships_by_team_id_user_id on contact_memberships (team_id, user_id);
`;
}
