import type { StoreQueries } from "../statements/queries.ts";

/** Whether a person lets an application read names and contact data too. */
export async function mayReadPersonal({ kysely }: StoreQueries, grantId: number): Promise<boolean> {
  const grant = await kysely
    .selectFrom("grants")
    .select("with_personal as withPersonal")
    .where("id", "=", grantId)
    .executeTakeFirst();
  return grant?.withPersonal === 1;
}
