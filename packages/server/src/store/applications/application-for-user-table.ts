import { sql } from "kysely";
import type { ApplicationKind } from "../../model/application.ts";
import { teamRoles } from "../../model/team.ts";
import { recordAudit, type Actor, type AuditValues } from "../audit/audit-log-table.ts";
import { insertSecret, type KeptSecret } from "./application-secret-table.ts";
import { fieldsOf } from "./application-table.ts";
import { changedColumns, isChanged } from "../declaration/declaration-change.ts";
import { withdrawWriting } from "../tokens/grant-table.ts";
import type { RowOf } from "../declaration/declaration-state.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { contains } from "../statements/search-pattern.ts";
import { listRedirectUris, replaceRedirectUris } from "./redirect-uri-table.ts";
import { applicationLock, registrationLock } from "../statements/locks.ts";

/** Most applications that a user may register. */
export const applicationsPerOwner = 100;

/** An application by its appid, if it belongs to an account that a user manages. */
export interface ManagedApplication {
  readonly appid: string;
  /** The id of the user or team that owns it. */
  readonly ownerId: number;
  /** Who manages it: its owner, or a creator or administrator of the team that owns it. */
  readonly userId: number;
}

/** An application that a user manages, or that an operator works on: an administrator, or a command. */
export interface ControlledApplication extends Omit<ManagedApplication, "userId"> {
  readonly userId: number | "operator";
}

/** What an owner decides about an application. */
export interface ApplicationFields {
  readonly name: string;
  readonly description: string;
  readonly homePage: string;
  readonly contact: string;
  readonly terms: string;
  readonly privacy: string;
  readonly redirectUris: readonly string[];
  /** Of a web application, whether it asks users for writing too; of a team application, whether it may write. */
  readonly mayWrite: boolean;
  /** Whether it runs where it cannot keep a secret: it has none, and PKCE is required. Decided when it is registered. */
  readonly isPublic: boolean;
  readonly requiresPkce: boolean;
  readonly refreshRequiresSecret: boolean;
  readonly allowedNetworks: readonly string[];
}

/** An application as its owner sees it. */
export interface ApplicationForUser extends ApplicationFields {
  readonly id: number;
  readonly appid: string;
  readonly kind: ApplicationKind;
  /** A `data:` image, an address that is never loaded, or "". */
  readonly logo: string;
  readonly verified: boolean;
  readonly disabled: boolean;
  /** Whether its owner disabled it; only then the owner may enable it again. */
  readonly frozenByOwner: boolean;
  readonly createdAt: number;
}

/** Finds an application of an account. */
export async function findApplicationForUser(
  queries: StoreQueries,
  owned: ControlledApplication,
): Promise<ApplicationForUser | undefined> {
  const row = await findRow(queries, owned);
  return row && fromRow(row, await listRedirectUris(queries, row.id));
}

/**
 * Finds the row of an application that a user manages. The role in the team is read in the same statement, so that a
 * member who was removed is refused from the next transaction on.
 */
export function findRow(
  { kysely }: StoreQueries,
  { appid, ownerId, userId }: ControlledApplication,
): Promise<RowOf<"applications"> | undefined> {
  return kysely
    .selectFrom("applications")
    .selectAll()
    .where("appid", "=", appid)
    .where("owner_id", "=", ownerId)
    .where((eb) =>
      userId === "operator"
        ? eb.lit(true)
        : eb.or([eb("owner_id", "=", userId), eb("owner_id", "in", teamsManagedBy(userId))]),
    )
    .executeTakeFirst();
}

/** The teams in which a user's role includes the credentials. */
function teamsManagedBy(userId: number) {
  return sql<number>`(select team_id from team_members where user_id = ${userId} and role in (${sql.lit(teamRoles.creator)}, ${sql.lit(teamRoles.team_admin)}))`;
}

function fromRow(row: RowOf<"applications">, redirectUris: readonly string[]): ApplicationForUser {
  return {
    ...fieldsOf(row),
    contact: row.contact,
    redirectUris,
    refreshRequiresSecret: row.refresh_requires_secret === 1,
    allowedNetworks: row.allowed_networks === "" ? [] : row.allowed_networks.split("\n"),
    frozenByOwner: row.frozen_by_owner === 1,
    createdAt: row.created_at,
  };
}

/** One page of the applications of an account. */
export interface ApplicationForUserSearch {
  readonly ownerId: number;
  /** Part of a name or appid; "" for all. */
  readonly search: string;
  /** The appid that the page begins after. */
  readonly after: string | undefined;
  readonly limit: number;
}

/** An application in a list. */
export type ListedApplication = Pick<
  ApplicationForUser,
  "appid" | "kind" | "name" | "logo" | "verified" | "disabled" | "frozenByOwner" | "createdAt"
>;

/** The applications of an account, the newest first. */
export async function listApplicationsForUser(
  { kysely }: StoreQueries,
  { ownerId, search, after, limit }: ApplicationForUserSearch,
): Promise<readonly ListedApplication[]> {
  const rows = await kysely
    .selectFrom("applications as a")
    .select(["a.appid", "a.kind", "a.name", "a.logo", "a.verified", "a.disabled"])
    .select(["a.frozen_by_owner as frozenByOwner", "a.created_at as createdAt"])
    .where("a.owner_id", "=", ownerId)
    .$if(search !== "", (query) => query.where(contains(search, ["a.name", "a.appid"])))
    .$if(after !== undefined, (query) =>
      query.where("a.id", "<", (eb) =>
        eb
          .selectFrom("applications as last")
          .select("last.id")
          .where("last.appid", "=", after ?? "")
          .where("last.owner_id", "=", ownerId),
      ),
    )
    .orderBy("a.id", "desc")
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    verified: row.verified === 1,
    disabled: row.disabled === 1,
    frozenByOwner: row.frozenByOwner === 1,
  }));
}

/** An application about to be registered. */
export interface NewApplication extends Omit<ManagedApplication, "userId"> {
  readonly fields: ApplicationFields;
  /** A `data:` image; none unless given. */
  readonly logo?: string;
  /** Undefined for a public one. */
  readonly secret: KeptSecret | undefined;
  /** Which form asks for it: a form that is sent twice registers one application. */
  readonly requestHash: string;
  readonly actor: Actor;
}

/** The outcome of a registration: the application that the form registered, now or before, or none. */
export type Registration =
  | { readonly outcome: "registered" | "repeated"; readonly appid: string }
  | { readonly outcome: "too_many" };

/** Registers an application with its first secret. The registrations of an owner have to be serial. */
export async function registerApplication(
  transaction: StoreQueries,
  { appid, ownerId, fields, logo = "", secret, requestHash, actor }: NewApplication,
): Promise<Registration> {
  const repeated = await findByRequest(transaction, { appid, ownerId, requestHash });
  if (repeated !== undefined) return { outcome: "repeated", appid: repeated };
  if ((await countOwn(transaction, ownerId)) >= applicationsPerOwner) return { outcome: "too_many" };
  const { id } = await transaction.kysely
    .insertInto("applications")
    .values({
      ...columnsOf(fields),
      logo,
      appid,
      kind: "web",
      owner_id: ownerId,
      verified: 0,
      disabled: 0,
      created_at: nowMs,
      edited_at: nowMs,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await replaceRedirectUris(transaction, id, fields.redirectUris);
  if (secret !== undefined) await insertSecret(transaction, id, { ...secret, name: "", requestHash });
  const target = { kind: "application", name: appid } as const;
  await recordAudit(transaction, { actor, action: "application.registered", target, after: auditOf(fields) });
  return { outcome: "registered", appid };
}
registerApplication.locks = ({ ownerId }: NewApplication) => [registrationLock(ownerId)];

/** A form is known by the secret that it made, or by the appid where there is no secret. */
async function findByRequest(
  { kysely }: StoreQueries,
  { appid, ownerId, requestHash }: Pick<NewApplication, "appid" | "ownerId" | "requestHash">,
): Promise<string | undefined> {
  const row = await kysely
    .selectFrom("applications as a")
    .leftJoin("application_secrets as s", "s.application_id", "a.id")
    .select("a.appid")
    .where("a.owner_id", "=", ownerId)
    .where((eb) => eb.or([eb("s.request_hash", "=", requestHash), eb("a.appid", "=", appid)]))
    .limit(1)
    .executeTakeFirst();
  return row?.appid;
}

async function countOwn({ kysely }: StoreQueries, ownerId: number): Promise<number> {
  const row = await kysely
    .selectFrom("applications")
    .select((eb) => eb.fn.countAll().as("count"))
    .where("owner_id", "=", ownerId)
    .executeTakeFirst();
  return Number(row?.count ?? 0);
}

function columnsOf(fields: ApplicationFields) {
  return {
    name: fields.name,
    description: fields.description,
    home_page: fields.homePage,
    contact: fields.contact,
    terms: fields.terms,
    privacy: fields.privacy,
    may_write: fields.mayWrite ? (1 as const) : (0 as const),
    is_public: fields.isPublic ? (1 as const) : (0 as const),
    // RFC 9700, section 2.1.1: it is all that a public client has.
    requires_pkce: fields.isPublic || fields.requiresPkce ? (1 as const) : (0 as const),
    refresh_requires_secret: fields.refreshRequiresSecret ? (1 as const) : (0 as const),
    allowed_networks: fields.allowedNetworks.join("\n"),
  };
}

function auditOf(fields: ApplicationFields): AuditValues {
  const { name, description, homePage, contact, terms, privacy } = fields;
  const { redirectUris, mayWrite, isPublic, requiresPkce, refreshRequiresSecret, allowedNetworks } = fields;
  const rules = { redirectUris, mayWrite, isPublic, requiresPkce, refreshRequiresSecret, allowedNetworks };
  return { name, description, homePage, contact, terms, privacy, ...rules };
}

/** An application about to be changed. */
export interface ApplicationEdit extends ManagedApplication {
  /** What is left out stays as it is. */
  readonly fields: Partial<ApplicationFields>;
  readonly actor: Actor;
}

/** Changes what an owner decides. The application's lock has to be held. @returns false when there is none */
export async function editApplication(
  transaction: StoreQueries,
  { fields, actor, ...owned }: ApplicationEdit,
): Promise<boolean> {
  const row = await findRow(transaction, owned);
  if (row === undefined) return false;
  const before = fromRow(row, await listRedirectUris(transaction, row.id));
  const after = { ...before, ...fields };
  const changed = changedColumns(row, columnsOf(after));
  const hasNewUris = await replaceRedirectUris(transaction, row.id, after.redirectUris);
  if (!isChanged(changed) && !hasNewUris) return true;
  await transaction.kysely
    .updateTable("applications")
    .set({ ...changed, edited_at: nowMs })
    .where("id", "=", row.id)
    .execute();
  if (changed.may_write === 0) await withdrawWriting(transaction, row.id);
  await recordAudit(transaction, {
    actor,
    action: "application.edited",
    target: { kind: "application", name: row.appid },
    ...differenceOf(auditOf(before), auditOf(after)),
  });
  return true;
}
editApplication.locks = ({ appid }: ApplicationEdit) => [applicationLock(appid)];

/** Changes several applications, or none. Their locks have to be held. @returns false when one of them does not exist */
export async function editApplications(
  transaction: StoreQueries,
  edits: readonly ApplicationEdit[],
): Promise<boolean> {
  for (const edit of edits) if ((await findRow(transaction, edit)) === undefined) return false;
  for (const edit of edits) await editApplication(transaction, edit);
  return true;
}
editApplications.locks = (edits: readonly ApplicationEdit[]) =>
  edits.map(({ appid }) => applicationLock(appid));

/** All applications of a user, with everything that the user decides about them, by appid. */
export async function readApplicationsForUser(
  queries: StoreQueries,
  userId: number,
): Promise<readonly ApplicationForUser[]> {
  const rows = await queries.kysely
    .selectFrom("applications")
    .selectAll()
    .where("owner_id", "=", userId)
    .orderBy("appid")
    .execute();
  const applications: ApplicationForUser[] = [];
  for (const row of rows) applications.push(fromRow(row, await listRedirectUris(queries, row.id)));
  return applications;
}

/** Reads the applications of a user for a file, and records that. */
export async function exportOwnApplications(
  transaction: StoreQueries,
  userId: number,
  actor: Actor,
): Promise<readonly ApplicationForUser[]> {
  const applications = await readApplicationsForUser(transaction, userId);
  const target = { kind: "user", name: actor.username } as const;
  const after = { count: applications.length };
  await recordAudit(transaction, { actor, action: "applications.exported", target, after });
  return applications;
}

/** The values that differ, before and after. */
function differenceOf(before: AuditValues, after: AuditValues) {
  const names = Object.keys(after).filter((name) => String(before[name]) !== String(after[name]));
  const only = (values: AuditValues): AuditValues =>
    Object.fromEntries(names.map((name) => [name, values[name] ?? null]));
  return { before: only(before), after: only(after) };
}

/** A logo about to be set. */
export interface LogoChange extends ManagedApplication {
  /** A `data:` image, or "" for none. */
  readonly logo: string;
  readonly actor: Actor;
}

/** Sets the logo. The picture itself is too long for the audit log. @returns false when there is no application */
export async function setLogo(
  transaction: StoreQueries,
  { logo, actor, ...owned }: LogoChange,
): Promise<boolean> {
  const row = await findRow(transaction, owned);
  if (row === undefined) return false;
  await transaction.kysely
    .updateTable("applications")
    .set({ logo, edited_at: nowMs })
    .where("id", "=", row.id)
    .execute();
  const target = { kind: "application", name: row.appid } as const;
  const action = logo === "" ? "application.logo_removed" : "application.logo_changed";
  await recordAudit(transaction, { actor, action, target });
  return true;
}
setLogo.locks = ({ appid }: LogoChange) => [applicationLock(appid)];
