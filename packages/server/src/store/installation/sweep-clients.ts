import { sql } from "kysely";
import { nowMs, type StoreQueries } from "../statements/queries.ts";
import { consentLock } from "../statements/locks.ts";

/** A client that registered itself is forgotten so long after the last consent to it ended; its registration is refused by then. */
export const forgottenMilliseconds = 90 * 86_400_000;

/** Applications deleted at a time. */
const applicationsPerStep = 100;

/**
 * Deletes applications of clients that registered or describe themselves and that no user has consented to for long. One that is
 * disabled stays, as its row is what refuses it; so does one with a consent that ended when it describes itself, as its users keep their
 * openids. No consent may be recorded meanwhile.
 *
 * @returns how many were deleted
 */
export async function sweepClients(transaction: StoreQueries): Promise<number> {
  const found = await forgotten(transaction);
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  await transaction.kysely.deleteFrom("applications").where("id", "in", ids).execute();
  const accountIds = found.map(({ accountId }) => accountId);
  const accounts = transaction.kysely.deleteFrom("accounts").where("id", "in", accountIds);
  await accounts.where("kind", "=", "client").execute();
  return found.length;
}
sweepClients.locks = () => [consentLock];

function forgotten({ kysely }: StoreQueries) {
  const since = sql<number>`${nowMs} - ${sql.lit(forgottenMilliseconds)}`;
  const keeping = kysely
    .selectFrom("grants")
    .select("grants.id")
    .where("grants.application_id", "=", sql<number>`applications.id`)
    .where((eb) =>
      eb.or([
        eb("grants.revoked_at", "is", null),
        eb("grants.revoked_at", ">", since),
        sql<boolean>`applications.origin = 'document'`,
      ]),
    );
  const asking = kysely
    .selectFrom("authorization_requests")
    .select("authorization_requests.hash")
    .where("authorization_requests.application_id", "=", sql<number>`applications.id`);
  return kysely
    .selectFrom("applications")
    .select(["id", "owner_id as accountId"])
    .where("origin", "!=", "console")
    .where("disabled", "=", 0)
    .where("created_at", "<=", since)
    .where((eb) => eb.not(eb.exists(keeping)))
    .where((eb) => eb.not(eb.exists(asking)))
    .limit(applicationsPerStep)
    .execute();
}
