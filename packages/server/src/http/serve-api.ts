import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  clientAddress,
  normalTarget,
  PathRouter,
  type ClientAddress,
  type NativeHandler,
} from "@survey-open-platform/service";
import type { ErrorStatus } from "../config.ts";
import { errorKinds, PlatformError } from "../errors.ts";
import { apiHeaders } from "./api-headers.ts";
import type { Endpoint, EndpointRequest } from "./endpoint.ts";
import { jsonText, successEnvelope, type JsonText } from "./envelope.ts";
import { errorReply, toPlatformError, type Reply } from "./error-reply.ts";
import { queryOf, readParameters } from "./parameters.ts";
import type { RefusalBrake } from "./refusal-brake.ts";
import type { RequestObserver } from "./request-observer.ts";

/** What all endpoints are served with. */
export interface ApiDependencies {
  readonly errorStatus: ErrorStatus;
  readonly trustedProxies: number;
  readonly observe: RequestObserver;
  /** Delays the responses to an address that is refused again and again. */
  readonly brake: RefusalBrake;
}

/** Serves the endpoints, and refuses every other path under `/api/`: parameters in, envelope out, also on failure. */
export function serveApi(endpoints: readonly Endpoint[], dependencies: ApiDependencies): NativeHandler {
  const router = new PathRouter<Endpoint>();
  for (const endpoint of endpoints) router.add(endpoint.path, endpoint);
  return (request, response) => {
    const target = normalTarget(request);
    if (target === undefined) return false;
    const path = pathOf(target);
    const match = router.find(path);
    if (match !== undefined) {
      const call = new Call(request, { target, path: match.path, endpoint: match.target }, dependencies);
      void serve(call, response, dependencies);
    } else if (path.startsWith("/api/")) {
      refuseUnrouted(response, dependencies);
    } else {
      return false;
    }
    return true;
  };
}

function pathOf(target: string): string {
  const end = target.indexOf("?");
  return end === -1 ? target : target.slice(0, end);
}

interface RoutedTarget {
  readonly endpoint: Endpoint;
  readonly target: string;
  readonly path: Readonly<Record<string, string>>;
}

/** A request that found its endpoint. */
class Call implements EndpointRequest {
  readonly requestId = randomUUID();
  readonly startedAt = performance.now();
  readonly endpoint: Endpoint;
  readonly target: string;
  readonly path: Readonly<Record<string, string>>;
  readonly #request: IncomingMessage;
  readonly #trustedProxies: number;

  constructor(
    request: IncomingMessage,
    { endpoint, target, path }: RoutedTarget,
    { trustedProxies }: ApiDependencies,
  ) {
    this.endpoint = endpoint;
    this.target = target;
    this.path = path;
    this.#request = request;
    this.#trustedProxies = trustedProxies;
  }

  get method(): string | undefined {
    return this.#request.method;
  }

  /** Found out when it is asked for, which few endpoints do. */
  get address(): ClientAddress {
    const { socket, headers } = this.#request;
    const forwardedFor = headers["x-forwarded-for"]?.toString();
    return clientAddress({ remoteAddress: socket.remoteAddress, forwardedFor }, this.#trustedProxies);
  }
}

async function serve(call: Call, response: ServerResponse, dependencies: ApiDependencies): Promise<void> {
  const { requestId, endpoint, startedAt } = call;
  let error: PlatformError | undefined;
  let reply: Reply;
  try {
    const body = successEnvelope(await payloadOf(call), requestId);
    reply = { status: 200, headers: apiHeaders(requestId), body };
  } catch (thrown) {
    error = toPlatformError(thrown);
    reply = errorReply(error, requestId, dependencies.errorStatus);
    if (isCallersFault(error)) await dependencies.brake.hold(call.address.network);
  }
  const milliseconds = performance.now() - startedAt;
  dependencies.observe({ route: endpoint.path, requestId, milliseconds, error });
  send(response, reply);
}

async function payloadOf(call: Call): Promise<JsonText> {
  const { endpoint, target } = call;
  refuseOtherMethods(call.method);
  const parameters = readParameters(endpoint.parameters, queryOf(target));
  const data = await endpoint.handle(parameters, call);
  return typeof data === "string" ? jsonText(data) : jsonText(JSON.stringify(data));
}

function isCallersFault({ type }: PlatformError): boolean {
  return errorKinds[type].status < 500;
}

/** Every documented call is a GET; anything else, HEAD and OPTIONS too, must not have its effects. */
function refuseOtherMethods(method: string | undefined): void {
  if (method !== "GET")
    throw new PlatformError("no_route", { allow: "GET", detail: `method ${method} is not served` });
}

function refuseUnrouted(response: ServerResponse, { errorStatus, observe }: ApiDependencies): void {
  const error = new PlatformError("no_route");
  const requestId = randomUUID();
  observe({ route: "(none)", requestId, milliseconds: 0, error });
  send(response, errorReply(error, requestId, errorStatus));
}

function send(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
}
