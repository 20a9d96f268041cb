import { randomUUID } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import { PathRouter, pathOf } from "@survey-open-platform/service";
import type { CallerDesk } from "./callers/caller.ts";
import { ReportDesk } from "./callers/report-desk.ts";
import { HubError, toHubError } from "./errors.ts";
import type { CallerParts } from "./http/caller-parts.ts";
import { dropInEndpoint } from "./http/drop-in-endpoint.ts";
import type { Endpoint, HubCall } from "./http/endpoint.ts";
import { errorAnswer } from "./http/error-answer.ts";
import { proxyEndpoint } from "./http/proxy-endpoint.ts";
import { reportEndpoint } from "./http/report-endpoint.ts";
import type { RequestObserver } from "./http/request-observer.ts";
import { tokenEndpoint } from "./http/token-endpoint.ts";
import type { Upstream } from "./http/upstream.ts";
import { usersEndpoints } from "./http/users-endpoints.ts";
import { watchEndpoint } from "./http/watch-endpoint.ts";
import type { Hub } from "./hub.ts";
import type { UserMode } from "./users/user-mode.ts";

/** The request handler of the whole hub; `fetch` is all that a listener needs of it. */
export type App = Hono<{ Bindings: Partial<HttpBindings> }>;

/** What the hub's handler is put together from. */
export interface AppParts {
  readonly hub: Hub;
  readonly users: UserMode;
  readonly callers: CallerDesk;
  readonly observe: RequestObserver;
  /** Asks the store something trivial. @throws when it cannot be reached */
  readonly ping: () => Promise<void>;
  /** Whether the server still wants new work; false once it has begun to stop. */
  readonly isReady: () => boolean;
  /** Aborted when the hub begins to stop. */
  readonly closing: AbortSignal;
  /** What speaks with the platforms, for the proxy. */
  readonly upstream: Upstream;
  /** Pages for people, with paths that no other endpoint has; none when they are served elsewhere. */
  readonly pages?: readonly Endpoint[];
}

/** Puts the hub's handler together. */
export function createApp(parts: AppParts): App {
  const app = createEndpointApp(endpointsOf(parts), parts.observe);
  app.get("/livez", () => healthAnswer(true));
  app.get("/readyz", async () => healthAnswer(parts.isReady() && (await isReachable(parts))));
  return app;
}

/** Serves these endpoints and nothing else. */
export function createEndpointApp(endpoints: readonly Endpoint[], observe: RequestObserver): App {
  const app: App = new Hono();
  app.notFound(() => refuse(observe, elsewhere, "", new HubError("no_route")));
  app.onError((error) => refuse(observe, elsewhere, "", error));
  addEndpoints(app, endpoints, observe);
  return app;
}

/** Everything that callers and people can ask for. */
export function endpointsOf(parts: AppParts): readonly Endpoint[] {
  const { hub, users, callers, closing, upstream, pages = [] } = parts;
  const callerParts: CallerParts = { hub, callers, reports: new ReportDesk(hub, callers), closing };
  return [
    tokenEndpoint(callerParts),
    reportEndpoint(callerParts),
    watchEndpoint(callerParts),
    dropInEndpoint(callerParts),
    proxyEndpoint({ ...callerParts, upstream }),
    ...usersEndpoints({ users, callers }),
    ...pages,
  ];
}

/** Endpoints are looked up before the framework is asked. */
function addEndpoints(app: App, endpoints: readonly Endpoint[], observe: RequestObserver): void {
  const router = routerOf(endpoints);
  const others = app.fetch;
  app.fetch = (request, bindings, execution) => {
    const match = router.find(pathOf(request.url));
    if (match === undefined) return others(request, bindings, execution);
    const { method } = request;
    const endpoint = match.target.find(
      (candidate) => candidate.method === method || candidate.method === "*",
    );
    const call = { request, path: match.path, ...connectionOf(bindings) };
    if (endpoint !== undefined) return serve(observe, endpoint, call);
    const headers = { Allow: match.target.map((candidate) => candidate.method).join(", ") };
    return refuse(observe, match.target[0] ?? elsewhere, method, new HubError("no_route", { headers }));
  };
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
    const answer = endpoint.handle(call);
    if (answer instanceof Promise) return serveLater(observe, { endpoint, call, startedAt }, answer);
    return served(observe, { endpoint, call, startedAt }, answer);
  } catch (error) {
    return refuse(observe, endpoint, call.request.method, error);
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
  answer: Promise<Response>,
): Promise<Response> {
  try {
    return served(observe, serving, await answer);
  } catch (error) {
    return refuse(observe, serving.endpoint, serving.call.request.method, error);
  }
}

function served(
  observe: RequestObserver,
  { endpoint, call, startedAt }: Serving,
  answer: Response,
): Response {
  const milliseconds = performance.now() - startedAt;
  const { method } = call.request;
  observe({ route: endpoint.path, method, requestId: undefined, milliseconds, error: undefined });
  return answer;
}

/** Stands for what no endpoint answers. */
const elsewhere: Pick<Endpoint, "path" | "answerTo"> = { path: "(none)" };

function refuse(
  observe: RequestObserver,
  { path: route, answerTo = errorAnswer }: Pick<Endpoint, "path" | "answerTo">,
  method: string,
  thrown: unknown,
): Response {
  const error = toHubError(thrown);
  const requestId = randomUUID();
  observe({ route, method, requestId, milliseconds: 0, error });
  return answerTo(error, requestId);
}

async function isReachable({ ping }: AppParts): Promise<boolean> {
  return await ping().then(
    () => true,
    () => false,
  );
}

function healthAnswer(isHealthy: boolean): Response {
  const headers = { "Cache-Control": "no-store" };
  return Response.json(
    { status: isHealthy ? "ok" : "unavailable" },
    { status: isHealthy ? 200 : 503, headers },
  );
}
