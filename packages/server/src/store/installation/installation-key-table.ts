import { makeRandomId } from "../../model/token.ts";
import type { StoreQueries } from "../statements/queries.ts";

/** Reads a random key that all nodes share; the first one that asks makes it. It never changes. */
export async function readInstallationKey({ kysely }: StoreQueries, name: string): Promise<string> {
  await kysely
    .insertInto("installation_keys")
    .values({ name, value: makeRandomId() })
    .onConflict((conflict) => conflict.column("name").doNothing())
    .execute();
  const { value } = await kysely
    .selectFrom("installation_keys")
    .select("value")
    .where("name", "=", name)
    .executeTakeFirstOrThrow();
  return value;
}
