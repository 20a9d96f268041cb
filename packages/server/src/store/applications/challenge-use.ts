import type { StoreQueries } from "../statements/queries.ts";

/** Consents that are looked at: the newest. */
const grantsRead = 50;

/** Whether the newest code of an application was asked for without a code challenge. Codes are kept for a while after their use. */
export async function sendsNoChallenge({ kysely }: StoreQueries, applicationId: number): Promise<boolean> {
  const newest = await kysely
    .selectFrom("authorization_codes")
    .select("code_challenge as challenge")
    .where("grant_id", "in", (eb) =>
      eb
        .selectFrom("grants")
        .select("id")
        .where("application_id", "=", applicationId)
        .orderBy("id", "desc")
        .limit(grantsRead),
    )
    .orderBy("created_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return newest?.challenge === null;
}
