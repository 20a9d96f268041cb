import type { StoreQueries } from "../statements/queries.ts";

/** A change as the person sees it in whose name it was made. */
export interface ChangeByActor {
  readonly action: string;
  /** The id of the survey, for changes of surveys. */
  readonly target: string;
  readonly at: number;
}

/** What an application changed of surveys in the name of a user, the newest first. */
export function listChangesByActor(
  { kysely }: StoreQueries,
  { userId, actor, limit }: { readonly userId: number; readonly actor: string; readonly limit: number },
): Promise<readonly ChangeByActor[]> {
  return kysely
    .selectFrom("audit_log")
    .select(["action", "target", "at"])
    .where("actor_id", "=", userId)
    .where("actor", "=", actor)
    .where("target_kind", "=", "survey")
    .orderBy("id", "desc")
    .limit(limit)
    .execute();
}
