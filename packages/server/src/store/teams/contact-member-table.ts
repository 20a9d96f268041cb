import { PlatformError } from "../../errors.ts";
import { mayAssign, teamRoles, type TeamRoleNumber } from "../../model/team.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { groupNamed, lockGroups, type ContactGroup } from "./contact-group-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { endRightsOfMember } from "./member-rights.ts";
import { ownAccountsAmong } from "../people/third-party-account-table.ts";

/** Most members of a team, as far as applications add them. */
export const membersPerTeam = 10_000;

/** Roles that an application may give. */
export type AssignableRole = Exclude<TeamRoleNumber, 0>;

/** A member of a team that an application is about to change. */
export interface ContactChange {
  readonly teamId: number;
  readonly userId: number;
  /** Only its own accounts can be added: no one becomes a member without having been asked. */
  readonly applicationId: number;
  readonly actor: Actor;
}

/** What a change begins with: everything as it is in its transaction. */
interface Involved {
  readonly groups: readonly ContactGroup[];
  /** Undefined for a user who is no member. */
  readonly role: TeamRoleNumber | undefined;
  readonly isOwnAccount: boolean;
  /** The groups that the member is in, beside the one that stands for the team. */
  readonly memberOf: ReadonlySet<number>;
}

async function findInvolved(transaction: StoreQueries, change: ContactChange): Promise<Involved> {
  const { teamId, userId, applicationId } = change;
  const groups = await lockGroups(transaction, teamId);
  const { kysely } = transaction;
  const member = await kysely
    .selectFrom("team_members")
    .select((eb) => eb.ref("role").$castTo<TeamRoleNumber>().as("role"))
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const memberships = await kysely
    .selectFrom("contact_memberships")
    .select("group_id")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .execute();
  const own = await ownAccountsAmong(transaction, { applicationId, userIds: [userId] });
  return {
    groups,
    role: member?.role,
    isOwnAccount: own.has(userId),
    memberOf: new Set(memberships.map((row) => row.group_id)),
  };
}

/**
 * Why an application may not change a member: it acts as a team administrator, so creators are out of its reach, and so are
 * other people with a role that is not below. Its own accounts it may give every role but creator.
 */
function rightsProblem({ role, isOwnAccount }: Involved, given?: AssignableRole): PlatformError | undefined {
  const mayChange = (one: TeamRoleNumber) =>
    isOwnAccount ? one !== teamRoles.creator : mayAssign(teamRoles.team_admin, one);
  const isAllowed = (role === undefined || mayChange(role)) && (given === undefined || mayChange(given));
  if (isAllowed) return undefined;
  return new PlatformError("claim_error", {
    message: "The application may not change a member with this role, or give this role.",
  });
}

/** A member about to be added to a group, or to get another role. */
export interface ContactAddition extends ContactChange {
  /** 0 for the group that stands for the team. */
  readonly groupId: number;
  /** Undefined for member, or to leave the role as it is. */
  readonly role: AssignableRole | undefined;
}

/** Adds a user to a group, and to the team. @returns why not; undefined when the user is there now */
export async function addContact(
  transaction: StoreQueries,
  addition: ContactAddition,
): Promise<PlatformError | undefined> {
  const involved = await findInvolved(transaction, addition);
  const group = groupNamed(involved.groups, addition.groupId);
  if (group === undefined) return new PlatformError("contacts_group_not_found");
  const problem = await ensureMember(transaction, addition, involved);
  if (problem !== undefined) return problem;
  const isThere = involved.role !== undefined && (group.level === 0 || involved.memberOf.has(group.id));
  if (isThere) return addition.role === undefined ? new PlatformError("contacts_user_existed") : undefined;
  if (group.level > 0) await addToGroups(transaction, addition, [group.id]);
  return undefined;
}

/** A member about to be changed; what is undefined stays as it is. */
export interface ContactUpdate extends ContactChange {
  readonly role: AssignableRole | undefined;
  /** The groups that the member is in from now on. */
  readonly groupIds: readonly number[] | undefined;
}

/** Changes the groups and the role of a member; an own account is added when it is none. @returns why not */
export async function updateContact(
  transaction: StoreQueries,
  update: ContactUpdate,
): Promise<PlatformError | undefined> {
  const involved = await findInvolved(transaction, update);
  const groups = (update.groupIds ?? []).map((id) => groupNamed(involved.groups, id));
  if (groups.includes(undefined)) return new PlatformError("contacts_group_not_found");
  const problem = await ensureMember(transaction, update, involved);
  if (problem !== undefined || update.groupIds === undefined) return problem;
  await leaveGroups(transaction, update);
  const chosen = groups.flatMap((group) => (group === undefined || group.level === 0 ? [] : [group.id]));
  await addToGroups(transaction, update, [...new Set(chosen)]);
  return undefined;
}

/** Adds an own account to the team, or gives a member another role. */
async function ensureMember(
  transaction: StoreQueries,
  change: ContactChange & { readonly role: AssignableRole | undefined },
  involved: Involved,
): Promise<PlatformError | undefined> {
  if (involved.role === undefined && !involved.isOwnAccount)
    return new PlatformError("contacts_user_not_found");
  const problem = rightsProblem(involved, change.role);
  if (problem !== undefined) return problem;
  if (involved.role === undefined && (await isFull(transaction, change.teamId)))
    return new PlatformError("exceed_user_limit");
  await setRole(transaction, change, involved.role);
  return undefined;
}

async function isFull({ kysely }: StoreQueries, teamId: number): Promise<boolean> {
  const row = await kysely
    .selectFrom("team_members")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("team_id", "=", teamId)
    .executeTakeFirst();
  return Number(row?.count ?? 0) >= membersPerTeam;
}

async function setRole(
  transaction: StoreQueries,
  change: ContactChange & { readonly role: AssignableRole | undefined },
  before: TeamRoleNumber | undefined,
): Promise<void> {
  const role = change.role ?? before ?? teamRoles.member;
  if (role === before) return;
  const { teamId, userId } = change;
  await transaction.kysely
    .insertInto("team_members")
    .values({ team_id: teamId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doUpdateSet({ role }))
    .execute();
  if (before !== undefined) await endRightsOfMember(transaction, change, role);
  await record(transaction, change, {
    action: before === undefined ? "team.joined" : "team.role_changed",
    ...(before !== undefined && { before: { user: userId, role: before } }),
    after: { user: userId, role },
  });
}

async function addToGroups(
  { kysely }: StoreQueries,
  { teamId, userId }: ContactChange,
  groupIds: readonly number[],
): Promise<void> {
  if (groupIds.length === 0) return;
  await kysely
    .insertInto("contact_memberships")
    .values(groupIds.map((id) => ({ group_id: id, team_id: teamId, user_id: userId })))
    .execute();
}

async function leaveGroups({ kysely }: StoreQueries, { teamId, userId }: ContactChange): Promise<void> {
  await kysely
    .deleteFrom("contact_memberships")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .execute();
}

/** A member about to leave a group. */
export interface ContactRemoval extends ContactChange {
  /** 0 for the group that stands for the team. */
  readonly groupId: number;
}

/**
 * Takes a member out of a group. Out of the last one, or out of the one that stands for the team, means out of the team: as
 * adding to a group adds to the team.
 *
 * @returns why not; undefined when the user is not there any more
 */
export async function removeContact(
  transaction: StoreQueries,
  removal: ContactRemoval,
): Promise<PlatformError | undefined> {
  const involved = await findInvolved(transaction, removal);
  const group = groupNamed(involved.groups, removal.groupId);
  if (group === undefined) return new PlatformError("contacts_group_not_found");
  const isIn = group.level === 0 ? involved.role !== undefined : involved.memberOf.has(group.id);
  if (!isIn || involved.role === undefined) return new PlatformError("contacts_user_not_found");
  const problem = rightsProblem(involved);
  if (problem !== undefined) return problem;
  if (group.level === 0 || involved.memberOf.size === 1) await leaveTeam(transaction, removal, involved.role);
  else await leaveGroup(transaction, removal, group.id);
  return undefined;
}

/**
 * Adds a user who is not in a group, and takes out one who is: some clients send the same call for both.
 *
 * @returns why not; undefined when it was done
 */
export async function addOrRemoveContact(
  transaction: StoreQueries,
  addition: ContactAddition,
): Promise<PlatformError | undefined> {
  const problem = await removeContact(transaction, addition);
  return problem?.type === "contacts_user_not_found" ? addContact(transaction, addition) : problem;
}

async function leaveGroup(
  { kysely }: StoreQueries,
  { userId }: ContactChange,
  groupId: number,
): Promise<void> {
  await kysely
    .deleteFrom("contact_memberships")
    .where("group_id", "=", groupId)
    .where("user_id", "=", userId)
    .execute();
}

async function leaveTeam(
  transaction: StoreQueries,
  change: ContactChange,
  role: TeamRoleNumber,
): Promise<void> {
  const { teamId, userId } = change;
  await transaction.kysely
    .deleteFrom("team_members")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .execute();
  await endRightsOfMember(transaction, change);
  await record(transaction, change, { action: "team.member_removed", before: { user: userId, role } });
}

async function record(
  transaction: StoreQueries,
  { teamId, actor }: ContactChange,
  event: Pick<Parameters<typeof recordAudit>[1], "action" | "before" | "after">,
): Promise<void> {
  await transaction.kysely.updateTable("teams").set({ edited_at: nowMs }).where("id", "=", teamId).execute();
  await recordAudit(transaction, { actor, target: { kind: "team", name: String(teamId) }, ...event });
}
