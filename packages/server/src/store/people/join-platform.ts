import type { Database } from "@survey-open-platform/database";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { createFirstInvitation, consumeInvitation, type Invitation } from "./invitation-table.ts";
import { linkWaitingIdentity } from "./linked-identity-table.ts";
import { createUser, type NewUser } from "./new-user.ts";
import type { Schema } from "../schema/schema.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { startSession, type NewSession } from "./session-table.ts";
import { firstUserLock, userLock } from "../statements/locks.ts";

/** Someone who creates an account, and how they may. */
export interface Joining {
  readonly user: NewUser;
  /** The hash of the invitation; undefined where sign-up is open. */
  readonly invitationHash: string | undefined;
  /** The kinds of invitation that are accepted at this address. */
  readonly kinds: readonly Invitation["kind"][];
  readonly session: Omit<NewSession, "username" | "passwordHash">;
  /** Names the browser in which an account at a provider may wait; that one is linked. */
  readonly browserHash?: string;
  /** The network address of the request. */
  readonly address: string;
}

/** Why an account could not be created, or an invitation not be accepted. */
export type JoinProblem = "username_taken" | "invitation_invalid" | "already_member";

/**
 * Creates an account, uses up the invitation to it and begins a session, all or nothing. The locks of the username and of
 * first users have to be held.
 *
 * @returns the problem; undefined when the account was created
 */
export async function joinPlatform(
  transaction: StoreQueries,
  joining: Joining,
): Promise<JoinProblem | undefined> {
  const { user, invitationHash } = joining;
  // A username that is taken does not use up the invitation.
  if (await isTaken(transaction, user.username)) return "username_taken";
  if (invitationHash === undefined) {
    await createAccount(transaction, joining, undefined);
    return undefined;
  }
  const kinds = await usableKinds(transaction, joining);
  const invitation = await consumeInvitation(transaction, invitationHash, kinds);
  if (invitation === undefined) return "invitation_invalid";
  await createAccount(transaction, joining, invitation);
  return undefined;
}
joinPlatform.locks = ({ user }: Joining) => [firstUserLock, userLock(user.username)];

/** The link of the first start is void as soon as there is a user, however that user was created. */
async function usableKinds(transaction: StoreQueries, { kinds }: Joining): Promise<Joining["kinds"]> {
  return (await hasUsers(transaction)) ? kinds.filter((kind) => kind !== "first_administrator") : kinds;
}

async function createAccount(
  transaction: StoreQueries,
  { user, session, address, browserHash }: Joining,
  invitation: Invitation | undefined,
): Promise<void> {
  const administrator = invitation?.kind === "first_administrator";
  const id = await createUser(transaction, { ...user, administrator });
  const actor = { userId: id, username: user.username, address };
  await recordAudit(transaction, {
    actor,
    action: "user.joined",
    target: { kind: "user", name: user.username },
    after: { by: invitation?.kind ?? "open sign-up", administrator },
  });
  if (invitation?.team !== undefined) await addMember(transaction, invitation.team, actor);
  if (browserHash !== undefined) await linkWaitingIdentity(transaction, { browserHash, userId: id }, actor);
  await startSession(transaction, { ...session, ...user });
}

/** Whether a user has a username. */
export async function isTaken({ kysely }: StoreQueries, username: string): Promise<boolean> {
  const row = await kysely
    .selectFrom("users")
    .select("id")
    .where("username", "=", username)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether there is any user yet. */
export async function hasUsers({ kysely }: StoreQueries): Promise<boolean> {
  return (await kysely.selectFrom("users").select("id").limit(1).executeTakeFirst()) !== undefined;
}

/** A user who accepts an invitation to a team. */
export interface Acceptance {
  readonly hash: string;
  readonly actor: Actor & { readonly userId: number };
}

/** Adds a user to the team of an invitation. @returns the problem; undefined when the user is a member now */
export async function acceptInvitation(
  transaction: StoreQueries,
  { hash, actor }: Acceptance,
): Promise<JoinProblem | undefined> {
  if (await isMemberOfInvitingTeam(transaction, { hash, userId: actor.userId })) return "already_member";
  const invitation = await consumeInvitation(transaction, hash, ["team"]);
  if (invitation?.team === undefined) return "invitation_invalid";
  await addMember(transaction, invitation.team, actor);
  return undefined;
}

/** Whether a user is a member of the team that an invitation is to. */
export async function isMemberOfInvitingTeam(
  { kysely }: StoreQueries,
  { hash, userId }: { readonly hash: string; readonly userId: number },
): Promise<boolean> {
  const row = await kysely
    .selectFrom("invitations as i")
    .innerJoin("team_members as m", "m.team_id", "i.team_id")
    .select("m.user_id")
    .where("i.hash", "=", hash)
    .where("i.expires_at", ">", nowMs)
    .where("m.user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

async function addMember(
  transaction: StoreQueries,
  team: NonNullable<Invitation["team"]>,
  actor: Acceptance["actor"],
): Promise<void> {
  await transaction.kysely
    .insertInto("team_members")
    .values({ team_id: team.id, user_id: actor.userId, role: team.role })
    .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doNothing())
    .execute();
  await recordAudit(transaction, {
    actor,
    action: "team.joined",
    target: { kind: "team", name: String(team.id) },
    after: { user: actor.username, role: team.role },
  });
}

/** The outcome of adding a user. */
export type UserAddition =
  | { readonly outcome: "added"; readonly id: number }
  /** The link of the first start is void as soon as there is a user, so the first one has to be an administrator. */
  | { readonly outcome: "username_taken" | "first_is_no_administrator" };

/** Adds a user without an invitation. The locks of the username and of first users have to be held. */
export async function addUser(transaction: StoreQueries, user: NewUser, actor: Actor): Promise<UserAddition> {
  if (await isTaken(transaction, user.username)) return { outcome: "username_taken" };
  const administrator = user.administrator === true;
  if (!administrator && !(await hasUsers(transaction))) return { outcome: "first_is_no_administrator" };
  const id = await createUser(transaction, user);
  await recordAudit(transaction, {
    actor,
    action: "user.added",
    target: { kind: "user", name: user.username },
    after: { administrator },
  });
  return { outcome: "added", id };
}
addUser.locks = ({ username }: NewUser) => [firstUserLock, userLock(username)];

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
