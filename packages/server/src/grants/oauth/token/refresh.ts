import { alone } from "@survey-open-platform/database";
import { createSealer } from "@survey-open-platform/service";
import { createHmac } from "node:crypto";
import { scopesOf, type ScopeSet } from "../../../model/scopes.ts";
import { hashIfLooksLike, hashToken, makeToken } from "../../../model/token.ts";
import type { StorePolicy } from "../../../store/installation/policy.ts";
import type { StoreSteps } from "../../../store/statements/queries.ts";
import { isRefusal, type Refusal } from "../../../store/statements/refusal.ts";
import {
  findRotatingToken,
  rotateToken,
  type RotatingToken,
} from "../../../store/tokens/rotating-token-table.ts";
import { findAuthTime } from "../../../store/tokens/authorization-code-table.ts";
import { issueAccessToken, revokeTokensOfCode } from "../../../store/tokens/user-token-table.ts";
import { identityFor, isIdentityAsked, type Identity } from "../../openid/identity.ts";
import { countUnusable, consumeTokenRequest, type ClientCredentials } from "../../token/client-checks.ts";
import { OauthError } from "../oauth-error.ts";
import { checkResource, readResourceAgain } from "../resource.ts";
import { authenticateProof, requestKey } from "./authenticate-proof.ts";
import type { Issued } from "./issued-tokens.ts";
import { defineOauthGrant } from "./oauth-grant.ts";

/** Exchanges a refresh token for a new pair of tokens (RFC 6749, section 6; RFC 9700, section 4.14.2). */
export const refreshGrant = defineOauthGrant({
  kinds: ["user_access", "refresh"],
  read(parameters, addresses) {
    const text = parameters.need("refresh_token");
    const scope = parameters.get("scope");
    return {
      text,
      hash: hashIfLooksLike("rotatingToken", text),
      asked: scope === undefined ? undefined : scopesOf(scope),
      audience: readResourceAgain(parameters.all("resource"), addresses),
    };
  },
  issue: refresh,
});

interface Refresh {
  readonly text: string;
  /** Null when what was sent does not have the form of a refresh token. */
  readonly hash: string | null;
  /** Undefined for all that the family may have. */
  readonly asked: ScopeSet | undefined;
  /** Undefined when no resource is named. */
  readonly audience: 1 | 2 | undefined;
}

function* refresh(
  { text, hash, asked, audience }: Refresh,
  credentials: ClientCredentials,
  policy: StorePolicy,
): StoreSteps<Issued | Refusal> {
  const client = yield* authenticateProof(credentials, policy);
  if (isRefusal(client)) return client;
  // RFC 6749, section 5.2: an authenticated client that may not use this grant.
  if (client.kind !== "web") return { refused: "unauthorized_client" };
  // What has not the form of a refresh token is not one: it is neither looked up nor counted.
  if (hash === null) return { refused: "invalid_grant" };
  const token = yield* findRotatingToken({ hash, applicationId: client.id });
  if (token === undefined) return yield* countUnusable("unknown-refresh-token", credentials, policy);
  if (token.use === "replayed") return yield* endFamily(token, credentials, policy);
  checkResource(audience, token.audience);
  const scopes = narrowed(token, asked);
  const quota = yield* consumeTokenRequest(client, credentials, policy, requestKey(client, token.grantId));
  if (isRefusal(quota)) return quota;
  const refreshToken = yield* successorOf(token, text, hash);
  if (refreshToken === undefined) return { refused: "invalid_grant" };
  const issued = yield* issueNarrowed({ ...token, scopes }, policy);
  if (isRefusal(issued)) return issued;
  const effective = scopes & token.allowed;
  const identity = yield* identityInRefresh(token, effective);
  return { ...issued, scopes: effective, refreshToken, quota, identity };
}

/** Somebody else has the token too: nothing says which of the two is the client, so all that goes back to the consent ends. */
function* endFamily(
  family: RotatingToken,
  credentials: ClientCredentials,
  policy: StorePolicy,
): StoreSteps<Refusal> {
  yield* alone();
  yield* revokeTokensOfCode(family);
  return yield* countUnusable("unknown-refresh-token", credentials, policy);
}

/** Scopes that are named again are no fewer; more than the family has are refused. @throws `OauthError` `invalid_scope` */
function narrowed({ scopes }: RotatingToken, asked: ScopeSet | undefined): ScopeSet {
  if (asked === undefined) return scopes;
  if (asked === 0 || (asked & ~scopes) !== 0)
    throw new OauthError(
      "invalid_scope",
      "scope may name only what the user agreed to. Leave it out to get all of that.",
    );
  return asked;
}

/** The next refresh token: a new one at the first use, and the same again when that is repeated within a short while. */
function* successorOf(token: RotatingToken, text: string, hash: string): StoreSteps<string | undefined> {
  const sealer = sealerFor(text);
  if (token.nextSealed !== null) return sealer.open(token.nextSealed, hash);
  const successor = makeToken("rotatingToken");
  const isRotated = yield* rotateToken(
    { hash, nextSealed: sealer.seal(successor, hash) },
    { ...token, hash: hashToken(successor) },
  );
  return isRotated ? successor : undefined;
}

/** Seals with a key that only the text of the used token gives: what is in the database opens nothing. */
function sealerFor(text: string) {
  return createSealer([createHmac("sha256", text).update("successor of a refresh token").digest()]);
}

function* issueNarrowed(
  token: RotatingToken,
  policy: StorePolicy,
): StoreSteps<Omit<Issued, "quota"> | Refusal> {
  const accessToken = makeToken("bearerToken");
  const expiresInSeconds = policy.bearerTokenSeconds;
  const hash = hashToken(accessToken);
  const issued = yield* issueAccessToken({ ...token, hash, lifetimeMilliseconds: expiresInSeconds * 1000 });
  // Another node revoked the grant meanwhile.
  if (issued === undefined) return { refused: "invalid_grant" };
  const { scopes, audience } = token;
  return { accessToken, expiresInSeconds, scopes, audience };
}

/** Of the sign-in that the refresh token goes back to, without its nonce (OpenID Connect Core, section 12.2). */
function* identityInRefresh(
  { openid, codeHash }: RotatingToken,
  scopes: ScopeSet,
): StoreSteps<Identity | undefined> {
  if (!isIdentityAsked(scopes)) return undefined;
  return yield* identityFor(scopes, { openid, nonce: null, authTime: yield* findAuthTime(codeHash) });
}
