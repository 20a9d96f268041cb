import { randomUUID } from "node:crypto";
import type { Caller } from "../callers/caller.ts";
import { HubError, toHubError, type HubErrorType } from "../errors.ts";
import type { HandedOutVersion } from "../store/handed-out-table.ts";
import type { HubStore } from "../store/store.ts";
import { reportOf } from "./report-endpoint.ts";
import type { ServedToken } from "./served-token.ts";
import type { TeamEndpointDependencies } from "./team-endpoint-dependencies.ts";
import type { NativeEndpoint } from "../http/endpoint.ts";
import { queryOf } from "../http/query.ts";
import { envelope, errorEnvelope, type ErrorOverride } from "../http/platform-envelope.ts";

/** What the drop-in endpoint works with. */
export interface DropInDependencies extends Pick<TeamEndpointDependencies, "hub" | "callers"> {
  /** Where all hubs note which version a caller was given: the next ask may reach another hub. */
  readonly store: Pick<HubStore, "recordHandedOut">;
}

/**
 * `GET /api/oauth2/access_token`, as the platform has it, for clients that were written for the platform. They send a
 * caller's id as the appid and its secret as the secret. Repeated calls get the current token and override nothing. A
 * caller with several applications sends `<caller id>.<appid>`.
 */
export function dropInEndpoint(dependencies: DropInDependencies): NativeEndpoint {
  return {
    isNative: true,
    method: "GET",
    path: "/api/oauth2/access_token",
    async handle({ target }) {
      const { caller, appid } = identify(dependencies.callers, readDropInParameters(target));
      const token = await tokenFor(dependencies, caller, appid);
      const data = { access_token: token.accessToken, expires_in: token.expiresInSeconds };
      return envelope({ status: 200, code: "OK", error: { type: "" }, data, requestId: randomUUID() });
    },
    respondTo: (error, requestId) => errorEnvelope(error, requestId, overrides[error.type]),
  };
}

/**
 * The error as the platform would send it, with 200 for errors caused by the client. Errors about the hub's own
 * credentials are not passed on: the client's credentials are correct.
 */
const overrides: Readonly<Partial<Record<HubErrorType, ErrorOverride>>> = {
  invalid_argument: { status: 200 },
  unsupported_grant_type: { status: 200 },
  invalid_caller: { type: "invalid_client", status: 200, headers: {} },
  forbidden: { type: "unauthorized_client", status: 200 },
  request_rate_limited: { status: 200 },
  invalid_org_subscription: { status: 200 },
  invalid_client: { type: "token_unavailable" },
  unauthorized_client: { type: "token_unavailable" },
};

function identify(callers: TeamEndpointDependencies["callers"], { appid: name, secret }: DropInParameters) {
  const dot = name.indexOf(".");
  const caller = callers.admit(dot === -1 ? name : name.slice(0, dot), secret);
  const [only, ...others] = caller.appids;
  const appid = dot === -1 && others.length === 0 ? (only ?? "") : name.slice(dot + 1);
  if (caller.may("token", appid)) return { caller, appid };
  throw new HubError("forbidden", { detail: `drop-in by ${caller.id}` });
}

/**
 * These clients can report a dead token only by asking for another one. So a caller that asks again for what it was
 * given last is taken to report it, as far as its right and budget to report go: one probe, and a mint only when the
 * platform really refuses the token. What it was given last may be newer than what this hub knows of yet.
 */
async function tokenFor(dependencies: DropInDependencies, caller: Caller, appid: string) {
  const { hub, callers } = dependencies;
  const current = hub.tokenAtOnce(appid) ?? (await hub.token(appid));
  const version = await recordHandedOut(dependencies, {
    callerId: caller.id,
    appid,
    version: current.version,
  });
  if (version === undefined || !caller.may("report", appid)) return current;
  const token = await hub
    .report(appid, reportOf(version, caller, callers))
    .catch((error: unknown) => currentUnlessRefused(current, error));
  if (token.version > version)
    await recordHandedOut(dependencies, { callerId: caller.id, appid, version: token.version });
  return token;
}

/** @returns undefined also while the store is away: then no token can be renewed anyway */
async function recordHandedOut(
  { store }: DropInDependencies,
  handedOut: HandedOutVersion,
): Promise<number | undefined> {
  return await store.recordHandedOut(handedOut).catch((error: unknown) => {
    if (toHubError(error).type === "storage_unavailable") return undefined;
    throw error;
  });
}

/** Failures after which it is not known whether the token is dead. */
const unverified = new Set<HubErrorType>([
  "request_rate_limited",
  "upstream_unavailable",
  "upstream_timeout",
]);

function currentUnlessRefused(current: ServedToken, error: unknown): ServedToken {
  if (error instanceof HubError && unverified.has(error.type)) return current;
  throw error;
}

const longestParameter = 256;

/** What a client of the platform authenticates with. */
interface DropInParameters {
  readonly appid: string;
  readonly secret: string;
}

/**
 * Reads the query of a token request; parameters that it does not know are ignored.
 *
 * @throws HubError `invalid_argument`, `unsupported_grant_type`
 */
function readDropInParameters(target: string): DropInParameters {
  const query = queryOf(target);
  const one = (name: string): string => {
    const [value = "", ...others] = query.getAll(name);
    if (value !== "" && value.length <= longestParameter && others.length === 0) return value;
    const headers = { "x-error-parameter": name };
    throw new HubError("invalid_argument", { detail: `parameter ${name}`, headers });
  };
  const [appid, secret, grantType] = [one("appid"), one("secret"), one("grant_type")];
  if (grantType !== "client_credential") throw new HubError("unsupported_grant_type");
  return { appid, secret };
}
