import type { StoreQueries } from "./queries.ts";

/** The newest version of a team token that a caller of the drop-in endpoint was given, by any hub. */
export interface HandedOutVersion {
  readonly callerId: string;
  readonly appid: string;
  readonly version: number;
}

/**
 * Notes which version a caller is given, unless it was given that one or a newer one before.
 *
 * @returns the newest version that it was given before; undefined when this one is newer
 */
export async function recordHandedOut(
  transaction: StoreQueries,
  { callerId, appid, version }: HandedOutVersion,
): Promise<number | undefined> {
  const noted = await transaction.kysely
    .insertInto("handed_out_versions")
    .values({ caller_id: callerId, appid, version })
    .onConflict((conflict) =>
      conflict
        .columns(["caller_id", "appid"])
        .doUpdateSet({ version })
        .where("handed_out_versions.version", "<", version),
    )
    .returning("version")
    .executeTakeFirst();
  if (noted !== undefined) return undefined;
  const row = await transaction.kysely
    .selectFrom("handed_out_versions")
    .select("version")
    .where("caller_id", "=", callerId)
    .where("appid", "=", appid)
    .executeTakeFirst();
  return row?.version;
}
