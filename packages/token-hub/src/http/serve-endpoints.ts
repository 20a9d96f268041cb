import type { IncomingMessage } from "node:http";
import type { HttpBindings } from "@hono/node-server";
import { Hono } from "hono";
import {
  addHealth,
  normalTarget,
  PathRouter,
  type Health,
  type ListenerOptions,
  type NativeHandler,
  type PathMatch,
} from "@survey-open-platform/service";
import { HubError } from "../errors.ts";
import { CallServer } from "./call-server.ts";
import type { Endpoint, HubCall } from "./endpoint.ts";
import { errorReply } from "./error-reply.ts";
import { responseOf, sendReply, type Reply } from "./reply.ts";
import type { RequestObserver } from "./request-observer.ts";

/** What responds to the requests of a listener; both search one table of endpoints. */
export interface EndpointHandlers {
  /** Serves the native endpoints, and refuses methods that a path does not take. */
  readonly native: NativeHandler;
  /** Serves what `native` leaves. */
  readonly fetch: ListenerOptions["fetch"];
}

/** What endpoints are served with. */
export interface EndpointServing {
  readonly observe: RequestObserver;
  /** What the paths of health checks say; they are not served without it. */
  readonly health?: Health;
}

type Table = PathRouter<readonly Endpoint[]>;

/** Serves these endpoints and nothing else but health checks. */
export function serveEndpoints(endpoints: readonly Endpoint[], serving: EndpointServing): EndpointHandlers {
  const table: Table = new PathRouter();
  for (const [path, ofPath] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) table.add(path, ofPath);
  return { native: serveNatively(table, serving), fetch: serveByFetch(table, serving) };
}

function serveNatively(table: Table, { observe }: EndpointServing): NativeHandler {
  const server = new CallServer<Reply>(observe, errorReply);
  return (request, response) => {
    const { url: target = "", method = "" } = request;
    const match = table.find(pathOf(target));
    const endpoint = match && endpointOf(match, method);
    if (match === undefined || (endpoint !== undefined && endpoint.isNative !== true)) return false;
    // With a host that makes no valid URL it is refused on the way to `fetch`.
    if (normalTarget(request) === undefined) return false;
    const call = new NativeCall(request, target, match.path);
    const reply =
      endpoint === undefined ? refuseMethod(server, match.target, call) : server.serve(endpoint, call);
    if (reply instanceof Promise) void reply.then((later) => sendReply(response, later));
    else sendReply(response, reply);
    return true;
  };
}

function endpointOf({ target }: PathMatch<readonly Endpoint[]>, method: string): Endpoint | undefined {
  return target.find((endpoint) => endpoint.method === method || endpoint.method === "*");
}

function pathOf(target: string): string {
  const end = target.indexOf("?");
  return end === -1 ? target : target.slice(0, end);
}

/** In the form of errors that the path has. */
function refuseMethod(server: CallServer<Reply>, endpoints: readonly Endpoint[], call: HubCall): Reply {
  const headers = { allow: endpoints.map(({ method }) => method).join(", ") };
  const [{ path } = elsewhere] = endpoints;
  const route = endpoints.find((endpoint) => endpoint.isNative === true) ?? { path };
  return server.refuse(route, call, new HubError("no_route", { headers }));
}

class NativeCall implements HubCall {
  readonly target: string;
  readonly path: Readonly<Record<string, string>>;
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage, target: string, path: Readonly<Record<string, string>>) {
    this.target = target;
    this.path = path;
    this.#request = request;
  }

  get method(): string {
    return this.#request.method ?? "";
  }

  get authorization(): string | undefined {
    return this.#request.headers.authorization;
  }

  get address(): string | undefined {
    return this.#request.socket.remoteAddress;
  }
}

/** For requests without an endpoint. */
const elsewhere = { path: "(none)" };

/** Of a request that the framework refused, nothing is known here. */
const unrouted = { method: "", address: undefined };

/** Endpoints are looked up before the framework is asked. */
function serveByFetch(table: Table, { observe, health }: EndpointServing): ListenerOptions["fetch"] {
  const server = new CallServer<Response>(
    observe,
    (error, requestId) => error.response ?? responseOf(errorReply(error, requestId)),
  );
  const others = new Hono();
  if (health !== undefined) addHealth(others, health);
  others.notFound(() => server.refuse(elsewhere, unrouted, new HubError("no_route")));
  others.onError((error) => server.refuse(elsewhere, unrouted, error));
  return (request, bindings) => {
    // A listener of HTTP/1.1 has bindings of that kind.
    const { incoming, outgoing } = bindings as HttpBindings;
    const { url: target = "", method = "", headers, socket } = incoming;
    const match = table.find(pathOf(target));
    const endpoint = match && endpointOf(match, method);
    if (match === undefined || endpoint === undefined || endpoint.isNative === true)
      return others.fetch(request);
    return server.serve(endpoint, {
      request,
      method,
      authorization: headers.authorization,
      target,
      path: match.path,
      address: socket.remoteAddress,
      cut: () => void outgoing.destroy(),
    });
  };
}
