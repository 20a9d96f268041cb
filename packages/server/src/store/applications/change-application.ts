import { recordAudit, type Actor, type AuditValues } from "../audit/audit-log-table.ts";
import { insertSecret, type KeptSecret } from "./application-secret-table.ts";
import { changedColumns, isChanged } from "../declaration/declaration-change.ts";
import { withdrawWriting } from "../tokens/grant-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { listRedirectUris, replaceRedirectUris } from "./redirect-uri-table.ts";
import { applicationLock, registrationLock } from "../statements/locks.ts";
import {
  findRow,
  fromRow,
  readApplicationsForUser,
  type ApplicationFields,
  type ApplicationForUser,
  type ManagedApplication,
} from "./application-for-user-table.ts";

/** Most applications that a user may register. */
export const applicationsPerOwner = 100;

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
  if ((await countApplicationsOf(transaction, ownerId)) >= applicationsPerOwner)
    return { outcome: "too_many" };
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

async function countApplicationsOf({ kysely }: StoreQueries, ownerId: number): Promise<number> {
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

/** Reads the applications of a user for a file, and records that. */
export async function exportApplicationsForUser(
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
