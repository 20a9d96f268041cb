import { isStorable } from "@survey-open-platform/surveys";
import type { User } from "../../model/user.ts";
import type { StoreQueries } from "../statements/queries.ts";
import type { Schema } from "../schema/schema.ts";
import type { Selectable } from "kysely";

/** A user with what is needed to check a password. */
export interface UserWithPassword extends User {
  readonly passwordHash: string;
}

/** Finds a user by username, including disabled ones. */
export async function findUserByUsername(
  queries: StoreQueries,
  username: string,
): Promise<UserWithPassword | undefined> {
  if (!isStorable(username)) return undefined;
  const row = await queries.kysely
    .selectFrom("users")
    .selectAll()
    .where("username", "=", username)
    .executeTakeFirst();
  return row === undefined ? undefined : { ...userFromRow(row), passwordHash: row.password_hash };
}

/** The columns of `users` that make a {@link User}. */
export type UserRow = Pick<
  Selectable<Schema["users"]>,
  "id" | "username" | "nickname" | "avatar" | "administrator" | "disabled" | "language" | "time_zone"
>;

/** A row as a value of the model. */
export function userFromRow(row: UserRow): User {
  return {
    id: row.id,
    username: row.username,
    nickname: row.nickname,
    avatar: row.avatar,
    administrator: row.administrator === 1,
    disabled: row.disabled === 1,
    language: row.language,
    timeZone: row.time_zone,
  };
}
