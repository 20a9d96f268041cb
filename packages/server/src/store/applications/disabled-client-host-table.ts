import { hostAndAbove } from "../../model/client-hosts.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** Whether the operator has disabled one of these hosts, or one that it is below. */
export async function isHostDisabled({ kysely }: StoreQueries, hosts: readonly string[]): Promise<boolean> {
  const names = [...new Set(hosts.flatMap(hostAndAbove))];
  if (names.length === 0) return false;
  const row = await kysely
    .selectFrom("disabled_client_hosts")
    .select("host")
    .where("host", "in", names)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
