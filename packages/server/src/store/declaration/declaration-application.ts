import {
  changedColumns,
  definedColumns,
  isChanged,
  type Declared,
  type Saved,
} from "./declaration-change.ts";
import type { RowOf } from "./declaration-state.ts";
import { withdrawWriting } from "../tokens/grant-table.ts";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { undescribed } from "../applications/application-table.ts";
import { replaceRedirectUris } from "../applications/redirect-uri-table.ts";
import { revokeIssued } from "../tokens/revoke-issued.ts";
import {
  listLiveHashes,
  removeSecrets,
  replaceSecrets,
  type KeptSecret,
} from "../applications/application-secret-table.ts";

type OptionalColumn =
  | "name"
  | "description"
  | "home_page"
  | "logo"
  | "terms"
  | "privacy"
  | "verified"
  | "disabled"
  | "refresh_requires_secret"
  | "contact"
  | "allowed_networks"
  | "is_public"
  | "requires_pkce"
  | "may_write";

/** An application as declared; what is undefined stays as it is. */
export interface ApplicationDeclaration {
  readonly columns: Pick<RowOf<"applications">, "appid" | "kind" | "owner_id"> &
    Declared<Pick<RowOf<"applications">, OptionalColumn>>;
  /** All registered addresses. */
  readonly redirectUris: readonly string[] | undefined;
  /** The only secret. */
  readonly secret: KeptSecret | undefined;
  /** Whether a new secret ends every grant and token of the application too. */
  readonly revokesWithSecret: boolean;
  /** Makes a secret for an application that has none. */
  readonly makeSecret: () => KeptSecret;
}

/** An application after it was declared. */
export interface SavedApplication extends Saved {
  /** Whether a secret that it had was replaced. */
  readonly hasReplacedSecret: boolean;
  /** Whether its owner had changed it on a page, and something of it is different now. */
  readonly isOverwritten: boolean;
}

/**
 * Creates an application or updates an existing one. A new secret revokes everything if the declaration says so;
 * disabling it revokes everything, and enabling it again does not restore it.
 */
export async function declareApplication(
  transaction: StoreQueries,
  application: ApplicationDeclaration,
  existing: RowOf<"applications"> | undefined,
): Promise<SavedApplication> {
  if (existing !== undefined) return await updateApplication(transaction, application, existing);
  const id = await createApplication(transaction, application.columns);
  await replaceRedirectUris(transaction, id, application.redirectUris ?? []);
  await declareSecret(transaction, { id, is_public: application.columns.is_public ?? 0 }, application);
  return { id, change: "created", hasReplacedSecret: false, isOverwritten: false };
}

async function updateApplication(
  transaction: StoreQueries,
  application: ApplicationDeclaration,
  existing: RowOf<"applications">,
): Promise<SavedApplication> {
  const { id } = existing;
  const changed = {
    ...changedColumns(existing, application.columns),
    ...decidedByOperator(existing, application),
  };
  await saveColumns(transaction, id, changed);
  const { redirectUris } = application;
  const hasNewUris = redirectUris !== undefined && (await replaceRedirectUris(transaction, id, redirectUris));
  const secret = await declareSecret(transaction, { ...existing, ...changed }, application);
  // Also for one whose secret an operator has deleted: who knew it may hold tokens.
  if (secret !== "kept" && application.revokesWithSecret)
    await revokeIssued(transaction, { of: "application", id });
  const isUpdated = isChanged(changed) || hasNewUris || secret !== "kept";
  const isOverwritten = isUpdated && (await forgetEdit(transaction, existing));
  const change = isUpdated ? "updated" : "unchanged";
  return { id, change, hasReplacedSecret: secret === "replaced", isOverwritten };
}

/** Saves columns with what follows for consents and tokens. */
async function saveColumns(
  transaction: StoreQueries,
  id: number,
  changed: Partial<RowOf<"applications">>,
): Promise<void> {
  if (!isChanged(changed)) return;
  await transaction.kysely.updateTable("applications").set(changed).where("id", "=", id).execute();
  if (changed.may_write === 0) await withdrawWriting(transaction, id);
  if (changed.disabled === 1) await revokeIssued(transaction, { of: "application", id });
}

/** @returns whether its owner had changed the application on a page since it was declared */
async function forgetEdit(
  { kysely }: StoreQueries,
  { id, edited_at }: RowOf<"applications">,
): Promise<boolean> {
  if (edited_at === null) return false;
  await kysely.updateTable("applications").set({ edited_at: null }).where("id", "=", id).execute();
  return true;
}

/** Once the file says whether the application is disabled, its owner can no longer undo it. */
function decidedByOperator(existing: RowOf<"applications">, { columns }: ApplicationDeclaration) {
  return columns.disabled !== undefined && existing.frozen_by_owner === 1
    ? { frozen_by_owner: 0 as const }
    : {};
}

async function createApplication(
  transaction: StoreQueries,
  { appid, kind, owner_id, ...rest }: ApplicationDeclaration["columns"],
): Promise<number> {
  const { id } = await transaction.kysely
    .insertInto("applications")
    .values({
      ...undescribed,
      name: appid,
      ...definedColumns(rest),
      appid,
      kind,
      owner_id,
      created_at: nowMs,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

async function declareSecret(
  transaction: StoreQueries,
  { id: applicationId, is_public }: Pick<RowOf<"applications">, "id" | "is_public">,
  { secret, makeSecret }: ApplicationDeclaration,
): Promise<"kept" | "first" | "replaced" | "removed"> {
  const present = await listLiveHashes(transaction, applicationId);
  if (is_public === 1) {
    await removeSecrets(transaction, applicationId);
    return present.length === 0 ? "kept" : "removed";
  }
  const isKept =
    secret === undefined ? present.length > 0 : present.length === 1 && present[0] === secret.hash;
  if (isKept) return "kept";
  await replaceSecrets(transaction, applicationId, secret ?? makeSecret());
  return present.length === 0 ? "first" : "replaced";
}
