import { type Engine, generatedId, idType } from "@survey-open-platform/database";

/** People. Users and teams have their ids from `accounts`, the possible owners of a survey. */
export function peopleTables(engine: Engine): string {
  return `
create table accounts (
  id ${generatedId(engine)},
  kind text not null
);

create table users (
  id ${idType(engine)} primary key references accounts(id),
  username text not null unique,
  password_hash text not null,
  nickname text not null,
  avatar text not null,
  administrator integer not null default 0,
  disabled integer not null default 0,
  language text,
  created_at bigint not null,
  time_zone text
);

create table user_pictures (
  user_id bigint primary key references users(id) on delete cascade,
  name text not null unique,
  image text not null
);
`;
}
