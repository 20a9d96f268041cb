import type { ServerResponse } from "node:http";
import { normalTarget, PathRouter, type NativeHandler } from "@survey-open-platform/service";
import { PlatformError } from "../errors.ts";
import type { ApiDependencies } from "./api-dependencies.ts";
import { Call, handleRead, handleTokenRequest, handleWrite, refuse, type Routed } from "./call.ts";
import { methodOf, type Endpoint } from "./endpoint.ts";
import { errorReply } from "./error-reply.ts";
import { makeRequestId } from "./request-id.ts";
import { sendReply } from "./send-reply.ts";

/** Serves the endpoints, and refuses every other path under `/api/`: parameters in, envelope out, also on failure. */
export function serveApi(endpoints: readonly Endpoint[], dependencies: ApiDependencies): NativeHandler {
  const router = routerOf(endpoints);
  return (request, response) => {
    const url = normalTarget(request);
    if (url === undefined) return false;
    const match = router.find(pathOf(url));
    if (match !== undefined) serveRoute(match.target, { response, url, path: match.path }, dependencies);
    else if (url.startsWith("/api/") && !dependencies.isPage(pathOf(url)))
      refuseUnrouted(response, dependencies);
    else return false;
    return true;
  };
}

/** The endpoints of a path. */
interface Route {
  readonly get: Endpoint | undefined;
  readonly others: ReadonlyMap<string, Endpoint>;
  /** The one that a refused method is recorded with. */
  readonly first: Endpoint;
  /** The header `Allow` (RFC 9110, section 10.2.1). */
  readonly allow: string;
}

function routerOf(endpoints: readonly Endpoint[]): PathRouter<Route> {
  const router = new PathRouter<Route>();
  for (const [path, group] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
    const [first] = group;
    if (first === undefined) continue;
    const others = new Map<string, Endpoint>(group.map((endpoint) => [methodOf(endpoint), endpoint]));
    if (others.size < group.length) throw new Error(`two endpoints of ${path} take the same method`);
    const allow = [...others.keys()].join(", ");
    router.add(path, { get: others.get("GET"), others, first, allow });
  }
  return router;
}

function serveRoute(route: Route, request: Routed, dependencies: ApiDependencies): void {
  const { method = "" } = request.response.req;
  const endpoint = method === "GET" ? route.get : route.others.get(method);
  if (endpoint === undefined) refuseMethod(route, request, dependencies);
  else if ("read" in endpoint) handleRead(new Call(endpoint, request, dependencies));
  else if ("write" in endpoint) void handleWrite(new Call(endpoint, request, dependencies));
  else void handleTokenRequest(new Call(endpoint, request, dependencies));
}

/** Any other method, HEAD and OPTIONS too, must not have the effects of those that are served. */
function refuseMethod({ first, allow }: Route, request: Routed, dependencies: ApiDependencies): void {
  const message = methodMessage(allow, request.response.req.method);
  refuse(new Call(first, request, dependencies), new PlatformError("no_route", { allow, message }));
}

/** Node accepts only the methods that it knows, so that a method is no text of the caller's. */
function methodMessage(allow: string, method = ""): string {
  const methods = allow.split(", ");
  return methods.length === 1
    ? `This call is a ${allow}, and not a ${method}.`
    : `The calls of this path are ${methods.join(" and ")}, and not ${method}.`;
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

function refuseUnrouted(response: ServerResponse, { errorStatus, observe }: ApiDependencies): void {
  const error = new PlatformError("no_route", { message: "No call of the API has this path." });
  const requestId = makeRequestId();
  observe({ route: "(none)", requestId, milliseconds: 0, error });
  sendReply(response, errorReply(error, requestId, errorStatus));
}
