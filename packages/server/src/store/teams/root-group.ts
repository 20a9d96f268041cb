import { nowMs, type StoreQueries } from "../statements/queries.ts";

/** Adds the group that stands for a team about to be created. */
export async function addRootGroup({ kysely }: StoreQueries, teamId: number): Promise<void> {
  await kysely
    .insertInto("contact_groups")
    .values({
      team_id: teamId,
      parent_id: null,
      name: "",
      remote_id: null,
      position: 0,
      created_at: nowMs,
      updated_at: nowMs,
    })
    .execute();
}
