import { rowsOf, send } from "@survey-open-platform/database";
import { sql, type RawBuilder, type Selectable } from "kysely";
import type { Audience, ScopeSet } from "../../model/scopes.ts";
import type { Schema } from "../schema/schema.ts";
import { nowMs, prepare, type StoreSteps } from "../statements/queries.ts";
import { allowedScopes, scopesOfApplication } from "./bearer-facts.ts";
import { revokeTokensOfCode } from "./user-token-table.ts";

/** A token that an application asks about: one of its own, or there is none. */
export interface ClientToken {
  readonly hash: string;
  readonly applicationId: number;
}

/** What is known of a valid token. */
export interface TokenFacts {
  readonly audience: Audience;
  /** What the token, its grant and its application all allow at this moment. */
  readonly scopes: ScopeSet;
  readonly issuedAt: number;
  readonly expiresAt: number;
  /** Null for a team. */
  readonly openid: string | null;
}

/** The kinds of token that an application can ask about and revoke. */
export type OauthTokenKind = "bearerToken" | "rotatingToken" | "teamBearerToken";

/** What both kinds of token of a user have. */
type TokenOfUser = Pick<
  Selectable<Schema["user_access_tokens"]>,
  "hash" | "grant_id" | "audience" | "scopes"
> &
  Pick<Selectable<Schema["user_access_tokens"]>, "issued_at" | "expires_at">;

function ofUser(rows: RawBuilder<TokenOfUser>) {
  return prepare<ClientToken>()((db, param) =>
    db
      .selectFrom(rows.as("t"))
      .innerJoin("grants as g", "g.id", "t.grant_id")
      .innerJoin("applications as a", "a.id", "g.application_id")
      .innerJoin("users as u", "u.id", "g.user_id")
      .select(["t.audience", "t.issued_at as issuedAt", "t.expires_at as expiresAt", "g.openid"])
      .select(allowedScopes.as("scopes"))
      .where("t.hash", "=", param("hash"))
      .where("t.expires_at", ">", nowMs)
      .where("g.application_id", "=", param("applicationId"))
      .where("g.revoked_at", "is", null)
      .where("u.disabled", "=", 0),
  );
}

const accessToken = ofUser(sql`user_access_tokens`);
/** One that was used is none any more. */
const refreshToken = ofUser(sql`(select * from refresh_tokens where used_at is null)`);

const ofTeam = prepare<ClientToken>()((db, param) =>
  db
    .selectFrom("team_bearer_tokens as t")
    .innerJoin("applications as a", "a.id", "t.application_id")
    .select(["t.audience", "t.issued_at as issuedAt", "t.expires_at as expiresAt"])
    .select(sql<null>`null`.as("openid"))
    .select(sql<number>`t.scopes & ${scopesOfApplication}`.as("scopes"))
    .where("t.hash", "=", param("hash"))
    .where("t.expires_at", ">", nowMs)
    .where("t.application_id", "=", param("applicationId")),
);

/** What is known of a token of an application right now; undefined for any that is not valid, and for those of others alike. */
export function* findTokenFacts(
  kind: OauthTokenKind,
  token: ClientToken,
): StoreSteps<TokenFacts | undefined> {
  if (kind === "bearerToken") return (yield* rowsOf(accessToken, token))[0];
  if (kind === "rotatingToken") return (yield* rowsOf(refreshToken, token))[0];
  return (yield* rowsOf(ofTeam, token))[0];
}

const familyOf = prepare<ClientToken>()((db, param) =>
  db
    .selectFrom("refresh_tokens as t")
    .innerJoin("grants as g", "g.id", "t.grant_id")
    .select(["t.grant_id as grantId", "t.code_hash as codeHash"])
    .where("t.hash", "=", param("hash"))
    .where("g.application_id", "=", param("applicationId")),
);

const deleteOfUser = prepare<ClientToken>()((db, param) =>
  db
    .deleteFrom("user_access_tokens")
    .where("hash", "=", param("hash"))
    .where("grant_id", "in", (eb) =>
      eb.selectFrom("grants").select("id").where("application_id", "=", param("applicationId")),
    ),
);

const deleteOfTeam = prepare<ClientToken>()((db, param) =>
  db
    .deleteFrom("team_bearer_tokens")
    .where("hash", "=", param("hash"))
    .where("application_id", "=", param("applicationId")),
);

/** Revokes a token of an application: an access token by itself, with a refresh token all that goes back to the same consent. */
export function* revokeOauthToken(kind: OauthTokenKind, token: ClientToken): StoreSteps<void> {
  if (kind === "rotatingToken") yield* endFamilyOf(token);
  else yield* send(kind === "bearerToken" ? deleteOfUser : deleteOfTeam, token);
}

function* endFamilyOf(token: ClientToken): StoreSteps<void> {
  const [family] = yield* rowsOf(familyOf, token);
  if (family !== undefined) yield* revokeTokensOfCode(family);
}
