import { changedColumns, isChanged, type Declared, type Saved } from "./declaration-change.ts";
import type { RowOf } from "./declaration-state.ts";
import { freezeApplicationsOf } from "../applications/application-state.ts";
import type { Actor } from "../audit/audit-log-table.ts";
import { createUser } from "../people/new-user.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { endAdministration } from "../people/user-administration.ts";
import { revokeIssued } from "../tokens/revoke-issued.ts";

/** A user as declared. */
export interface UserDeclaration extends Declared<
  Pick<RowOf<"users">, "password_hash" | "nickname" | "avatar" | "administrator" | "disabled">
> {
  readonly username: string;
}

/**
 * Creates a user or updates an existing one. A new password ends the user's sessions; disabling the user revokes
 * everything that acts for the user or was made by the user and freezes the user's applications; enabling the user again does not restore it.
 */
export async function declareUser(
  transaction: StoreQueries,
  user: UserDeclaration,
  existing: RowOf<"users"> | undefined,
  actor?: Actor,
): Promise<Saved> {
  if (existing === undefined) return { id: await createDeclaredUser(transaction, user), change: "created" };
  const { id } = existing;
  const changed = changedColumns(existing, user);
  if (!isChanged(changed)) return { id, change: "unchanged" };
  const ofProfile = changed.nickname !== undefined || changed.avatar !== undefined;
  await transaction.kysely
    .updateTable("users")
    .set({ ...changed, ...(ofProfile && { profile_changed_at: nowMs }) })
    .where("id", "=", id)
    .execute();
  if (changed.administrator === 0) await endAdministration(transaction, id);
  if (changed.disabled === 1) {
    await revokeIssued(transaction, { of: "user", id });
    await freezeApplicationsOf(transaction, id, actor);
  } else if (changed.password_hash !== undefined) {
    for (const table of ["sessions", "devices"] as const)
      await transaction.kysely.deleteFrom(table).where("user_id", "=", id).execute();
  }
  return { id, change: "updated" };
}

function createDeclaredUser(transaction: StoreQueries, user: UserDeclaration): Promise<number> {
  if (user.password_hash === undefined) throw new Error("A new user needs a password");
  return createUser(transaction, {
    username: user.username,
    passwordHash: user.password_hash,
    nickname: user.nickname ?? user.username,
    avatar: user.avatar ?? "",
    administrator: user.administrator === 1,
    disabled: user.disabled === 1,
  });
}
