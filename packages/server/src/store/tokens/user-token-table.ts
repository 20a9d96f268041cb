import { rowsOf, send } from "@survey-open-platform/database";
import { sql, type Kysely, type RawBuilder } from "kysely";
import type { Audience, ScopeSet } from "../../model/scopes.ts";
import { liveAccessTokensPerGrant } from "../installation/policy.ts";
import type { Schema } from "../schema/schema.ts";
import { allowedScopes, type BearerFacts } from "./bearer-facts.ts";
import { nowMs, prepare, type StoreQueries, type StoreSteps } from "../statements/queries.ts";

/** An access token about to be issued. */
export interface NewUserAccessToken {
  readonly hash: string;
  readonly grantId: number;
  /** The code whose exchange it goes back to. */
  readonly codeHash: string;
  /** Whether that code's consent was to writing too: no token has more than its consent (RFC 6749, section 6). */
  readonly mayWrite: 0 | 1;
  readonly audience: Audience;
  readonly scopes: ScopeSet;
  readonly lifetimeMilliseconds: number;
}

/** A refresh token about to be issued. */
export type NewRefreshToken = NewUserAccessToken;

const numberNextToken = prepare<{ readonly grantId: number }>()((db, param) =>
  db
    .updateTable("grants")
    .set({ access_token_count: sql<number>`access_token_count + 1`, last_used_at: nowMs })
    .where("id", "=", param("grantId"))
    // The row is locked from here on: a revocation on another node waits for the token, and then deletes it.
    .where("revoked_at", "is", null)
    .returning(["access_token_count as number", "openid"]),
);

const insertAccessToken = prepare<NewUserAccessToken & { readonly number: number }>()((db, param) =>
  db.insertInto("user_access_tokens").values({
    hash: param("hash"),
    grant_id: param("grantId"),
    code_hash: param("codeHash"),
    number: param("number"),
    may_write: param("mayWrite"),
    audience: param("audience"),
    scopes: param("scopes"),
    issued_at: nowMs,
    expires_at: sql<number>`${nowMs} + ${param("lifetimeMilliseconds")}`,
  }),
);

/** The oldest of an audience go: a program with a token of its own for each machine leaves those of another audience alone. */
const deleteOldAccessTokens = prepare<{ readonly grantId: number; readonly audience: Audience }>()(
  (db, param) =>
    db
      .deleteFrom("user_access_tokens")
      .where("grant_id", "=", param("grantId"))
      .where("audience", "=", param("audience"))
      .where("number", "<=", (eb) =>
        eb
          .selectFrom("user_access_tokens as n")
          .select("n.number")
          .where("n.grant_id", "=", param("grantId"))
          .where("n.audience", "=", param("audience"))
          .orderBy("n.number", "desc")
          .limit(1)
          .offset(liveAccessTokensPerGrant),
      ),
);

const insertRefreshTokenQuery = prepare<NewRefreshToken>()((db, param) =>
  db.insertInto("refresh_tokens").values({
    hash: param("hash"),
    grant_id: param("grantId"),
    code_hash: param("codeHash"),
    may_write: param("mayWrite"),
    audience: param("audience"),
    scopes: param("scopes"),
    issued_at: nowMs,
    expires_at: sql<number>`${nowMs} + ${param("lifetimeMilliseconds")}`,
  }),
);

/**
 * Issues an access token and deletes the grant's oldest of its audience when there are too many.
 *
 * @returns the grant's openid; undefined, and no token, when the grant was revoked meanwhile
 */
export function* issueAccessToken(
  token: NewUserAccessToken,
): StoreSteps<{ readonly openid: string } | undefined> {
  const { grantId } = token;
  const [grant] = yield* rowsOf(numberNextToken, { grantId });
  if (grant === undefined) return undefined;
  yield* send(insertAccessToken, { ...token, number: grant.number });
  if (grant.number > liveAccessTokensPerGrant)
    yield* send(deleteOldAccessTokens, { grantId, audience: token.audience });
  return { openid: grant.openid };
}

/** Issues a refresh token. */
export function* issueRefreshToken(token: NewRefreshToken): StoreSteps<void> {
  yield* send(insertRefreshTokenQuery, token);
}

const deletionsOfCode = (["user_access_tokens", "refresh_tokens"] as const).map((table) =>
  prepare<{ readonly grantId: number; readonly codeHash: string }>()((db, param) =>
    db.deleteFrom(table).where("grant_id", "=", param("grantId")).where("code_hash", "=", param("codeHash")),
  ),
);

/** Revokes everything that goes back to the exchange of one code. A grant has few tokens, so its index finds them. */
export function* revokeTokensOfCode(exchange: {
  readonly grantId: number;
  readonly codeHash: string;
}): StoreSteps<void> {
  for (const deletion of deletionsOfCode) yield* send(deletion, exchange);
}

/** Ends every token and code of a grant. */
export async function revokeTokensOfGrant(transaction: StoreQueries, grantId: number): Promise<void> {
  await transaction.kysely.deleteFrom("user_access_tokens").where("grant_id", "=", grantId).execute();
  await transaction.kysely.deleteFrom("refresh_tokens").where("grant_id", "=", grantId).execute();
  await transaction.kysely.deleteFrom("authorization_codes").where("grant_id", "=", grantId).execute();
}

/** What a valid user access token stands for. */
export interface UserPrincipal {
  readonly mode: "user";
  readonly grantId: number;
  readonly userId: number;
  readonly openid: string;
  readonly nickname: string;
  readonly avatar: string;
  /** 1 when the token's own consent and the last one of its user were to writing too, and the application asks for it. */
  readonly mayWrite: 0 | 1;
  /** 1 when its user chose which surveys the application sees. */
  readonly limited: 0 | 1;
  /** Whether its last use is remembered exactly enough. */
  readonly useNoted: 0 | 1;
}

/** How exactly the last use of a grant is stored: a write for each call would cost too much. */
const lastUseMilliseconds = 10 * 60_000;

const usedRecently = sql<boolean>`coalesce(g.last_used_at, 0) > ${nowMs} - ${sql.lit(lastUseMilliseconds)}`;

/** The look-up of a token by its hash, for each way in which one is sent. It reads one row of each table. */
function selectPrincipal(db: Kysely<Schema>, hash: RawBuilder<string>) {
  return db
    .selectFrom("user_access_tokens as t")
    .innerJoin("grants as g", "g.id", "t.grant_id")
    .innerJoin("applications as a", "a.id", "g.application_id")
    .innerJoin("users as u", "u.id", "g.user_id")
    .select([sql<"user">`'user'`.as("mode"), "g.id as grantId", "g.user_id as userId", "g.openid"])
    .select(["u.nickname", "u.avatar", "g.only_chosen as limited"])
    .select(sql<0 | 1>`t.may_write * g.may_write * a.may_write`.as("mayWrite"))
    .select(sql<0 | 1>`case when ${usedRecently} then 1 else 0 end`.as("useNoted"))
    .where("t.hash", "=", hash)
    .where("t.expires_at", ">", nowMs)
    .where("a.disabled", "=", 0)
    .where("u.disabled", "=", 0)
    .where("g.revoked_at", "is", null);
}

const findPrincipal = prepare<{ readonly hash: string; readonly appid: string }>()((db, param) =>
  selectPrincipal(db, param("hash")).where("a.appid", "=", param("appid")),
);

/** Who a user access token, sent with an appid, acts for right now. */
export function* findUserPrincipal(token: {
  readonly hash: string;
  readonly appid: string;
}): StoreSteps<UserPrincipal | undefined> {
  const [principal] = yield* rowsOf(findPrincipal, token);
  return principal;
}

/** Whom a valid bearer token of a user acts for. */
export type BearerUserPrincipal = UserPrincipal &
  BearerFacts & {
    /** Where its agent came from last, as far as that was noted. */
    readonly lastNetwork: string | null;
  };

const findBearer = prepare<{ readonly hash: string }>()((db, param) =>
  selectPrincipal(db, param("hash"))
    .select(["a.id as applicationId", "a.appid", "a.is_public as isPublic", "t.audience"])
    .select("g.last_network as lastNetwork")
    .select(allowedScopes.as("scopes")),
);

/** Whom a bearer token of a user acts for right now, whatever its audience: that is for the caller to compare. */
export function* findBearerUser(token: {
  readonly hash: string;
}): StoreSteps<BearerUserPrincipal | undefined> {
  return (yield* rowsOf(findBearer, token))[0];
}

const noteUse = prepare<{ readonly grantId: number }>()((db, param) =>
  db
    .updateTable("grants as g")
    .set({ last_used_at: nowMs })
    .where("g.id", "=", param("grantId"))
    .where(sql<boolean>`not (${usedRecently})`),
);

/** Remembers that a grant was used, unless that was remembered a short while ago. */
export async function recordGrantUse(transaction: StoreQueries, grantId: number): Promise<void> {
  await transaction.run(noteUse, { grantId });
}

/** A use by an agent. */
export interface AgentUse {
  readonly grantId: number;
  readonly network: string;
}

const noteAgentUse = prepare<AgentUse>()((db, param) =>
  db
    .updateTable("grants as g")
    .set({ last_used_at: nowMs, last_network: param("network") })
    .where("g.id", "=", param("grantId"))
    .where(sql<boolean>`(g.last_network is null or not (${usedRecently}))`),
);

/** Remembers that an agent came, and from where, unless that was remembered a short while ago. */
export async function recordAgentUse(transaction: StoreQueries, use: AgentUse): Promise<void> {
  await transaction.run(noteAgentUse, use);
}
