import { clientAddress } from "@survey-open-platform/service";
import type { Hono } from "hono";
import type { HttpBindings } from "@hono/node-server";
import type { CallRecorder } from "../../http/call-recorder.ts";
import type { RefusalThrottle } from "../../http/refusal-throttle.ts";
import { makeRequestId } from "../../http/request-id.ts";
import type { RequestObserver } from "../../http/request-observer.ts";
import { originOf, type PageContext } from "../../session/page-request.ts";
import type { FindAddresses } from "./issuer.ts";
import { OauthError, oauthErrorResponse, observedError, toOauthError } from "./oauth-error.ts";
import type { OauthRoute } from "./oauth-route.ts";

/** What the calls of OAuth are served with. */
export interface OauthServing {
  readonly addresses: FindAddresses;
  readonly trustedProxies: number;
  readonly observe: RequestObserver;
  readonly record: CallRecorder;
  /** Delays the responses to an address that is refused again and again. */
  readonly throttle: RefusalThrottle;
}

type Served = Hono<{ Bindings: Partial<HttpBindings> }>;

/** Adds routes to those of the pages. */
export function addOauth(app: Served, routes: readonly OauthRoute[], serving: OauthServing): void {
  const methods = Map.groupBy(routes, ({ path }) => path);
  for (const route of routes) app.on(route.method, route.path, serveOauth(route, serving));
  for (const [path, [first, ...others]] of methods) {
    if (first === undefined) continue;
    const allow = [first, ...others].map(({ method }) => method).join(", ");
    app.all(path, serveOauth(otherMethods(first, allow), serving));
  }
}

/** Answers what a browser asks before the request of a script, and refuses the rest. */
function otherMethods(route: OauthRoute, allow: string): OauthRoute {
  return {
    ...route,
    handle({ context }) {
      if (context.req.method === "OPTIONS" && route.isOpenToScripts) return preflight(allow);
      const description = `This address takes ${allow} only.`;
      throw new OauthError("invalid_request", description, { status: 405, headers: { Allow: allow } });
    },
  };
}

const scriptHeaders = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "WWW-Authenticate",
} as const;

function preflight(allow: string): Response {
  const headers = {
    ...scriptHeaders,
    "Access-Control-Allow-Methods": allow,
    "Access-Control-Allow-Headers": "Authorization, Content-Type, MCP-Protocol-Version",
    "Access-Control-Max-Age": "86400",
  };
  return new Response(null, { status: 204, headers });
}

function serveOauth(route: OauthRoute, serving: OauthServing): (context: PageContext) => Promise<Response> {
  return async (context) => {
    const startedAt = performance.now();
    const requestId = makeRequestId();
    const address = clientAddress(originOf(context), serving.trustedProxies);
    let appid: string | undefined;
    let refused: OauthError | undefined;
    let response: Response;
    try {
      const addresses = serving.addresses();
      if (addresses === undefined) throw switchedOff();
      const noteApplication = (noted: string) => void (appid = noted);
      response = await route.handle({ context, address, addresses, noteApplication });
    } catch (thrown) {
      refused = toOauthError(thrown);
      if (refused.status < 500) await serving.throttle.delay(address.network);
      response = oauthErrorResponse(refused);
    }
    const error = refused && observedError(refused);
    const endedAt = performance.now();
    const milliseconds = endedAt - startedAt;
    serving.observe({ route: route.path, requestId, milliseconds, error });
    serving.record({ appid, route: route.path, requestId, address }, { error, milliseconds, endedAt });
    response.headers.set("X-Request-Id", requestId);
    const added = route.isOpenToScripts ? Object.entries(scriptHeaders) : [];
    for (const [name, value] of added) response.headers.set(name, value);
    return response;
  };
}

function switchedOff(): OauthError {
  const description = "OAuth is off here: the server does not know its public address. Set auth-url.";
  return new OauthError("invalid_request", description, { status: 404 });
}
