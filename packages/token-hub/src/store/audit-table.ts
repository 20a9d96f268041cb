import { nowMs, type StoreQueries } from "./queries.ts";

/** Something that happened and that an operator may ask about later. Nothing in it is secret. */
export interface AuditEntry {
  /** Empty for what concerns the hub as a whole. */
  readonly appid: string;
  /** Such as `minted` or `foreign_refresher`. */
  readonly kind: string;
  /** A caller's id, `operator`, or `hub`. */
  readonly actor: string;
  /** The version of the token in question; 0 for none. */
  readonly version: number;
  readonly detail: Readonly<Record<string, string | number | boolean | undefined>>;
}

/** An entry as it is listed. */
export interface AuditLine extends AuditEntry {
  /** Milliseconds UTC by the database's clock. */
  readonly at: number;
}

/** Which entries to list. */
export interface AuditFilter {
  readonly appid?: string | undefined;
  /** At most how many, the newest ones. */
  readonly limit: number;
}

export async function addAuditEntry(transaction: StoreQueries, entry: AuditEntry): Promise<void> {
  await transaction.kysely
    .insertInto("audit_events")
    .values({
      ...entry,
      at: nowMs,
      detail: JSON.stringify(entry.detail),
    })
    .execute();
}

/** The newest entries first. */
export async function listAuditEntries(
  { kysely }: StoreQueries,
  { appid, limit }: AuditFilter,
): Promise<readonly AuditLine[]> {
  const rows = await kysely
    .selectFrom("audit_events")
    .select(["at", "appid", "kind", "actor", "version", "detail"])
    .$if(appid !== undefined, (query) => query.where("appid", "=", appid ?? ""))
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
  // What is read here was written above.
  return rows.map((row) => ({ ...row, detail: JSON.parse(row.detail) as AuditEntry["detail"] }));
}

/** Forgets what is older than that. @returns how many entries went */
export async function sweepAuditEntries(transaction: StoreQueries, olderThanDays: number): Promise<number> {
  const { numDeletedRows } = await transaction.kysely
    .deleteFrom("audit_events")
    .where(({ eb }) => eb("at", "<", eb(nowMs, "-", olderThanDays * 86_400_000)))
    .executeTakeFirst();
  return Number(numDeletedRows);
}
