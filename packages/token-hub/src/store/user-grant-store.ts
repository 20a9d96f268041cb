import type { Database } from "@survey-open-platform/database";
import type { Schema } from "./schema.ts";
import {
  claimEndingConsents,
  countGrants,
  deleteGrant,
  endConsent,
  findGrant,
  releaseGrantLease,
  listGrants,
  listSealedGrants,
  putGrant,
  resealGrant,
  storeRefreshed,
  acquireGrantLease,
  type EndingConsents,
  type GrantFilter,
  type GrantKey,
  type GrantVersion,
  type NewGrant,
  type RefreshedGrant,
  type SealedGrant,
} from "./user-grant-table.ts";

/** Everything that user mode asks of the database; see {@link createUserGrantStore}. */
export type UserGrantStore = ReturnType<typeof createUserGrantStore>;

/**
 * The verbs on users' grants. Each is one transaction that cannot be half done and is safe when many hubs run it
 * at once; a verb that changes something resolves once the change is durable.
 *
 * @throws `DatabaseUnavailableError` from every verb
 */
export function createUserGrantStore(database: Database<Schema>) {
  const { reader } = database;
  return {
    putGrant: (grant: NewGrant) => database.write((t) => putGrant(t, grant)),
    findGrant: (key: GrantKey) => findGrant(reader, key),
    deleteGrant: (key: GrantKey) => database.write((t) => deleteGrant(t, key)),

    // refreshing
    acquireGrantLease: (lease: GrantVersion & { readonly leaseMilliseconds: number }) =>
      database.write((t) => acquireGrantLease(t, lease)),
    releaseGrantLease: (grant: GrantVersion) => database.write((t) => releaseGrantLease(t, grant)),
    storeRefreshed: (grant: RefreshedGrant) => database.write((t) => storeRefreshed(t, grant)),

    // consent
    endConsent: (end: GrantVersion & { readonly isTokenDead: boolean }) =>
      database.write((t) => endConsent(t, end)),
    claimEndingConsents: (ending: EndingConsents) => database.write((t) => claimEndingConsents(t, ending)),

    // overviews and maintenance
    listGrants: (filter: GrantFilter) => listGrants(reader, filter),
    countGrants: () => countGrants(reader),
    listSealedGrants: (after: GrantKey, limit: number) => listSealedGrants(reader, after, limit),
    resealGrant: (grant: SealedGrant) => database.write((t) => resealGrant(t, grant)),
  };
}
