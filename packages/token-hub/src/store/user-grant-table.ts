import { sql } from "kysely";
import { addAuditEntry } from "./audit-table.ts";
import { nowMs, prepare, type StoreQueries } from "./queries.ts";

/**
 * The state of a user's consent: `good`; `ending`, which was reported; `required` when the user has to be asked
 * again.
 */
export type ConsentState = "good" | "ending" | "required";

/** Whose grant, for which application. */
export interface GrantKey {
  readonly appid: string;
  readonly openid: string;
}

/** A grant as it was read, with what only the store's clock can tell. Times are milliseconds. */
export interface ObservedGrant extends GrantKey {
  /** Counts the access tokens that were stored for this user. */
  readonly version: number;
  readonly accessCiphertext: string;
  readonly refreshCiphertext: string;
  readonly consent: ConsentState;
  /** UTC. */
  readonly consentEndsAt: number;
  /** How long the access token still lives; negative when it has ended. */
  readonly tokenLeft: number;
  readonly tokenLifetime: number;
  /** How long the refresh token still lives; negative when it has ended. */
  readonly consentLeft: number;
}

/** What an exchange gave. */
export interface NewGrant extends GrantKey {
  readonly accessCiphertext: string;
  readonly refreshCiphertext: string;
  /** How long ago it was asked for, in milliseconds. */
  readonly age: number;
  readonly expiresInSeconds: number;
  readonly consentSeconds: number;
}

/** What a refresh gave: an access token in place of the one of `version`. */
export interface RefreshedGrant extends GrantKey {
  readonly version: number;
  readonly accessCiphertext: string;
  readonly age: number;
  readonly expiresInSeconds: number;
}

/** The version that something is about; nothing is done when it is no longer the newest. */
export interface GrantVersion extends GrantKey {
  readonly version: number;
}

/** A grant in a list. */
export interface ListedGrant {
  readonly openid: string;
  readonly consent: ConsentState;
  /** Milliseconds UTC. */
  readonly consentEndsAt: number;
}

/** Which grants to list, in the order of their openids. */
export interface GrantFilter {
  readonly appid: string;
  /** Only those whose consent ends before, in milliseconds UTC, or has to be asked for again. */
  readonly endsBefore?: number | undefined;
  /** Only those behind this openid. */
  readonly after: string;
  readonly limit: number;
}

const tokenEnd = sql<number>`issued_at + expires_in_seconds * 1000`;

const observed = [
  "appid",
  "openid",
  "version",
  "access_token_ciphertext as accessCiphertext",
  "refresh_token_ciphertext as refreshCiphertext",
  "consent",
  "consent_ends_at as consentEndsAt",
  sql<number>`${tokenEnd} - ${nowMs}`.as("tokenLeft"),
  sql<number>`expires_in_seconds * 1000`.as("tokenLifetime"),
  sql<number>`consent_ends_at - ${nowMs}`.as("consentLeft"),
] as const;

const findGrantQuery = prepare<GrantKey>()((db, param) =>
  db
    .selectFrom("user_grants")
    .select(observed)
    .where("appid", "=", param("appid"))
    .where("openid", "=", param("openid")),
);

/** A user's grant; undefined when none is kept. */
export async function findGrant(queries: StoreQueries, key: GrantKey): Promise<ObservedGrant | undefined> {
  const [row] = await queries.run(findGrantQuery, key);
  return row;
}

/** Keeps what an exchange gave, in place of what was kept for this user. */
export async function putGrant(transaction: StoreQueries, grant: NewGrant): Promise<ObservedGrant> {
  const { appid, openid, age, expiresInSeconds, consentSeconds } = grant;
  const askedAt = sql<number>`${nowMs} - ${Math.ceil(age)}`;
  const kept = {
    access_token_ciphertext: grant.accessCiphertext,
    issued_at: askedAt,
    expires_in_seconds: expiresInSeconds,
    refresh_token_ciphertext: grant.refreshCiphertext,
    consented_at: askedAt,
    consent_ends_at: sql<number>`${askedAt} + ${consentSeconds * 1000}`,
    consent: "good",
    lease_until: 0,
  } as const;
  return await transaction.kysely
    .insertInto("user_grants")
    .values({ appid, openid, version: 1, ...kept })
    .onConflict((conflict) =>
      conflict
        .columns(["appid", "openid"])
        .doUpdateSet({ ...kept, version: sql<number>`user_grants.version + 1` }),
    )
    .returning(observed)
    .executeTakeFirstOrThrow();
}

/** Takes the right to refresh a version; of any number of hubs at once a single one gets it. */
export async function acquireGrantLease(
  transaction: StoreQueries,
  { leaseMilliseconds, ...grant }: GrantVersion & { readonly leaseMilliseconds: number },
): Promise<boolean> {
  const row = await updateVersion(transaction, grant)
    .set({ lease_until: sql<number>`${nowMs} + ${leaseMilliseconds}` })
    .where("lease_until", "<=", nowMs)
    .returning("version")
    .executeTakeFirst();
  return row !== undefined;
}

/** Lets the next one try. */
export async function releaseGrantLease(transaction: StoreQueries, grant: GrantVersion): Promise<void> {
  await updateVersion(transaction, grant).set({ lease_until: 0 }).execute();
}

/**
 * Stores the result of a refresh. The refresh token stays: a refresh returns none.
 *
 * @returns undefined when the user consented again or the grant was forgotten in the meantime
 */
export async function storeRefreshed(
  transaction: StoreQueries,
  { accessCiphertext, age, expiresInSeconds, ...grant }: RefreshedGrant,
): Promise<ObservedGrant | undefined> {
  return await updateVersion(transaction, grant)
    .set({
      version: grant.version + 1,
      access_token_ciphertext: accessCiphertext,
      issued_at: sql<number>`${nowMs} - ${Math.ceil(age)}`,
      expires_in_seconds: expiresInSeconds,
      lease_until: 0,
    })
    .returning(observed)
    .executeTakeFirst();
}

/**
 * Records that the user has to be asked again, and writes it to the audit trail when it is new.
 *
 * @param end.isTokenDead whether the access token is known to work no longer, too
 * @returns whether it is news
 */
export async function endConsent(
  transaction: StoreQueries,
  { isTokenDead, ...grant }: GrantVersion & { readonly isTokenDead: boolean },
): Promise<boolean> {
  const end = isTokenDead ? { expires_in_seconds: 0 } : {};
  await updateVersion(transaction, grant)
    .set({ lease_until: 0, ...end })
    .execute();
  const ended = await updateVersion(transaction, grant)
    .set({ consent: "required" })
    .where("consent", "<>", "required")
    .returning(["openid", "consent_ends_at as consentEndsAt"])
    .executeTakeFirst();
  if (ended !== undefined) await addConsentEntry(transaction, "consent_required", { ...grant, ...ended });
  return ended !== undefined;
}

/** Forgets a user's grant. @returns whether there was one */
export async function deleteGrant(transaction: StoreQueries, { appid, openid }: GrantKey): Promise<boolean> {
  const { numDeletedRows } = await transaction.kysely
    .deleteFrom("user_grants")
    .where("appid", "=", appid)
    .where("openid", "=", openid)
    .executeTakeFirst();
  return Number(numDeletedRows) > 0;
}

/** Grants in the order of their openids. */
export async function listGrants(
  { kysely }: StoreQueries,
  { appid, endsBefore, after, limit }: GrantFilter,
): Promise<readonly ListedGrant[]> {
  return await kysely
    .selectFrom("user_grants")
    .select(["openid", "consent", "consent_ends_at as consentEndsAt"])
    .where("appid", "=", appid)
    .where("openid", ">", after)
    .$if(endsBefore !== undefined, (query) =>
      query.where((eb) => eb("consent_ends_at", "<", endsBefore ?? 0).or("consent", "=", "required")),
    )
    .orderBy("openid")
    .limit(limit)
    .execute();
}

/** How many grants stand how, by application. */
export async function countGrants({
  kysely,
}: StoreQueries): Promise<
  readonly { readonly appid: string; readonly consent: ConsentState; readonly count: number }[]
> {
  return await kysely
    .selectFrom("user_grants")
    .select(({ fn }) => ["appid", "consent", fn.countAll<number>().as("count")])
    .groupBy(["appid", "consent"])
    .execute();
}

/** Which consents are about to end. */
export interface EndingConsents {
  readonly appid: string;
  /** How long before its end it counts as ending. */
  readonly noticeMilliseconds: number;
  readonly limit: number;
}

/**
 * Marks consents that are about to end, and writes them into the audit trail. Each is returned once, to one hub.
 */
export async function claimEndingConsents(
  transaction: StoreQueries,
  { appid, noticeMilliseconds, limit }: EndingConsents,
): Promise<readonly ListedGrant[]> {
  const claimed = await transaction.kysely
    .updateTable("user_grants")
    .set({ consent: "ending" })
    .where("appid", "=", appid)
    .where("consent", "=", "good")
    .where("openid", "in", (query) =>
      query
        .selectFrom("user_grants as near")
        .select("near.openid")
        .where("near.appid", "=", appid)
        .where("near.consent", "=", "good")
        .where(sql<boolean>`near.consent_ends_at <= ${nowMs} + ${noticeMilliseconds}`)
        .limit(limit),
    )
    .returning(["openid", "version", "consent", "consent_ends_at as consentEndsAt"])
    .execute();
  for (const grant of claimed) await addConsentEntry(transaction, "consent_ending", { appid, ...grant });
  return claimed;
}

async function addConsentEntry(
  transaction: StoreQueries,
  kind: "consent_ending" | "consent_required",
  { appid, openid, version, consentEndsAt }: GrantVersion & Pick<ListedGrant, "consentEndsAt">,
): Promise<void> {
  const detail = { openid, consent_ends_at: new Date(consentEndsAt).toISOString() };
  await addAuditEntry(transaction, { appid, kind, actor: "hub", version, detail });
}

/** The sealed texts of a grant. */
export interface SealedGrant extends GrantVersion {
  readonly accessCiphertext: string;
  readonly refreshCiphertext: string;
}

/** Every grant, a page at a time, in the order of appids and openids. */
export async function listSealedGrants(
  { kysely }: StoreQueries,
  after: GrantKey,
  limit: number,
): Promise<readonly SealedGrant[]> {
  return await kysely
    .selectFrom("user_grants")
    .select([
      "appid",
      "openid",
      "version",
      "access_token_ciphertext as accessCiphertext",
      "refresh_token_ciphertext as refreshCiphertext",
    ])
    .where((eb) =>
      eb("appid", ">", after.appid).or(eb("appid", "=", after.appid).and("openid", ">", after.openid)),
    )
    .orderBy("appid")
    .orderBy("openid")
    .limit(limit)
    .execute();
}

/** Puts the same texts there under another key, unless the user's tokens changed meanwhile. */
export async function resealGrant(
  transaction: StoreQueries,
  { accessCiphertext, refreshCiphertext, ...grant }: SealedGrant,
): Promise<void> {
  await updateVersion(transaction, grant)
    .set({ access_token_ciphertext: accessCiphertext, refresh_token_ciphertext: refreshCiphertext })
    .execute();
}

function updateVersion({ kysely }: StoreQueries, { appid, openid, version }: GrantVersion) {
  return kysely
    .updateTable("user_grants")
    .where("appid", "=", appid)
    .where("openid", "=", openid)
    .where("version", "=", version);
}
