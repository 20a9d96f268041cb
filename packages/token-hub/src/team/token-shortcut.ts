import type { IncomingMessage } from "node:http";
import type { DirectHandler } from "@survey-open-platform/service";
import type { Caller } from "../callers/caller.ts";
import type { TeamEndpointDependencies } from "./team-endpoint-dependencies.ts";
import type { RequestObserver } from "../http/request-observer.ts";
import { tokenBody, tokenHeaders } from "./token-endpoint.ts";

const route = "/v1/apps/{appid}/token";
const shape = /^\/v1\/apps\/([\w-]{1,64})\/token$/;

/** What the shortcut works with. */
export interface ShortcutDependencies extends Pick<TeamEndpointDependencies, "hub" | "callers"> {
  readonly observe: RequestObserver;
}

/**
 * Reading a token, which is what hubs do nearly all the time, without making a `Request` and a `Response` for it: that
 * costs as much as everything else together. Whatever is to be waited for or refused goes the ordinary way.
 */
export function createTokenShortcut({ hub, callers, observe }: ShortcutDependencies): DirectHandler {
  return (incoming, response) => {
    const { method = "", url = "" } = incoming;
    const [, appid] = method === "GET" ? (shape.exec(url) ?? []) : [];
    if (appid === undefined) return false;
    const startedAt = performance.now();
    const token = hub.tokenAtOnce(appid);
    if (token === undefined || !isAdmitted(callers, incoming, appid)) return false;
    const body = tokenBody(token);
    // Without its length the response would be sent in chunks, and in several pieces.
    response.writeHead(200, { ...tokenHeaders, "Content-Length": Buffer.byteLength(body) }).end(body);
    const milliseconds = performance.now() - startedAt;
    observe({ route, method, requestId: undefined, milliseconds, error: undefined });
    return true;
  };
}

/** Rights come first, because a signature is taken once: after that there is no way back to the ordinary way. */
function isAdmitted(
  callers: TeamEndpointDependencies["callers"],
  incoming: IncomingMessage,
  appid: string,
): boolean {
  const { method = "", url: target = "", headers } = incoming;
  const authorization = headers.authorization ?? null;
  const claimed = claimedCaller(callers, authorization);
  if (claimed?.may("token", appid) !== true) return false;
  try {
    const request = { method, headers: { get: () => authorization } };
    return callers.authenticateRead({ request, target }).id === claimed.id;
  } catch {
    return false;
  }
}

/** The caller that the request names. */
function claimedCaller(
  callers: TeamEndpointDependencies["callers"],
  authorization: string | null,
): Caller | undefined {
  const [id] = /hubc_[\w-]{12}/.exec(authorization ?? "") ?? [];
  return id === undefined ? undefined : callers.find(id);
}
