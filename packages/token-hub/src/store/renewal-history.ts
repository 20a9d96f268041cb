import { sql } from "kysely";
import { nowMs, type StoreQueries } from "./queries.ts";

/** What happened to team tokens in one hour. */
export interface RenewalHour {
  /** When the hour begins, in milliseconds UTC. */
  readonly startsAt: number;
  /** Tokens that hubs minted. */
  readonly minted: number;
  /** Tokens that another program minted, as far as this was noticed. */
  readonly foreign: number;
  /** Failed attempts. */
  readonly failed: number;
}

const hourMilliseconds = 3_600_000;
const kinds = ["minted", "foreign_refresher", "mint_failed"] as const;

/**
 * What happened to team tokens hour by hour, as the audit trail has it.
 *
 * @param hours how many, the one that is not over yet included
 * @returns every hour, the oldest first
 */
export async function countRenewals(
  { kysely }: StoreQueries,
  hours: number,
): Promise<readonly RenewalHour[]> {
  const { now } = await kysely.selectNoFrom(nowMs.as("now")).executeTakeFirstOrThrow();
  const last = Math.floor(now / hourMilliseconds);
  const first = last - hours + 1;
  // Whole numbers divide to whole numbers on both engines.
  const hour = sql<number>`${sql.ref("at")} / ${sql.lit(hourMilliseconds)}`;
  const rows = await kysely
    .selectFrom("audit_events")
    .select(({ fn }) => ["kind", hour.as("hour"), fn.countAll<number>().as("count")])
    .where("at", ">=", first * hourMilliseconds)
    .where("kind", "in", kinds)
    .groupBy(["kind", hour])
    .execute();
  const counts = new Map(rows.map((row) => [`${row.kind} ${row.hour}`, row.count]));
  const count = (kind: (typeof kinds)[number], index: number) => counts.get(`${kind} ${index}`) ?? 0;
  return Array.from({ length: hours }, (_, offset) => ({
    startsAt: (first + offset) * hourMilliseconds,
    minted: count("minted", first + offset),
    foreign: count("foreign_refresher", first + offset),
    failed: count("mint_failed", first + offset),
  }));
}
