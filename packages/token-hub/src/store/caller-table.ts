import type { Selectable } from "kysely";
import { addAuditEntry } from "./audit-table.ts";
import { nowMs, type StoreQueries } from "./queries.ts";
import type { Schema } from "./schema.ts";

/** What a caller may do for one application, as it is kept. */
export interface StoredRights {
  readonly appid: string;
  readonly token: boolean;
  readonly report: boolean;
  readonly users: boolean;
  readonly proxyPaths: readonly string[];
}

/** A caller to be added. */
export interface NewCaller {
  readonly id: string;
  readonly name: string;
  /** Its secret, sealed. */
  readonly secretCiphertext: string;
  readonly reportsPerMinute: number;
  readonly rights: readonly StoredRights[];
}

/** A caller as it is kept. */
export interface StoredCaller extends NewCaller {
  /** Milliseconds UTC by the database's clock. */
  readonly createdAt: number;
  /** The same; null for one that is not revoked. */
  readonly revokedAt: number | null;
}

/** Adds a caller with its rights, and notes who was let in. */
export async function addCaller(transaction: StoreQueries, caller: NewCaller): Promise<void> {
  const { id, name, secretCiphertext, reportsPerMinute, rights } = caller;
  await transaction.kysely
    .insertInto("callers")
    .values({
      id,
      name,
      secret_ciphertext: secretCiphertext,
      reports_per_minute: reportsPerMinute,
      created_at: nowMs,
      revoked_at: null,
    })
    .execute();
  const rows = rights.map(rowOf(id));
  if (rows.length > 0) await transaction.kysely.insertInto("caller_rights").values(rows).execute();
  const appids = rights.map(({ appid }) => appid).join(" ");
  await addAuditEntry(transaction, {
    appid: "",
    kind: "caller_added",
    actor: "operator",
    version: 0,
    detail: { caller: id, name, appids },
  });
}

/** Every caller, the revoked ones too, in the order in which they were added. */
export async function listCallers({ kysely }: StoreQueries): Promise<readonly StoredCaller[]> {
  const callers = await kysely
    .selectFrom("callers")
    .selectAll()
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const rights = await kysely.selectFrom("caller_rights").selectAll().orderBy("appid").execute();
  const byCaller = Map.groupBy(rights, (row) => row.caller_id);
  return callers.map((row) => ({
    id: row.id,
    name: row.name,
    secretCiphertext: row.secret_ciphertext,
    reportsPerMinute: row.reports_per_minute,
    createdAt: row.created_at,
    revokedAt: row.revoked_at,
    rights: (byCaller.get(row.id) ?? []).map(rightsOf),
  }));
}

/** Shuts a caller out for good. @returns false when there is none with that id that was let in until now */
export async function revokeCaller(transaction: StoreQueries, id: string): Promise<boolean> {
  const row = await transaction.kysely
    .updateTable("callers")
    .set({ revoked_at: nowMs })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .returning("name")
    .executeTakeFirst();
  if (row === undefined) return false;
  const detail = { caller: id, name: row.name };
  await addAuditEntry(transaction, {
    appid: "",
    kind: "caller_revoked",
    actor: "operator",
    version: 0,
    detail,
  });
  return true;
}

/** Puts the same secret there under another key. */
export async function resealCallerSecret(
  transaction: StoreQueries,
  { id, before, after }: { readonly id: string; readonly before: string; readonly after: string },
): Promise<void> {
  await transaction.kysely
    .updateTable("callers")
    .set({ secret_ciphertext: after })
    .where("id", "=", id)
    .where("secret_ciphertext", "=", before)
    .execute();
}

const rowOf = (callerId: string) => (rights: StoredRights) => ({
  caller_id: callerId,
  appid: rights.appid,
  token: bit(rights.token),
  report: bit(rights.report),
  users: bit(rights.users),
  proxy_paths: JSON.stringify(rights.proxyPaths),
});

function rightsOf(row: Selectable<Schema["caller_rights"]>): StoredRights {
  return {
    appid: row.appid,
    token: row.token === 1,
    report: row.report === 1,
    users: row.users === 1,
    // What is read here was written above.
    proxyPaths: JSON.parse(row.proxy_paths) as readonly string[],
  };
}

function bit(value: boolean): 0 | 1 {
  return value ? 1 : 0;
}
