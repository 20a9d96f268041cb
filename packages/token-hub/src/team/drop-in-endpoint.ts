import { randomUUID } from "node:crypto";
import type { Caller } from "../callers/caller.ts";
import { HubError, type HubErrorType } from "../errors.ts";
import type { ServedToken } from "./served-token.ts";
import type { TeamEndpointDependencies } from "./team-endpoint-dependencies.ts";
import { readDropInParameters, type DropInParameters } from "./drop-in-parameters.ts";
import type { Endpoint } from "../http/endpoint.ts";
import { envelope, errorEnvelope, type ToldAs } from "../http/platform-envelope.ts";

/** Versions that each caller was given, by caller and application. */
type HandedOut = Map<string, number>;

/**
 * `GET /api/oauth2/access_token`, as the platform has it, for clients that were written for the platform: a caller's
 * id stands for the appid and its secret for the secret. Whoever asks again gets the current token and overrides
 * nothing. A caller with several applications sends `<caller id>.<appid>`.
 */
export function dropInEndpoint(parts: TeamEndpointDependencies): Endpoint {
  const handedOut: HandedOut = new Map();
  return {
    method: "GET",
    path: "/api/oauth2/access_token",
    async handle({ request }) {
      const { caller, appid } = identify(parts.callers, readDropInParameters(request.url));
      const token = await tokenFor(parts, { caller, appid, handedOut });
      const data = { access_token: token.accessToken, expires_in: token.expiresInSeconds };
      return envelope({ code: "OK", type: "", data, requestId: randomUUID() });
    },
    respondTo: (error, requestId) => errorEnvelope(error, requestId, told[error.type]),
  };
}

/**
 * What the client would be told by the platform, with 200 where that has to do with the client. What the platform says
 * of the hub's own credentials is none of it: those that the client knows are right.
 */
const told: Readonly<Partial<Record<HubErrorType, ToldAs>>> = {
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

/** Whose token, and what was handed out before. */
interface Asked {
  readonly caller: Caller;
  readonly appid: string;
  readonly handedOut: HandedOut;
}

/**
 * These clients have no way to report a dead token but to ask for another one. So a caller who asks again for what it
 * was given already is taken to report it, as far as its right and budget to report go: one probe, and a mint only
 * when the platform really refuses the token.
 */
async function tokenFor({ hub, reports }: TeamEndpointDependencies, { caller, appid, handedOut }: Asked) {
  const key = `${caller.id} ${appid}`;
  const current = hub.tokenAtOnce(appid) ?? (await hub.token(appid));
  const isAskedAgain = handedOut.get(key) === current.version && caller.may("report", appid);
  const { version } = current;
  const token = isAskedAgain
    ? await reports.report(caller, { appid, version }).catch((error: unknown) => orElse(current, error))
    : current;
  handedOut.set(key, token.version);
  return token;
}

/** That nobody could look whether a token is dead does not make it so. */
const unlooked = new Set<HubErrorType>(["request_rate_limited", "upstream_unavailable", "upstream_timeout"]);

function orElse(current: ServedToken, error: unknown): ServedToken {
  if (error instanceof HubError && unlooked.has(error.type)) return current;
  throw error;
}
