import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { ReadRequest, Steps } from "@survey-open-platform/database";
import {
  clientAddress,
  normalTarget,
  PathRouter,
  type ClientAddress,
  type NativeHandler,
  type PathMatch,
} from "@survey-open-platform/service";
import type { ErrorStatus } from "../config/settings.ts";
import { errorKinds, PlatformError } from "../errors.ts";
import { quotaHeaders, type Quota } from "../model/quota.ts";
import { apiHeaders } from "./api-headers.ts";
import type { CallRecorder, RecordableCall } from "./call-recorder.ts";
import type { Endpoint, EndpointRequest, IssuingCall } from "./endpoint.ts";
import { successEnvelope } from "./envelope.ts";
import { errorReply, toPlatformError, type Reply } from "./error-reply.ts";
import { queryOf, readParameters } from "./parameters.ts";
import type { RefusalBrake } from "./refusal-brake.ts";
import type { RequestObserver } from "./request-observer.ts";
import type { ThrottledAddresses } from "./throttled-addresses.ts";

/** What all endpoints are served with. */
export interface ApiDependencies {
  readonly errorStatus: ErrorStatus;
  readonly trustedProxies: number;
  readonly observe: RequestObserver;
  /** Takes note of each call for the request log. */
  readonly record: CallRecorder;
  /** Delays the responses to an address that is refused again and again. */
  readonly brake: RefusalBrake;
  readonly throttled: ThrottledAddresses;
  /** Runs the steps of a call that only reads. */
  readonly read: (request: ReadRequest<unknown, unknown>) => void;
}

/** Serves the endpoints, and refuses every other path under `/api/`: parameters in, envelope out, also on failure. */
export function serveApi(endpoints: readonly Endpoint[], dependencies: ApiDependencies): NativeHandler {
  const router = new PathRouter<Endpoint>();
  for (const endpoint of endpoints) router.add(endpoint.path, endpoint);
  return (request, response) => {
    const url = normalTarget(request);
    if (url === undefined) return false;
    const match = router.find(pathOf(url));
    if (match !== undefined) new Call({ response, url, ...match }, dependencies).serve();
    else if (url.startsWith("/api/")) refuseUnrouted(response, dependencies);
    else return false;
    return true;
  };
}

function pathOf(url: string): string {
  const end = url.indexOf("?");
  return end === -1 ? url : url.slice(0, end);
}

/** A request that found its endpoint. */
interface RoutedRequest extends PathMatch<Endpoint> {
  readonly response: ServerResponse;
  /** Path and query. */
  readonly url: string;
}

/** One call of an endpoint, from its request to its response. */
class Call implements EndpointRequest, ReadRequest<unknown, unknown>, RecordableCall {
  readonly path: Readonly<Record<string, string>>;
  readonly requestId: string = randomUUID();
  readonly #endpoint: Endpoint;
  readonly #response: ServerResponse;
  readonly #url: string;
  readonly #dependencies: ApiDependencies;
  #appid: string | undefined;
  #quota: Quota | undefined;
  readonly #startedAt = performance.now();

  constructor({ response, url, target, path }: RoutedRequest, dependencies: ApiDependencies) {
    this.path = path;
    this.#endpoint = target;
    this.#response = response;
    this.#url = url;
    this.#dependencies = dependencies;
  }

  /** Where the request comes from: read from its headers when it is asked for, which is seldom. */
  get address(): ClientAddress {
    const { socket, headers } = this.#response.req;
    const forwardedFor = headers["x-forwarded-for"]?.toString();
    return clientAddress(
      { remoteAddress: socket.remoteAddress, forwardedFor },
      this.#dependencies.trustedProxies,
    );
  }

  get host(): string | undefined {
    return this.#response.req.headers.host;
  }

  noteQuota(quota: Quota): void {
    this.#quota = quota;
  }

  get route(): string {
    return this.#endpoint.path;
  }

  /** Read from the query when its parameters were refused. */
  get appid(): string | undefined {
    return this.#appid ?? new URLSearchParams(queryOf(this.#url)).get("appid") ?? undefined;
  }

  serve(): void {
    const endpoint = this.#endpoint;
    if ("read" in endpoint) this.#dependencies.read(this);
    else void this.#issue(endpoint);
  }

  async #issue(endpoint: IssuingCall): Promise<void> {
    try {
      this.succeed(await endpoint.handle(this.#parameters(), this));
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  steps(): Steps<unknown, unknown> {
    const endpoint = this.#endpoint;
    if (!("read" in endpoint)) throw new Error("only calls that read have steps");
    return endpoint.read(this.#parameters(), this);
  }

  #parameters() {
    refuseOtherMethods(this.#response.req.method);
    const parameters = readParameters(this.#endpoint.parameters, queryOf(this.#url));
    const { appid } = parameters;
    // Every endpoint has this parameter; one without would have no request log.
    if (typeof appid === "string") this.#appid = appid;
    return parameters;
  }

  succeed(payload: unknown): void {
    if (payload instanceof PlatformError) return this.fail(payload);
    const isSerialized = typeof payload === "string" || payload instanceof Uint8Array;
    const body = successEnvelope(isSerialized ? payload : JSON.stringify(payload), this.requestId);
    this.#observe(undefined);
    const headers = apiHeaders(this.requestId);
    if (this.#quota !== undefined) Object.assign(headers, quotaHeaders(this.#quota));
    send(this.#response, { status: 200, headers, body });
  }

  fail(thrown: unknown): void {
    const error = toPlatformError(thrown);
    const held = isCallersFault(error) ? this.#dependencies.brake.hold(this.address.network) : undefined;
    const isThrottled = held !== undefined || error.type === "request_rate_limited";
    const recorded = isThrottled
      ? this.#dependencies.throttled.report(this.address, this.#endpoint.path)
      : undefined;
    if (held === undefined && recorded === undefined) this.#refuse(error);
    else void Promise.all([held, recorded]).then(() => this.#refuse(error));
  }

  #refuse(error: PlatformError): void {
    this.#observe(error);
    send(this.#response, errorReply(error, this.requestId, this.#dependencies.errorStatus));
  }

  #observe(error: PlatformError | undefined): void {
    const endedAt = performance.now();
    const milliseconds = endedAt - this.#startedAt;
    const { route, requestId } = this;
    this.#dependencies.observe({ route, requestId, milliseconds, error });
    this.#dependencies.record(this, { errorType: error?.type, milliseconds, endedAt });
  }
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

/** In one write: the length is known. A response that failed half-way can only be cut. */
function send(response: ServerResponse, { status, headers, body }: Reply): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { ...headers, "Content-Length": Buffer.byteLength(body) }).end(body);
}
