import { picturePath, picturePathOf } from "../../model/user-picture.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { userLock } from "../statements/locks.ts";

/** A picture about to be set, or removed. */
export interface PictureChange {
  readonly userId: number;
  /** Its random name with a `data:` image; undefined to have none. */
  readonly picture: { readonly name: string; readonly image: string } | undefined;
  readonly actor: Actor;
}

/**
 * Sets the picture of a user, in place of the one before. The picture itself is too long for the audit log, and is kept
 * apart from the user: each call with a token reads the user.
 */
export async function setPicture(
  transaction: StoreQueries,
  { userId, picture, actor }: PictureChange,
): Promise<void> {
  const { kysely } = transaction;
  const avatar = picture === undefined ? "" : picturePath(picture.name);
  const user = await kysely
    .updateTable("users")
    .set({ avatar, profile_changed_at: nowMs })
    .where("id", "=", userId)
    .returning("username")
    .executeTakeFirst();
  // The account was deleted meanwhile.
  if (user === undefined) return;
  await kysely.deleteFrom("user_pictures").where("user_id", "=", userId).execute();
  if (picture !== undefined)
    await kysely
      .insertInto("user_pictures")
      .values({ user_id: userId, ...picture })
      .execute();
  const action = picture === undefined ? "profile.picture_removed" : "profile.picture_changed";
  await recordAudit(transaction, { actor, action, target: { kind: "user", name: user.username } });
}
setPicture.locks = ({ actor }: PictureChange) => [userLock(actor.username)];

/** Finds a picture by its name: that of a user who is not disabled and still has it. @returns a `data:` image */
export async function findPicture({ kysely }: StoreQueries, name: string): Promise<string | undefined> {
  if (picturePathOf(picturePath(name)) === undefined) return undefined;
  const row = await kysely
    .selectFrom("user_pictures as p")
    .innerJoin("users as u", "u.id", "p.user_id")
    .select("p.image")
    .where("p.name", "=", name)
    .where("u.avatar", "=", picturePath(name))
    .where("u.disabled", "=", 0)
    .executeTakeFirst();
  return row?.image;
}
