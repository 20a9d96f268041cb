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

/** Reads keys with a given function, each once in a process: on the way of requests there is no transaction for them. */
export function keepingKeys(read: (name: string) => Promise<string>): (name: string) => Promise<string> {
  const keys = new Map<string, Promise<string>>();
  return (name) => {
    const known = keys.get(name);
    if (known !== undefined) return known;
    const reading = read(name).catch((error: unknown) => {
      keys.delete(name);
      throw error;
    });
    keys.set(name, reading);
    return reading;
  };
}
