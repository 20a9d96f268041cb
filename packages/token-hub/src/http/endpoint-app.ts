import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { PathRouter } from "@survey-open-platform/service";
import { HubError, toHubError } from "../errors.ts";
import type { Endpoint, HubCall } from "./endpoint.ts";
import { errorResponse } from "./error-response.ts";
import type { RequestObserver } from "./request-observer.ts";

/** A request handler; `fetch` is all that a listener needs of it. */
export type App = Hono<{ Bindings: Partial<HttpBindings> }>;

/** Serves these endpoints and nothing else. */
export function createEndpointApp(endpoints: readonly Endpoint[], observe: RequestObserver): App {
  const app: App = new Hono();
  app.notFound(() => refuse(observe, elsewhere, unrouted, new HubError("no_route")));
  app.onError((error) => refuse(observe, elsewhere, unrouted, error));
  addEndpoints(app, endpoints, observe);
  return app;
}

/** Endpoints are looked up before the framework is asked. */
function addEndpoints(app: App, endpoints: readonly Endpoint[], observe: RequestObserver): void {
  const router = routerOf(endpoints);
  const others = app.fetch;
  app.fetch = (request, bindings, execution) => {
    const target = sentTarget(bindings) ?? targetOf(request.url);
    const match = router.find(target.split("?", 1)[0] ?? "");
    if (match === undefined) return others(request, bindings, execution);
    const { method } = request;
    const endpoint = match.target.find(
      (candidate) => candidate.method === method || candidate.method === "*",
    );
    const call = { request, target, path: match.path, ...connectionOf(bindings) };
    if (endpoint !== undefined) return serve(observe, endpoint, call);
    const headers = { Allow: match.target.map((candidate) => candidate.method).join(", ") };
    return refuse(observe, match.target[0] ?? elsewhere, call, new HubError("no_route", { headers }));
  };
}

function sentTarget({ incoming }: Partial<HttpBindings> = {}): string | undefined {
  return incoming?.url;
}

/** Path and query of an absolute address. */
function targetOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

function routerOf(endpoints: readonly Endpoint[]): PathRouter<readonly Endpoint[]> {
  const router = new PathRouter<readonly Endpoint[]>();
  for (const [path, ofPath] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) router.add(path, ofPath);
  return router;
}

/** Without a listener there is no socket. */
function connectionOf({ incoming, outgoing }: Partial<HttpBindings> = {}): Pick<HubCall, "address" | "cut"> {
  return { address: incoming?.socket.remoteAddress, cut: outgoing && (() => void outgoing.destroy()) };
}

/** Stays synchronous for what is: a promise costs as much as reading a token. */
function serve(observe: RequestObserver, endpoint: Endpoint, call: HubCall): Response | Promise<Response> {
  const startedAt = performance.now();
  try {
    const response = endpoint.handle(call);
    if (response instanceof Promise) return serveLater(observe, { endpoint, call, startedAt }, response);
    return served(observe, { endpoint, call, startedAt }, response);
  } catch (error) {
    return refuse(observe, endpoint, call, error);
  }
}

interface Serving {
  readonly endpoint: Endpoint;
  readonly call: HubCall;
  readonly startedAt: number;
}

async function serveLater(
  observe: RequestObserver,
  serving: Serving,
  response: Promise<Response>,
): Promise<Response> {
  try {
    return served(observe, serving, await response);
  } catch (error) {
    return refuse(observe, serving.endpoint, serving.call, error);
  }
}

function served(
  observe: RequestObserver,
  { endpoint, call, startedAt }: Serving,
  response: Response,
): Response {
  const milliseconds = performance.now() - startedAt;
  const { method } = call.request;
  observe({ route: endpoint.path, method, requestId: undefined, milliseconds, error: undefined });
  return response;
}

/** For requests without an endpoint. */
const elsewhere: Pick<Endpoint, "path" | "respondTo"> = { path: "(none)" };

/** Of a request that the framework refused, nothing is known here. */
const unrouted = { request: { method: "" }, address: undefined };

function refuse(
  observe: RequestObserver,
  { path: route, respondTo = errorResponse }: Pick<Endpoint, "path" | "respondTo">,
  { request: { method }, address }: Refused,
  thrown: unknown,
): Response {
  const error = toHubError(thrown);
  const requestId = randomUUID();
  observe({ route, method, address, requestId, milliseconds: 0, error });
  return error.response ?? respondTo(error, requestId);
}

interface Refused extends Pick<HubCall, "address"> {
  readonly request: Pick<Request, "method">;
}
