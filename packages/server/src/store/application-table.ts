import { sql, type Expression, type Kysely } from "kysely";
import type { ErrorType } from "../errors.ts";
import type { Application, ApplicationKind } from "../model/application.ts";
import { isStorable } from "../model/storable-text.ts";
import type { TeamPlan } from "../model/team.ts";
import type { RateLimit, StorePolicy } from "./policy.ts";
import { nowMs, prepare, type StoreQueries } from "./queries.ts";
import {
  bucketsOfAddress,
  fullBucket,
  rateLimitKey,
  takeFromEach,
  takeOne,
  type Bucket,
  type CallerNetwork,
} from "./rate-limit-table.ts";
import type { Refusal } from "./refusal.ts";
import type { Schema } from "./schema.ts";

/** Who a token request says it is, and where it comes from. */
export interface ApplicationCredentials {
  readonly appid: string;
  /** Absent where the call does not need the secret. */
  readonly secretHash?: string;
  readonly address: CallerNetwork;
  readonly rule: ApplicationRule;
}

/** An application that has proven itself. */
export interface AuthenticatedApplication {
  readonly id: number;
  readonly kind: ApplicationKind;
  readonly ownerId: number;
  readonly teamPlan: TeamPlan | null;
  readonly refreshRequiresSecret: 0 | 1;
}

/**
 * Decides within the transaction whether an authenticated application may make a request. The rules are beside the grants.
 *
 * @returns why not; `invalid_client` is counted like a wrong secret
 */
export type ApplicationRule = (
  application: AuthenticatedApplication,
  request: { readonly hasSecret: boolean },
) => ErrorType | undefined;

/** What a look-up by credentials finds, with the waits of the failure buckets on the way. */
interface FoundApplication extends AuthenticatedApplication {
  readonly networkMilliseconds: number | null;
  readonly siteMilliseconds: number | null;
}

interface EnabledExpressions {
  readonly appid: Expression<string>;
  readonly networkKey: Expression<string>;
  readonly siteKey: Expression<string>;
}

function selectEnabled(db: Kysely<Schema>, { appid, networkKey, siteKey }: EnabledExpressions) {
  return db
    .selectFrom("applications as a")
    .leftJoin("teams as t", "t.id", "a.owner_id")
    .leftJoin("rate_limits as network", (join) => join.on("network.key_hash", "=", networkKey))
    .leftJoin("rate_limits as site", (join) => join.on("site.key_hash", "=", siteKey))
    .select(["a.id", "a.kind", "a.owner_id as ownerId", "t.plan as teamPlan"])
    .select("a.refresh_requires_secret as refreshRequiresSecret")
    .select(sql<number | null>`network.empty_at - ${nowMs}`.as("networkMilliseconds"))
    .select(sql<number | null>`site.empty_at - ${nowMs}`.as("siteMilliseconds"))
    .where("a.appid", "=", appid)
    .where("a.disabled", "=", 0);
}

interface EnabledParameters {
  readonly appid: string;
  readonly networkKey: string;
  /** The same as that of the network for an address that has no site. */
  readonly siteKey: string;
}

const findEnabled = prepare<EnabledParameters>()((db, param) =>
  selectEnabled(db, { appid: param("appid"), networkKey: param("networkKey"), siteKey: param("siteKey") }),
);

const findBySecret = prepare<EnabledParameters & { readonly secretHash: string }>()((db, param) =>
  selectEnabled(db, { appid: param("appid"), networkKey: param("networkKey"), siteKey: param("siteKey") })
    .innerJoin("application_secrets as s", "s.application_id", "a.id")
    .where("s.hash", "=", param("secretHash")),
);

/**
 * Checks an application's credentials. Unknown appid, wrong secret and disabled application take the same
 * queries and get the same answer; each failure is counted, and once too many came from an address even
 * the right secret is refused there for a while, so that parallel guessing gains nothing.
 */
export async function admitApplication(
  transaction: StoreQueries,
  credentials: ApplicationCredentials,
  policy: StorePolicy,
): Promise<AuthenticatedApplication | Refusal> {
  const application = await findApplicationBy(transaction, credentials, policy);
  if (application === undefined) return countFailure(transaction, credentials, policy);
  const [network, site] = failureBuckets(credentials, policy);
  const refusal =
    fullBucket(application.networkMilliseconds, network.limit) ??
    (site && fullBucket(application.siteMilliseconds, site.limit));
  return refusal ?? applyRule(transaction, { application, credentials, policy });
}

interface RuledRequest {
  readonly application: AuthenticatedApplication;
  readonly credentials: ApplicationCredentials;
  readonly policy: StorePolicy;
}

async function applyRule(
  transaction: StoreQueries,
  { application, credentials, policy }: RuledRequest,
): Promise<AuthenticatedApplication | Refusal> {
  const refused = credentials.rule(application, { hasSecret: credentials.secretHash !== undefined });
  if (refused === "invalid_client") return countFailure(transaction, credentials, policy);
  return refused === undefined ? application : { refused };
}

async function findApplicationBy(
  transaction: StoreQueries,
  credentials: ApplicationCredentials,
  policy: StorePolicy,
): Promise<FoundApplication | undefined> {
  const { appid, secretHash } = credentials;
  const [network, site = network] = failureBuckets(credentials, policy);
  const parameters = { appid, networkKey: network.key, siteKey: site.key };
  const [application] =
    secretHash === undefined
      ? await transaction.run(findEnabled, parameters)
      : await transaction.run(findBySecret, { ...parameters, secretHash });
  return application;
}

/** Counts a wrong or missing secret. */
function countFailure(
  transaction: StoreQueries,
  credentials: ApplicationCredentials,
  policy: StorePolicy,
): Promise<Refusal> {
  const buckets = failureBuckets(credentials, policy);
  return countAgainst(transaction, buckets, { credentials, policy, refused: "invalid_client" });
}

/**
 * Counts a code or refresh token that cannot be used. They are counted apart from each other, from wrong secrets and from
 * the requests that are served: an application whose users' tokens have expired, or that strangers send made-up codes to,
 * must be able to exchange real ones meanwhile.
 */
export function countUnusable(
  what: "unknown-code" | "unknown-refresh-token",
  transaction: StoreQueries,
  credentials: ApplicationCredentials,
  policy: StorePolicy,
): Promise<Refusal> {
  const { address, appid } = credentials;
  const buckets = bucketsOfAddress(address, policy.failedSecrets, what, appid);
  return countAgainst(transaction, buckets, { credentials, policy, refused: "invalid_grant" });
}

interface Failure {
  readonly credentials: ApplicationCredentials;
  readonly policy: StorePolicy;
  readonly refused: Refusal["refused"];
}

async function countAgainst(
  transaction: StoreQueries,
  buckets: readonly Bucket[],
  { credentials, policy, refused }: Failure,
): Promise<Refusal> {
  const ofAddress = bucketsOfAddress(credentials.address, failuresOfAddress(policy), "failed-secret");
  return (await takeFromEach(transaction, [...ofAddress, ...buckets])) ?? { refused };
}

/** Failures of one address on any appid: without a bound, made-up appids would be written down without end. */
function failuresOfAddress({ failedSecrets: { perMinute, burst } }: StorePolicy): RateLimit {
  return { perMinute: perMinute * failuresOfAddressFactor, burst: burst * failuresOfAddressFactor };
}

const failuresOfAddressFactor = 100;

/** Counts a token request of an application that has proven itself. */
export function takeTokenRequest(
  transaction: StoreQueries,
  application: AuthenticatedApplication,
  policy: StorePolicy,
): Promise<Refusal | undefined> {
  return takeOne(transaction, rateLimitKey("token-request", String(application.id)), policy.tokenRequests);
}

/** Where wrong secrets of an appid are counted. */
function failureBuckets({ appid, address }: ApplicationCredentials, { failedSecrets }: StorePolicy) {
  return bucketsOfAddress(address, failedSecrets, "failed-secret", appid);
}

/** An application as a person meets it, with what the authorization page has to check. */
export interface RegisteredApplication extends Application {
  readonly redirectUris: readonly string[];
}

/** Finds an application by its appid, disabled ones too. */
export async function findApplication(
  queries: StoreQueries,
  appid: string,
): Promise<RegisteredApplication | undefined> {
  if (!isStorable(appid)) return undefined;
  const row = await queries.kysely
    .selectFrom("applications as a")
    .leftJoin("users as u", "u.id", "a.owner_id")
    .leftJoin("teams as t", "t.id", "a.owner_id")
    .selectAll("a")
    .select((eb) => eb.fn.coalesce("u.nickname", "t.name").as("developer"))
    .where("a.appid", "=", appid)
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const uris = await queries.kysely
    .selectFrom("redirect_uris")
    .select("uri")
    .where("application_id", "=", row.id)
    .execute();
  return {
    id: row.id,
    appid: row.appid,
    kind: row.kind,
    name: row.name,
    description: row.description,
    homePage: row.home_page,
    logo: row.logo,
    developer: row.developer ?? "",
    ownerId: row.owner_id,
    verified: row.verified === 1,
    disabled: row.disabled === 1,
    terms: row.terms,
    privacy: row.privacy,
    redirectUris: uris.map(({ uri }) => uri),
  };
}
