import { sql } from "kysely";
import type { StoreQueries } from "../statements/queries.ts";

/** A change as the person sees it in whose name it was made. */
export interface ChangeByActor {
  readonly action: string;
  /** The id of the survey, for changes of surveys. */
  readonly target: string;
  readonly at: number;
}

/** Whose changes to list. */
export interface ChangesOfActors {
  readonly userId: number;
  readonly actors: readonly string[];
  /** Changes of each of them. */
  readonly limit: number;
}

/** What applications changed of surveys in the name of a user, by application, the newest first. */
export async function listChangesByActors(
  { kysely }: StoreQueries,
  { userId, actors, limit }: ChangesOfActors,
): Promise<ReadonlyMap<string, readonly ChangeByActor[]>> {
  if (actors.length === 0) return new Map();
  const placed = kysely
    .selectFrom("audit_log")
    .select(["id", "actor", "action", "target", "at"])
    .select(sql<number>`row_number() over (partition by actor order by id desc)`.as("place"))
    .where("actor_id", "=", userId)
    .where("actor", "in", actors)
    .where("target_kind", "=", "survey");
  const found = await kysely
    .selectFrom(placed.as("placed"))
    .select(["actor", "action", "target", "at"])
    .where("place", "<=", limit)
    .orderBy("id", "desc")
    .execute();
  return Map.groupBy(found, ({ actor }) => actor);
}
