import type { Caller } from "../callers/caller.ts";
import { HubError, type HubErrorType } from "../errors.ts";
import type { ServedToken } from "../renewal/served-token.ts";
import type { CallerParts } from "./caller-parts.ts";
import { DropInRefusal, readDropInParameters, type DropInParameters } from "./drop-in-parameters.ts";
import type { Endpoint } from "./endpoint.ts";
import { envelope, errorEnvelope, noteRefusal } from "./platform-envelope.ts";

const route = "/api/oauth2/access_token";

/** Versions that each caller was given, by caller and application. */
type HandedOut = Map<string, number>;

/**
 * `GET /api/oauth2/access_token`, as the platform has it, for clients that were written for the platform: a caller's
 * id stands for the appid and its secret for the secret. Whoever asks again gets the current token and overrides
 * nothing. A caller with several applications sends `<caller id>.<appid>`.
 */
export function dropInEndpoint(parts: CallerParts): Endpoint {
  const handedOut: HandedOut = new Map();
  return {
    method: "GET",
    path: route,
    async handle({ request }) {
      try {
        const { caller, appid } = identify(parts.callers, readDropInParameters(request.url));
        const token = await tokenFor(parts, { caller, appid, handedOut });
        const data = { access_token: token.accessToken, expires_in: token.expiresInSeconds };
        return envelope({ code: "OK", type: "", data });
      } catch (error) {
        return error instanceof DropInRefusal ? error.answer() : hubTrouble(noteRefusal(parts, route, error));
      }
    },
  };
}

function identify(callers: CallerParts["callers"], { appid: name, secret }: DropInParameters) {
  const dot = name.indexOf(".");
  const caller = admit(callers, dot === -1 ? name : name.slice(0, dot), secret);
  const [only, ...others] = caller.appids;
  const appid = dot === -1 && others.length === 0 ? (only ?? "") : name.slice(dot + 1);
  if (caller.may("token", appid)) return { caller, appid };
  throw new DropInRefusal("unauthorized_client");
}

/** In the words that the client knows: an appid and a secret that do not belong together. */
function admit(callers: CallerParts["callers"], id: string, secret: string): Caller {
  try {
    return callers.admit(id, secret);
  } catch {
    throw new DropInRefusal("invalid_client");
  }
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
async function tokenFor({ hub, reports }: CallerParts, { caller, appid, handedOut }: Asked) {
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

/** What the platform says to the hub is the application's business; its credentials are not this client's. */
function hubTrouble(error: HubError): Response {
  const { type } = error;
  if (type === "invalid_org_subscription" || type === "request_rate_limited")
    return errorEnvelope(error, 200);
  if (type !== "invalid_client" && type !== "unauthorized_client") return errorEnvelope(error);
  return errorEnvelope(new HubError("token_unavailable", { retryAfterSeconds: error.retryAfterSeconds }));
}
