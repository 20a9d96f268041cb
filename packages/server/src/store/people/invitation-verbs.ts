import type { Database } from "@survey-open-platform/database";
import { addUser } from "./add-user.ts";
import { findTeamId } from "../teams/find-team.ts";
import type { Actor } from "../audit/audit-log-table.ts";
import {
  createFirstInvitation,
  createInvitation,
  findInvitation,
  listInvitations,
  withdrawInvitation,
  type InvitationSearch,
  type NewInvitation,
} from "./invitation-table.ts";
import {
  acceptInvitation,
  hasUsers,
  isMemberOfInvitingTeam,
  joinPlatform,
  type Acceptance,
  type Joining,
} from "./join-platform.ts";
import { firstUserLock, teamLock, userLock } from "../statements/locks.ts";
import type { NewUser } from "./new-user.ts";
import type { Schema } from "../schema/schema.ts";

/** Invitations, and the accounts that are created with them or by the operator. */
export function invitationVerbs(database: Database<Schema>) {
  const { reader } = database;
  return {
    createInvitation: (invitation: NewInvitation, actor: Actor) =>
      database.write((t) => createInvitation(t, invitation, actor), {
        locks: [
          userLock(actor.username),
          ...(invitation.team === undefined ? [] : [teamLock(invitation.team.id)]),
        ],
      }),
    findTeamId: (name: string) => findTeamId(reader, name),
    findInvitation: (hash: string) => findInvitation(reader, hash),
    listInvitations: (search: InvitationSearch) => listInvitations(reader, search),
    withdrawInvitation: (which: { readonly hash: string; readonly teamId: number | null }, actor: Actor) =>
      database.write((t) => withdrawInvitation(t, which, actor)),
    isMemberOfInvitingTeam: (user: { readonly hash: string; readonly userId: number }) =>
      isMemberOfInvitingTeam(reader, user),
    joinPlatform: (joining: Joining) =>
      database.write((t) => joinPlatform(t, joining), {
        locks: [firstUserLock, userLock(joining.user.username)],
      }),
    addUser: (user: NewUser, actor: Actor) =>
      database.write((t) => addUser(t, user, actor), { locks: [firstUserLock, userLock(user.username)] }),
    acceptInvitation: (acceptance: Acceptance) => database.write((t) => acceptInvitation(t, acceptance)),
  };
}

/** Makes the invitation of the first start, if there are no users yet. @returns whether it was made */
export function inviteFirstAdministrator(database: Database<Schema>, hash: string): Promise<boolean> {
  return database.write(
    async (transaction) => {
      if (await hasUsers(transaction)) return false;
      await createFirstInvitation(transaction, hash);
      return true;
    },
    { locks: [firstUserLock] },
  );
}
