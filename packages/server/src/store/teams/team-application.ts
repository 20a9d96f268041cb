import { recordAudit, type Actor } from "../audit/audit-log-table.ts";
import { insertSecret, type KeptSecret } from "../applications/application-secret-table.ts";
import { undescribed } from "../applications/application-table.ts";
import { findRow, type ManagedApplication } from "../applications/application-for-user-table.ts";
import { isTeamManager } from "../../model/team.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { findTeamForUser, type TeamOfMember } from "./team-table.ts";
import { registrationLock, applicationLock } from "../statements/locks.ts";

/** The appid of a team's application, if the user's role includes the credentials. */
export async function findTeamAppid(
  queries: StoreQueries,
  { teamId, userId }: TeamOfMember,
): Promise<string | undefined> {
  const team = await findTeamForUser(queries, { teamId, userId });
  if (team === undefined || !isTeamManager(team.role)) return undefined;
  const row = await queries.kysely
    .selectFrom("applications")
    .select("appid")
    .where("owner_id", "=", teamId)
    .where("kind", "=", "team")
    .orderBy("id")
    .executeTakeFirst();
  return row?.appid;
}

/** Credentials that a team is about to get. */
export interface NewTeamApplication {
  readonly teamId: number;
  readonly appid: string;
  readonly secret: KeptSecret;
  /** Which form asks for it. */
  readonly requestHash: string;
  readonly actor: Actor & { readonly userId: number };
}

/**
 * Makes the application of a team, with its first secret. The lock of the owner's registrations has to be held.
 *
 * @returns "exists" when the team has one, "not_found" when the user does not manage the team
 */
export async function createTeamApplication(
  transaction: StoreQueries,
  { teamId, appid, secret, requestHash, actor }: NewTeamApplication,
): Promise<"created" | "exists" | "not_found"> {
  const team = await findTeamForUser(transaction, { teamId, userId: actor.userId });
  if (team === undefined || !isTeamManager(team.role)) return "not_found";
  if ((await findTeamAppid(transaction, { teamId, userId: actor.userId })) !== undefined) return "exists";
  const { id } = await transaction.kysely
    .insertInto("applications")
    .values({
      appid,
      kind: "team",
      owner_id: teamId,
      name: team.name,
      ...undescribed,
      may_write: 1,
      created_at: nowMs,
      edited_at: nowMs,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await insertSecret(transaction, id, { ...secret, name: "", requestHash });
  const target = { kind: "application", name: appid } as const;
  await recordAudit(transaction, {
    actor,
    action: "application.registered",
    target,
    after: { team: teamId },
  });
  return "created";
}
createTeamApplication.locks = ({ teamId }: NewTeamApplication) => [registrationLock(teamId)];

/** The networks that token calls may come from, about to be changed. */
export interface NetworkChange extends ManagedApplication {
  readonly allowedNetworks: readonly string[];
  readonly actor: Actor;
}

/** Changes the networks that token calls may come from. The application's lock has to be held. @returns false when there is none */
export async function setAllowedNetworks(
  transaction: StoreQueries,
  { allowedNetworks, actor, ...managed }: NetworkChange,
): Promise<boolean> {
  const row = await findRow(transaction, managed);
  if (row === undefined) return false;
  const networks = allowedNetworks.join("\n");
  if (networks === row.allowed_networks) return true;
  await saveEdit(transaction, row.id, { allowed_networks: networks });
  await recordAudit(transaction, {
    actor,
    action: "application.edited",
    target: { kind: "application", name: row.appid },
    before: { allowedNetworks: row.allowed_networks === "" ? [] : row.allowed_networks.split("\n") },
    after: { allowedNetworks },
  });
  return true;
}
setAllowedNetworks.locks = ({ appid }: NetworkChange) => [applicationLock(appid)];

/** Whether the token of a team may write, about to be changed. */
export interface WritePermissionChange extends ManagedApplication {
  readonly mayWrite: boolean;
  readonly actor: Actor;
}

/**
 * Lets the token of a team write, or limits it to reading, from the next call on. The application's lock has to be held.
 *
 * @returns false when there is no such application of a team
 */
export async function setWritePermission(
  transaction: StoreQueries,
  { mayWrite, actor, ...managed }: WritePermissionChange,
): Promise<boolean> {
  const row = await findRow(transaction, managed);
  if (row?.kind !== "team") return false;
  if (mayWrite === (row.may_write === 1)) return true;
  await saveEdit(transaction, row.id, { may_write: mayWrite ? 1 : 0 });
  await recordAudit(transaction, {
    actor,
    action: "application.edited",
    target: { kind: "application", name: row.appid },
    before: { mayWrite: !mayWrite },
    after: { mayWrite },
  });
  return true;
}
setWritePermission.locks = ({ appid }: WritePermissionChange) => [applicationLock(appid)];

async function saveEdit(
  { kysely }: StoreQueries,
  id: number,
  changed: { readonly allowed_networks: string } | { readonly may_write: 0 | 1 },
): Promise<void> {
  await kysely
    .updateTable("applications")
    .set({ ...changed, edited_at: nowMs })
    .where("id", "=", id)
    .execute();
}
