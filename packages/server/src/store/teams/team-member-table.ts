import { sql } from "kysely";
import { mayAssign, teamRoles, type TeamRoleNumber } from "../../model/team.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { endRightsOfMember } from "./member-rights.ts";
import { contains } from "../statements/search-pattern.ts";
import { countWebhooksOf } from "../webhooks/webhook-rights.ts";
import { teamLock } from "../statements/locks.ts";

/** A member of a team. */
export interface TeamMember {
  readonly userId: number;
  readonly username: string;
  readonly nickname: string;
  readonly role: TeamRoleNumber;
  readonly disabled: boolean;
}

function membersOf({ kysely }: StoreQueries, teamId: number) {
  return kysely
    .selectFrom("team_members as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.user_id as userId", "u.username", "u.nickname", "u.disabled"])
    .select((eb) => eb.ref("m.role").$castTo<TeamRoleNumber>().as("role"))
    .where("m.team_id", "=", teamId);
}

/** One page of the members of a team. */
export interface TeamMemberSearch {
  readonly teamId: number;
  /** Part of a nickname or username; "" for all. */
  readonly search: string;
  /** The member that the page begins after. */
  readonly after: Pick<TeamMember, "role" | "userId"> | undefined;
  readonly limit: number;
}

/** The members of a team: creators first, then by role. */
export async function listTeamMembers(
  queries: StoreQueries,
  { teamId, search, after, limit }: TeamMemberSearch,
): Promise<readonly TeamMember[]> {
  const rows = await membersOf(queries, teamId)
    .$if(search !== "", (query) => query.where(contains(search, ["u.nickname", "u.username"])))
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(m.role, m.user_id) > (${after?.role ?? 0}, ${after?.userId ?? 0})`),
    )
    .orderBy("m.role")
    .orderBy("m.user_id")
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, disabled: row.disabled === 1 }));
}

/** Finds a member of a team. */
export async function findTeamMember(
  queries: StoreQueries,
  { teamId, userId }: { readonly teamId: number; readonly userId: number },
): Promise<TeamMember | undefined> {
  const row = await membersOf(queries, teamId).where("m.user_id", "=", userId).executeTakeFirst();
  return row && { ...row, disabled: row.disabled === 1 };
}

/** Whether a team has a creator who can sign in, beside one user. */
export async function hasOtherCreator(
  queries: StoreQueries,
  { teamId, userId }: { readonly teamId: number; readonly userId: number },
): Promise<boolean> {
  const row = await membersOf(queries, teamId)
    .where("m.role", "=", teamRoles.creator)
    .where("m.user_id", "!=", userId)
    .where("u.disabled", "=", 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A change of a member, and who makes it. */
export interface MemberChange {
  readonly teamId: number;
  readonly userId: number;
  readonly actor: Actor & { readonly userId: number };
}

/** The outcome. `forbidden`: the role of the user who asked does not include it. */
export type MemberOutcome = "changed" | "not_found" | "forbidden" | "last_creator";

interface Involved {
  readonly actor: TeamMember;
  readonly member: TeamMember;
}

/** Both members as they are now: neither role is taken from an earlier page. */
async function findInvolved(
  queries: StoreQueries,
  { teamId, userId, actor }: MemberChange,
): Promise<Involved | "not_found"> {
  const acting = await findTeamMember(queries, { teamId, userId: actor.userId });
  const member = await findTeamMember(queries, { teamId, userId });
  const mayAct = acting !== undefined && !acting.disabled;
  return !mayAct || member === undefined ? "not_found" : { actor: acting, member };
}

/** Whether a team would be without a creator if a member were none. The team's lock has to be held. */
async function isLastCreator(
  queries: StoreQueries,
  { teamId, userId }: MemberChange,
  { member }: Involved,
): Promise<boolean> {
  return member.role === teamRoles.creator && !(await hasOtherCreator(queries, { teamId, userId }));
}

/** Gives a member another role. The team's lock has to be held. */
export async function changeTeamRole(
  transaction: StoreQueries,
  { role, ...change }: MemberChange & { readonly role: TeamRoleNumber },
): Promise<MemberOutcome> {
  const involved = await findInvolved(transaction, change);
  if (involved === "not_found") return "not_found";
  const { actor, member } = involved;
  if (!mayAssign(actor.role, member.role) || !mayAssign(actor.role, role)) return "forbidden";
  if (member.role === role) return "changed";
  if (await isLastCreator(transaction, change, involved)) return "last_creator";
  await setRole(transaction, change, role);
  await endRightsOfMember(transaction, change, role);
  await recordChange(transaction, change, {
    action: "team.role_changed",
    before: { user: member.username, role: member.role },
    after: { user: member.username, role },
  });
  return "changed";
}
changeTeamRole.locks = ({ teamId }: MemberChange) => [teamLock(teamId)];

/** What a member loses and leaves behind who leaves a team, in numbers. */
export interface MemberCounts {
  /** Surveys of the team. */
  readonly surveys: number;
  /** Those of them that the member created. */
  readonly created: number;
  /** Open invitations to the team that the member made. */
  readonly invitations: number;
  /** Webhooks that send with the right of the member. */
  readonly webhooks: number;
}

/** Counts what a page says before a member is removed or leaves. */
export async function countTeamMember(
  queries: StoreQueries,
  { teamId, userId }: { readonly teamId: number; readonly userId: number },
): Promise<MemberCounts> {
  type Counted = Exclude<keyof MemberCounts, "webhooks">;
  const { rows } = await sql<Readonly<Record<Counted, number | string>>>`select
    (select count(*) from surveys where owner_id = ${teamId} and binned_at is null) as surveys,
    (select count(*) from surveys where owner_id = ${teamId} and creator_user_id = ${userId} and binned_at is null) as created,
    (select count(*) from invitations where team_id = ${teamId} and created_by = ${userId} and expires_at > ${nowMs})
      as invitations`.execute(queries.kysely);
  // Engines differ in the type that they count in.
  const count = (name: Counted) => Number(rows[0]?.[name] ?? 0);
  const webhooks = await countWebhooksOf(queries, { teamId, userId });
  return {
    surveys: count("surveys"),
    created: count("created"),
    invitations: count("invitations"),
    webhooks,
  };
}

/** Removes a member; a member may also leave. The team's lock has to be held. */
export async function removeTeamMember(
  transaction: StoreQueries,
  change: MemberChange,
): Promise<MemberOutcome> {
  const involved = await findInvolved(transaction, change);
  if (involved === "not_found") return "not_found";
  const { actor, member } = involved;
  const leaves = actor.userId === member.userId;
  if (!leaves && !mayAssign(actor.role, member.role)) return "forbidden";
  if (await isLastCreator(transaction, change, involved)) return "last_creator";
  const { teamId, userId } = change;
  await transaction.kysely
    .deleteFrom("team_members")
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .execute();
  await endRightsOfMember(transaction, change);
  const action = leaves ? "team.left" : "team.member_removed";
  await recordChange(transaction, change, { action, before: { user: member.username, role: member.role } });
  return "changed";
}
removeTeamMember.locks = ({ teamId }: MemberChange) => [teamLock(teamId)];

/** A team about to be handed over. */
export interface HandingOver {
  readonly teamId: number;
  readonly username: string;
  readonly actor: Actor & { readonly userId: number };
}

/** A creator makes another member a creator, and becomes a team administrator. The team's lock has to be held. */
export async function handOverTeam(
  transaction: StoreQueries,
  { teamId, username, actor }: HandingOver,
): Promise<Exclude<MemberOutcome, "last_creator">> {
  const acting = await findTeamMember(transaction, { teamId, userId: actor.userId });
  if (acting?.role !== teamRoles.creator || acting.disabled) return "forbidden";
  const member = await membersOf(transaction, teamId).where("u.username", "=", username).executeTakeFirst();
  // A user who cannot sign in would leave the team without a creator.
  if (member === undefined || member.disabled === 1 || member.userId === actor.userId) return "not_found";
  const change = { teamId, userId: member.userId, actor };
  const own = { teamId, userId: actor.userId };
  await setRole(transaction, change, teamRoles.creator);
  await setRole(transaction, own, teamRoles.team_admin);
  await endRightsOfMember(transaction, own, teamRoles.team_admin);
  await recordChange(transaction, change, {
    action: "team.handed_over",
    before: { creator: actor.username },
    after: { creator: member.username },
  });
  return "changed";
}
handOverTeam.locks = ({ teamId }: HandingOver) => [teamLock(teamId)];

async function setRole(
  { kysely }: StoreQueries,
  { teamId, userId }: Pick<MemberChange, "teamId" | "userId">,
  role: TeamRoleNumber,
): Promise<void> {
  await kysely
    .updateTable("team_members")
    .set({ role })
    .where("team_id", "=", teamId)
    .where("user_id", "=", userId)
    .execute();
}

async function recordChange(
  transaction: StoreQueries,
  { teamId, actor }: Pick<MemberChange, "teamId" | "actor">,
  event: Pick<Parameters<typeof recordAudit>[1], "action" | "before" | "after">,
): Promise<void> {
  await transaction.kysely.updateTable("teams").set({ edited_at: nowMs }).where("id", "=", teamId).execute();
  await recordAudit(transaction, { actor, target: { kind: "team", name: String(teamId) }, ...event });
}
