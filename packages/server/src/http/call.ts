import type { ServerResponse } from "node:http";
import type { ReadRequest, Steps } from "@survey-open-platform/database";
import { clientAddress, type ClientAddress } from "@survey-open-platform/service";
import { errorKinds, PlatformError, type ErrorType } from "../errors.ts";
import { quotaHeaders, type Quota } from "../model/quota.ts";
import type { ApiDependencies } from "./api-dependencies.ts";
import { apiHeaders } from "./api-headers.ts";
import { askedErrorStatus, checkAskedErrorStatus } from "./asked-error-status.ts";
import type { RecordableCall } from "./call-recorder.ts";
import {
  methodOf,
  type Endpoint,
  type ApiRequest,
  type TokenEndpoint,
  type ReadEndpoint,
  type TokenCheck,
  type WriteEndpoint,
} from "./endpoint.ts";
import { successEnvelope } from "./envelope.ts";
import { errorReply, toPlatformError } from "./error-reply.ts";
import { tokenParameters } from "./known-parameters.ts";
import { queryOf, readParameters } from "./parameters.ts";
import { readBody } from "./read-body.ts";
import { receiveBody } from "./receive-body.ts";
import { makeRequestId } from "./request-id.ts";
import { sendReply } from "./send-reply.ts";

/** A request that found its path. */
export interface RoutedRequest {
  readonly response: ServerResponse;
  /** Path and query. */
  readonly url: string;
  /** Parts of the path by name. */
  readonly path: Readonly<Record<string, string>>;
}

/** One call of an endpoint, from its request to its response. How it runs depends on its endpoint. */
export class Call<Served extends Endpoint = Endpoint> implements ApiRequest, RecordableCall {
  readonly path: Readonly<Record<string, string>>;
  readonly requestId: string = makeRequestId();
  readonly #endpoint: Served;
  readonly #response: ServerResponse;
  readonly #url: string;
  readonly #dependencies: ApiDependencies;
  #appid: string | undefined;
  #quota: Quota | undefined;
  #hasBody = false;
  readonly #startedAt = performance.now();

  constructor(endpoint: Served, { response, url, path }: RoutedRequest, dependencies: ApiDependencies) {
    this.path = path;
    this.#endpoint = endpoint;
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

  get idempotencyKeys(): readonly string[] {
    return this.#response.req.headersDistinct["idempotency-key"] ?? [];
  }

  get hasBody(): boolean {
    return this.#hasBody;
  }

  noteQuota(quota: Quota): void {
    this.#quota = quota;
  }

  noteEmptyPage(): void {
    // A renewed token asks for the same page.
    const { access_token: _, ...page } = this.#parameters();
    const refusal = this.#dependencies.emptyPages.refusalFor(JSON.stringify([this.route, this.path, page]));
    if (refusal !== undefined) throw refusal;
  }

  /** The pattern of the path; the method in front of it unless it is GET. */
  get route(): string {
    const { path } = this.#endpoint;
    return "write" in this.#endpoint ? `${methodOf(this.#endpoint)} ${path}` : path;
  }

  /** Read from the query when its parameters were refused. */
  get appid(): string | undefined {
    return this.#appid ?? new URLSearchParams(queryOf(this.#url)).get("appid") ?? undefined;
  }

  steps(this: Call<ReadEndpoint>): Steps<unknown, unknown> {
    const { checkToken } = this.#endpoint;
    if (checkToken === undefined) return this.#endpoint.read(this.#parameters(), this);
    let parameters: Readonly<Record<string, unknown>>;
    try {
      parameters = this.#parameters();
    } catch (problem) {
      return this.#refuseAfterToken(checkToken, problem);
    }
    this.#refuseBeyondLimit();
    return this.#endpoint.read(parameters, this);
  }

  /** A caller without a valid token sees that, whatever else is wrong. */
  *#refuseAfterToken(checkToken: TokenCheck, problem: unknown): Steps<unknown, PlatformError> {
    const token = this.#token();
    this.#refuseBeyondLimit();
    return (yield* checkToken(token)) ?? toPlatformError(problem);
  }

  async issue(this: Call<TokenEndpoint>): Promise<void> {
    try {
      this.succeed(await this.#endpoint.handle(this.#parameters(), this));
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  async write(this: Call<WriteEndpoint>): Promise<void> {
    try {
      this.#token();
      this.#refuseBeyondLimit();
      const refusal = await this.#refusalOfToken();
      this.succeed(refusal ?? (await this.#writeAllowed()));
    } catch (thrown) {
      this.fail(thrown);
    }
  }

  async #writeAllowed(this: Call<WriteEndpoint>): Promise<unknown> {
    this.#count();
    const { req: request } = this.#response;
    const parameters = this.#parameters();
    const bytes = await receiveBody(request);
    this.#hasBody = bytes.length > 0;
    const body = readBody(this.#endpoint.body, request.headers, bytes);
    return this.#endpoint.write(parameters, body, this);
  }

  #refusalOfToken(this: Call<WriteEndpoint>): Promise<PlatformError | undefined> {
    const { promise, resolve, reject } = Promise.withResolvers<PlatformError | undefined>();
    const check: ReadRequest<unknown, PlatformError | undefined> = {
      steps: () => this.#endpoint.checkToken(this.#token()),
      succeed: resolve,
      fail: reject,
    };
    this.#dependencies.read(check);
    return promise;
  }

  #token() {
    const token = readParameters(tokenParameters, queryOf(this.#url));
    this.#appid = token.appid;
    return token;
  }

  /** @throws `PlatformError` `request_rate_limited` */
  #refuseBeyondLimit(): void {
    const refusal = this.#dependencies.limits.refusalFor(this.#appid ?? "", this.#startedAt);
    if (refusal !== undefined) throw refusal;
  }

  /** Counts a data call whose token is valid. */
  #count(): void {
    this.#quota = this.#dependencies.limits.count(this.#appid ?? "", this.#startedAt);
  }

  #parameters() {
    const parameters = readParameters(this.#endpoint.parameters, queryOf(this.#url));
    const { appid } = parameters;
    // Every endpoint has this parameter; one without would have no request log.
    if (typeof appid === "string") this.#appid = appid;
    checkAskedErrorStatus(this.#response.req);
    return parameters;
  }

  succeed(payload: unknown): void {
    if (payload instanceof PlatformError) return this.fail(payload);
    if ("read" in this.#endpoint && this.#endpoint.checkToken !== undefined) this.#count();
    const body = isEncoded(payload) ? payload : this.#envelopeOf(payload);
    this.#observe(undefined);
    const headers = apiHeaders(this.requestId);
    if (this.#quota !== undefined) Object.assign(headers, quotaHeaders(this.#quota));
    sendReply(this.#response, { status: 200, headers, body });
  }

  #envelopeOf(payload: unknown): string {
    return successEnvelope(typeof payload === "string" ? payload : JSON.stringify(payload), this.requestId);
  }

  fail(thrown: unknown): void {
    const error = toPlatformError(thrown);
    if (this.#provesToken(error)) this.#count();
    const held = isCallersFault(error) ? this.#dependencies.throttle.delay(this.address.network) : undefined;
    const isThrottled = held !== undefined || error.type === "request_rate_limited";
    const recorded = isThrottled
      ? this.#dependencies.throttled.report(this.address, this.#endpoint.path)
      : undefined;
    if (held === undefined && recorded === undefined) this.#refuse(error);
    else void Promise.all([held, recorded]).then(() => this.#refuse(error));
  }

  /** Whether a reading call is refused for something that is looked at after its token. A writing call is counted before. */
  #provesToken(error: PlatformError): boolean {
    if (!("read" in this.#endpoint) || this.#endpoint.checkToken === undefined) return false;
    // It is read together with the token.
    return this.#appid !== undefined && isCallersFault(error) && !precedesToken.has(error.type);
  }

  #refuse(error: PlatformError): void {
    this.#observe(error);
    const errorStatus = askedErrorStatus(this.#response.req) ?? this.#dependencies.errorStatus;
    sendReply(this.#response, errorReply(error, this.requestId, errorStatus));
  }

  #observe(error: PlatformError | undefined): void {
    const endedAt = performance.now();
    const milliseconds = endedAt - this.#startedAt;
    const { route, requestId } = this;
    this.#dependencies.observe({ route, requestId, milliseconds, error });
    this.#dependencies.record(this, { error, milliseconds, endedAt });
  }
}

/** Refusals that a caller gets without a valid token of a team with a plan, or without its being looked at. */
const precedesToken: ReadonlySet<ErrorType> = new Set([
  "invalid_token",
  "invalid_org_subscription",
  "request_rate_limited",
]);

/** Whether an endpoint has encoded the envelope of its data. */
function isEncoded(payload: unknown): payload is Uint8Array<ArrayBuffer> {
  return payload instanceof Uint8Array;
}

function isCallersFault({ type }: PlatformError): boolean {
  return errorKinds[type].status < 500;
}
