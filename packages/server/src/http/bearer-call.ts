import type { ServerResponse } from "node:http";
import { scopeText, type ScopeSet } from "../model/scopes.ts";
import { PlatformError } from "../errors.ts";
import type { ApiDependencies } from "./api-dependencies.ts";
import { bearerChallenge, bearerToken } from "./bearer-challenge.ts";
import type { Endpoint } from "./endpoint.ts";
import { statusOf } from "./error-reply.ts";
import type { BearerCaller, BearerProof, TokenProof } from "./known-parameters.ts";
import { queryOf, type ParametersSchema } from "./parameters.ts";
import { BodyTooLong } from "./receive-body.ts";

/** What is known of the call that a token came with. */
interface CallWithToken {
  readonly endpoint: Pick<Endpoint, "bearerScopes">;
  readonly response: ServerResponse;
  readonly dependencies: ApiDependencies;
  readonly startedAt: number;
  checkedAppid: string | undefined;
}

/** A call with a bearer token (RFC 6750, section 2.1). */
export class BearerCall implements BearerProof {
  readonly scopes: ScopeSet;
  /** Where the call is counted; undefined until its token was found to be valid. */
  limitKey: string | undefined;
  /** Tells one caller from another: each user of an application is one. */
  callerKey = "";
  readonly #token: string;
  readonly #call: CallWithToken;

  constructor(token: string, scopes: ScopeSet, call: CallWithToken) {
    this.#token = token;
    this.scopes = scopes;
    this.#call = call;
  }

  /** What takes the place of the parameters of the query. */
  get proof(): TokenProof {
    return { appid: this.#call.checkedAppid ?? "", access_token: this.#token, bearer: this };
  }

  /** Limits the calls of a caller before the first thing is read for it. */
  identify({ appid, grantId, isPublic }: BearerCaller): PlatformError | undefined {
    if (this.limitKey !== undefined) return undefined;
    this.#call.checkedAppid = appid;
    this.callerKey = `${appid} ${grantId ?? ""}`;
    // A program that runs at each of its users has one client_id: none of them uses up the calls of the others.
    this.limitKey = isPublic === 1 ? this.callerKey : appid;
    return this.#call.dependencies.limits.refusalFor(this.limitKey, this.#call.startedAt);
  }

  /** Which token would do (RFC 6750, section 3), for a refusal that another token would change. */
  challengeTo(refusal: PlatformError): Readonly<Record<string, string>> {
    const error = challengeErrors.find(({ applies }) => applies(refusal))?.error;
    if (error === undefined) return {};
    const resourceMetadata = this.#call.dependencies.resourceMetadata();
    const scope = error === "invalid_request" ? {} : { scope: scopeText(this.scopes) };
    const challenge = { error, description: refusal.message, resourceMetadata, ...scope };
    return { "WWW-Authenticate": bearerChallenge(challenge) };
  }
}

/** The bearer token of a call that looks for one. */
export function bearerCallOf(call: CallWithToken): BearerCall | undefined {
  const { bearerScopes } = call.endpoint;
  const { authorization } = call.response.req.headers;
  if (authorization === undefined || bearerScopes === undefined) return undefined;
  const isServed = call.dependencies.resourceMetadata() !== undefined;
  const token = isServed ? bearerToken(authorization) : undefined;
  return token === undefined
    ? undefined
    : new BearerCall(token, bearerScopes === "none" ? 0 : bearerScopes, call);
}

/** @throws `PlatformError` when the query has a token too (RFC 6750, section 2), or the call takes no bearer token */
export function checkBearerAlone(call: {
  readonly url: string;
  readonly endpoint: Pick<Endpoint, "bearerScopes">;
}): void {
  if (call.endpoint.bearerScopes === "none")
    throw new PlatformError("permission_denied", { message: notForBearer });
  if (new URLSearchParams(queryOf(call.url)).has("access_token")) throw new TwoTokens();
}

const notForBearer = "This call takes the appid and the access_token of a team, and no bearer token.";

/** Two proofs in one request: it is not clear whose call it is. */
class TwoTokens extends PlatformError {
  constructor() {
    const message = "The request has a token in the query and one in the header. Send one of them.";
    super("invalid_argument", { message, parameter: "access_token" });
  }
}

/** The status of a refusal of a call with a bearer token, whatever the setting is for calls without one. */
export function bearerStatus(error: PlatformError): number {
  return error instanceof BodyTooLong ? 413 : statusOf(error, "semantic");
}

const challengeErrors = [
  { error: "invalid_token", applies: ({ type }: PlatformError) => type === "invalid_token" },
  { error: "insufficient_scope", applies: ({ type }: PlatformError) => type === "insufficient_scope" },
  { error: "invalid_request", applies: (error: PlatformError) => error instanceof TwoTokens },
] as const;

const withoutTokens = new WeakMap<ParametersSchema, ParametersSchema>();

/** The parameters of a call beside those that a bearer token takes the place of. */
export function withoutToken(schema: ParametersSchema): ParametersSchema {
  let found = withoutTokens.get(schema);
  if (found === undefined)
    withoutTokens.set(schema, (found = schema.omit({ appid: true, access_token: true })));
  return found;
}
