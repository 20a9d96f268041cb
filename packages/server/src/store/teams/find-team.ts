import { isStorable } from "@survey-open-platform/surveys";
import type { StoreQueries } from "../statements/queries.ts";

/** Finds the id of a team by its name. */
export async function findTeamId({ kysely }: StoreQueries, name: string): Promise<number | undefined> {
  if (!isStorable(name)) return undefined;
  const row = await kysely.selectFrom("teams").select("id").where("name", "=", name).executeTakeFirst();
  return row?.id;
}
