import type { Database } from "@survey-open-platform/database";
import type { Actor } from "../audit/audit-log-table.ts";
import { countOwned, deleteAccount, findDeletionProblem, deletionLocks } from "./delete-account.ts";
import { userLock } from "../statements/locks.ts";
import { changePassword, type PasswordChange } from "./change-password.ts";
import { findPicture, setPicture, type PictureChange } from "./user-picture-table.ts";
import { updateProfile, type Profile } from "./profile.ts";
import type { Schema } from "../schema/schema.ts";
import { endOtherSessions, endOwnSession, listSessions } from "./session-list.ts";

/** What users do with their own account. */
export function accountVerbs(database: Database<Schema>) {
  const { reader } = database;
  return {
    updateProfile: (userId: number, profile: Profile, actor: Actor) =>
      database.write((t) => updateProfile(t, { userId, profile, actor })),
    setPicture: (change: PictureChange) =>
      database.write((t) => setPicture(t, change), { locks: [userLock(change.actor.username)] }),
    findPicture: (name: string) => findPicture(reader, name),
    changePassword: (change: PasswordChange, actor: Actor) =>
      database.write((t) => changePassword(t, change, actor), { locks: [userLock(actor.username)] }),
    listSessions: (userId: number) => listSessions(reader, userId),
    endOwnSession: (session: { readonly userId: number; readonly hash: string }, actor: Actor) =>
      database.write((t) => endOwnSession(t, session, actor)),
    endOtherSessions: (session: { readonly userId: number; readonly hash: string }, actor: Actor) =>
      database.write((t) => endOtherSessions(t, session, actor), { locks: [userLock(actor.username)] }),
    countOwned: (userId: number) => countOwned(reader, userId),
    findDeletionProblem: (userId: number) => findDeletionProblem(reader, userId),
    deleteAccount: async (userId: number, actor: Actor) => {
      const locks = [userLock(actor.username), ...(await deletionLocks(reader, userId))];
      return database.write((t) => deleteAccount(t, { userId, username: actor.username }, actor), { locks });
    },
  };
}
