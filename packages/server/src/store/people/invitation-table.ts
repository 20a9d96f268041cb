import { sql } from "kysely";
import { mayAssign, teamRoles } from "../../model/team.ts";
import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { queueMail } from "../mail/queue-mail.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { contains } from "../statements/search-pattern.ts";
import { userLock, teamLock } from "../statements/locks.ts";

/** How long an invitation can be used. */
export const invitationSeconds = 7 * 86_400;

/** A new invitation: to the platform, or to a team with a role. */
export interface NewInvitation {
  readonly hash: string;
  /** For whom it is, in the words of the user who makes it. */
  readonly note: string;
  readonly team?: { readonly id: number; readonly role: number } | undefined;
  /** Which form asks for it; undefined for a command. */
  readonly requestHash?: string | undefined;
  /** Where its link is sent, if anywhere; the token is kept until the mail server has the mail. */
  readonly mail?: InvitationMail | undefined;
}

/** How an invitation is sent. */
export interface InvitationMail {
  readonly address: string;
  readonly language: string;
  readonly token: string;
  /** The nickname of the user who makes it. */
  readonly invitedBy: string;
}

/** The outcome. `forbidden`: the role of the user who asked does not include it, or the user was disabled. */
export type InvitationOutcome = "created" | "repeated" | "too_many" | "forbidden";

/** Most invitations of a team, or to the platform by one user, that can be used at a time. */
export const openInvitations = 50;

/** An invitation that can be used now. */
export interface Invitation {
  readonly hash: string;
  readonly kind: "first_administrator" | "platform" | "team";
  readonly note: string;
  readonly team: { readonly id: number; readonly name: string; readonly role: number } | undefined;
  /** The nickname of the user who made it; undefined for that of the first start. */
  readonly invitedBy: string | undefined;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/**
 * Makes an invitation. To the platform only an administrator can invite, to a team also a member whose role may give the role, and a command. The locks of the
 * user who asks and of the team have to be held.
 */
export async function createInvitation(
  transaction: StoreQueries,
  { hash, note, team, requestHash, mail }: NewInvitation,
  actor: Actor,
): Promise<InvitationOutcome> {
  if (!(await mayInvite(transaction, team, actor))) return "forbidden";
  if (await isRepeated(transaction, requestHash)) return "repeated";
  if (team !== undefined && (await countOpen(transaction, team.id)) >= openInvitations) return "too_many";
  const kind = team === undefined ? "platform" : "team";
  const invitation = { hash, note, kind, team, requestHash, createdBy: actor.userId } as const;
  if (!(await insertInvitation(transaction, invitation))) return "repeated";
  if (mail !== undefined) await sendInvitation(transaction, mail, team?.id);
  await auditInvitation(transaction, { actor, action: "invitation.created", hash, teamId: team?.id, note });
  return "created";
}
createInvitation.locks = ({ team }: NewInvitation, { username }: Actor) => [
  userLock(username),
  ...(team === undefined ? [] : [teamLock(team.id)]),
];

/** Writes the mail of an invitation. The team's lock is held, so it has the name that the mail says. */
async function sendInvitation(
  transaction: StoreQueries,
  { address, language, token, invitedBy }: InvitationMail,
  teamId: number | undefined,
): Promise<void> {
  const receiver = { address, language };
  if (teamId === undefined) {
    const facts = { token, invitedBy };
    await queueMail(transaction, { kind: "platform_invitation", facts }, receiver);
    return;
  }
  const team = await transaction.kysely
    .selectFrom("teams")
    .select("name")
    .where("id", "=", teamId)
    .executeTakeFirstOrThrow();
  const facts = { token, invitedBy, team: team.name };
  await queueMail(transaction, { kind: "team_invitation", facts }, receiver);
}

async function mayInvite(
  { kysely }: StoreQueries,
  team: NewInvitation["team"],
  { userId }: Actor,
): Promise<boolean> {
  if (userId === null) return true;
  const row = await kysely
    .selectFrom("users as u")
    .leftJoin("team_members as m", (join) =>
      join.onRef("m.user_id", "=", "u.id").on("m.team_id", "=", team?.id ?? null),
    )
    .select(["u.administrator", "m.role"])
    .where("u.id", "=", userId)
    .where("u.disabled", "=", 0)
    .executeTakeFirst();
  if (row === undefined) return false;
  if (team === undefined) return row.administrator === 1;
  return row.administrator === 1 || (row.role !== null && mayAssign(row.role, team.role));
}

async function isRepeated({ kysely }: StoreQueries, requestHash: string | undefined): Promise<boolean> {
  if (requestHash === undefined) return false;
  const row = await kysely
    .selectFrom("invitations")
    .select("hash")
    .where("request_hash", "=", requestHash)
    .executeTakeFirst();
  return row !== undefined;
}

async function countOpen(queries: StoreQueries, teamId: number): Promise<number> {
  return (await listInvitations(queries, { teamId, limit: openInvitations })).length;
}

/** Makes the invitation of the first start; earlier ones no longer work. There must be no users. */
export async function createFirstInvitation(transaction: StoreQueries, hash: string): Promise<void> {
  await transaction.kysely.deleteFrom("invitations").where("kind", "=", "first_administrator").execute();
  await insertInvitation(transaction, {
    hash,
    note: "",
    kind: "first_administrator",
    team: undefined,
    createdBy: null,
  });
}

/** @returns false when the same form has made one already */
async function insertInvitation(
  { kysely }: StoreQueries,
  { hash, note, kind, team, requestHash, createdBy }: NewInvitation & Origin,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await kysely
    .insertInto("invitations")
    .values({
      hash,
      kind,
      note,
      team_id: team?.id ?? null,
      team_role: team?.role ?? null,
      created_by: createdBy,
      created_at: nowMs,
      expires_at: sql<number>`${nowMs} + ${invitationSeconds * 1000}`,
      request_hash: requestHash ?? null,
    })
    .onConflict((conflict) => conflict.column("request_hash").doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

interface Origin {
  readonly kind: Invitation["kind"];
  readonly createdBy: number | null;
}

/**
 * Finds an invitation that can be used. Those of users who were disabled meanwhile cannot, nor those of users who could not make them
 * any more: with one, a member who was removed would come back, and an administrator who is none would let people in.
 */
export async function findInvitation(queries: StoreQueries, hash: string): Promise<Invitation | undefined> {
  const row = await usableInvitations(queries).where("i.hash", "=", hash).executeTakeFirst();
  return row && invitationFromRow(row);
}

/** Where an invitation is in the list. */
export type InvitationKey = Pick<Invitation, "createdAt" | "hash">;

/** Some of the invitations of a team, or of those to the platform. */
export interface InvitationSearch {
  /** Null for those to the platform. */
  readonly teamId: number | null;
  /** Part of the note, or of the name of the user who made it; "" for all. */
  readonly search?: string;
  /** What the page begins after; undefined for the first page. */
  readonly after?: InvitationKey | undefined;
  readonly limit: number;
}

/** The invitations of a team, or those to the platform, that can be used; the newest first. */
export async function listInvitations(
  queries: StoreQueries,
  { teamId, search = "", after, limit }: InvitationSearch,
): Promise<readonly Invitation[]> {
  const rows = await usableInvitations(queries)
    .where("i.kind", "=", teamId === null ? "platform" : "team")
    .$if(teamId !== null, (query) => query.where("i.team_id", "=", teamId))
    .$if(search !== "", (query) => query.where(contains(search, ["i.note", "u.nickname", "u.username"])))
    .$if(after !== undefined, (query) => query.where(isAfter(after)))
    .orderBy("i.created_at", "desc")
    .orderBy("i.hash", "desc")
    .limit(limit)
    .execute();
  return rows.map(invitationFromRow);
}

function isAfter({ createdAt, hash }: InvitationKey = { createdAt: 0, hash: "" }) {
  return sql<boolean>`(i.created_at, i.hash) < (${createdAt}, ${hash})`;
}

/** Whether an invitation `i` is one that its author may make as a member of the team. */
const isOfMember = sql<boolean>`exists (
  select 1 from team_members as m where m.team_id = i.team_id and m.user_id = i.created_by
    and (m.role = ${sql.lit(teamRoles.creator)} or (m.role = ${sql.lit(teamRoles.team_admin)} and i.team_role > m.role)))`;

/** Withdraws what a user could invite to as an administrator alone, once the user is none any more. */
export async function withdrawAdministratorInvitations(
  { kysely }: StoreQueries,
  userId: number,
): Promise<void> {
  await kysely
    .deleteFrom("invitations as i")
    .where("i.created_by", "=", userId)
    .where(sql<boolean>`not ${isOfMember}`)
    .execute();
}

function usableInvitations({ kysely }: StoreQueries) {
  return kysely
    .selectFrom("invitations as i")
    .leftJoin("users as u", "u.id", "i.created_by")
    .leftJoin("teams as t", "t.id", "i.team_id")
    .select(["i.hash", "i.kind", "i.note", "i.team_id", "i.team_role", "i.created_at", "i.expires_at"])
    .select(["u.nickname", "t.name as team_name"])
    .where("i.expires_at", ">", nowMs)
    .where((eb) => eb.or([eb("u.disabled", "=", 0), eb("i.created_by", "is", null)]))
    .where(sql<boolean>`(i.created_by is null or u.administrator = 1 or ${isOfMember})`);
}

type InvitationRow = Awaited<ReturnType<ReturnType<typeof usableInvitations>["executeTakeFirstOrThrow"]>>;

function invitationFromRow(row: InvitationRow): Invitation {
  const { team_id: teamId, team_role: role, team_name: name } = row;
  const hasTeam = teamId !== null && role !== null && name !== null;
  return {
    hash: row.hash,
    kind: row.kind,
    note: row.note,
    team: hasTeam ? { id: teamId, name, role } : undefined,
    invitedBy: row.nickname ?? undefined,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}

/**
 * Uses up an invitation of one of several kinds.
 *
 * @returns the invitation; undefined when it cannot be used, or another request was first
 */
export async function consumeInvitation(
  transaction: StoreQueries,
  hash: string,
  kinds: readonly Invitation["kind"][],
): Promise<Invitation | undefined> {
  const invitation = await findInvitation(transaction, hash);
  if (invitation === undefined || !kinds.includes(invitation.kind)) return undefined;
  const { numDeletedRows } = await transaction.kysely
    .deleteFrom("invitations")
    .where("hash", "=", hash)
    .executeTakeFirst();
  return numDeletedRows === 0n ? undefined : invitation;
}

/**
 * Withdraws an invitation of a team, or one to the platform. Of a team, its creators and administrators may.
 *
 * @returns false when there is none such
 */
export async function withdrawInvitation(
  transaction: StoreQueries,
  { hash, teamId }: { readonly hash: string; readonly teamId: number | null },
  actor: Actor,
): Promise<boolean> {
  const withdrawn = await transaction.kysely
    .deleteFrom("invitations")
    .where("hash", "=", hash)
    .where("kind", "=", teamId === null ? "platform" : "team")
    .where((eb) => (teamId === null ? eb.lit(true) : eb("team_id", "=", teamId)))
    .$if(teamId !== null && actor.userId !== null, (query) => query.where(isManagedBy(actor.userId)))
    .returning("note")
    .executeTakeFirst();
  if (withdrawn === undefined) return false;
  const { note } = withdrawn;
  await auditInvitation(transaction, {
    actor,
    action: "invitation.withdrawn",
    hash,
    teamId: teamId ?? undefined,
    note,
  });
  return true;
}

/** Whether a user is a creator or administrator of the team that an invitation is to. */
function isManagedBy(userId: number | null) {
  return sql<boolean>`exists (select 1 from team_members as m where m.team_id = invitations.team_id
    and m.user_id = ${userId} and m.role in (${sql.lit(teamRoles.creator)}, ${sql.lit(teamRoles.team_admin)}))`;
}

interface InvitationEvent {
  readonly actor: Actor;
  readonly action: string;
  readonly hash: string;
  readonly teamId: number | undefined;
  readonly note: string;
}

/** The beginning of the hash tells invitations apart and opens nothing. */
function auditInvitation(
  transaction: StoreQueries,
  { actor, action, hash, teamId, note }: InvitationEvent,
): Promise<void> {
  return recordAudit(transaction, {
    actor,
    action,
    target: { kind: "invitation", name: hash.slice(0, 12) },
    after: { note, ...(teamId !== undefined && { team: teamId }) },
  });
}
