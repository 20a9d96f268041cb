import type { ServerResponse } from "node:http";
import type { ReadRequest, Steps } from "@survey-open-platform/database";
import { clientAddress, type ClientAddress } from "@survey-open-platform/service";
import { errorKinds, PlatformError, type ErrorType } from "../errors.ts";
import { quotaHeaders, type Quota } from "../model/quota.ts";
import type { ApiDependencies } from "./api-dependencies.ts";
import {
  type BearerCall,
  bearerCallOf,
  bearerStatus,
  checkBearerAlone,
  withoutToken,
} from "./bearer-call.ts";
import type { RecordableCall } from "./call-recorder.ts";
import {
  methodOf,
  type ApiRequest,
  type Endpoint,
  type ReadEndpoint,
  type TokenEndpoint,
  type WriteEndpoint,
} from "./endpoint.ts";
import { successEnvelope } from "./envelope.ts";
import { errorReply, toPlatformError } from "./error-reply.ts";
import { tokenParameters, type TokenProof } from "./known-parameters.ts";
import { queryOf, readParameters } from "./parameters.ts";
import { readBody } from "./read-body.ts";
import { receiveBody } from "./receive-body.ts";
import { makeRequestId } from "./request-id.ts";
import { apiHeaders, askedErrorStatus, checkAskedErrorStatus, sendReply, type Reply } from "./send-reply.ts";
import { StreamedReply } from "./streamed-reply.ts";

/**
 * Serves a call that reads, in this order. The endpoint looks up the token together with the data, in one round of the
 * database. So the call is counted afterwards, and wrong parameters are reported only to a caller with a valid token.
 */
export function handleRead(call: Call<ReadEndpoint>): void {
  call.dependencies.read({
    steps: () => {
      const parameters = parametersOrProblem(call);
      if (parameters instanceof PlatformError) return checkTokenBefore(parameters, call);
      checkCallLimit(call);
      return call.endpoint.read(parameters, call);
    },
    succeed: (data) => {
      if (data instanceof PlatformError) return refuseRead(call, data);
      countCall(call);
      if (data instanceof StreamedReply) void streamData(call, data);
      else sendData(call, data);
    },
    fail: (thrown) => refuseRead(call, thrown),
  });
}

/** Serves a request for a token, in this order. Each grant has its own list of checks, in `grants/token`. */
export async function handleTokenRequest(call: Call<TokenEndpoint>): Promise<void> {
  try {
    const parameters = checkParameters(call);
    const tokens = await call.endpoint.handle(parameters, call);
    sendData(call, tokens);
  } catch (thrown) {
    refuse(call, thrown);
  }
}

/**
 * Serves a call that changes something, in this order. Only a caller with a valid token may send a body. The endpoint
 * checks the token again in the transaction of the change, because it can be revoked while the body arrives.
 */
export async function handleWrite(call: Call<WriteEndpoint>): Promise<void> {
  try {
    const token = readToken(call);
    checkCallLimit(call);
    await checkToken(call, token);
    countCall(call);
    const parameters = checkParameters(call);
    const body = await checkBody(call);
    const data = await call.endpoint.write(parameters, body, call);
    sendData(call, data);
  } catch (thrown) {
    refuse(call, thrown);
  }
}

/** Reads the token from the header, or else from the query (RFC 6750, sections 2.1 and 2.3). @throws `PlatformError` `invalid_argument` */
function readToken(call: Call): TokenProof {
  if (call.bearer !== undefined) {
    checkBearerAlone(call);
    return call.bearer.proof;
  }
  const token = readParameters(tokenParameters, queryOf(call.url));
  call.checkedAppid = token.appid;
  return token;
}

/** Limits the calls with a token of each application (RFC 6585, section 4). @throws `PlatformError` `request_rate_limited` */
function checkCallLimit({ dependencies, checkedAppid = "", startedAt, bearer }: Call): void {
  // It says whose call it is once it was looked up.
  if (bearer !== undefined) return;
  const refusal = dependencies.limits.refusalFor(checkedAppid, startedAt);
  if (refusal !== undefined) throw refusal;
}

/** Looks up the token before anything else is read (RFC 6750, section 3.1). @throws `PlatformError` `invalid_token`, and others of the token */
function checkToken({ endpoint, dependencies }: Call<WriteEndpoint>, token: TokenProof): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const check: ReadRequest<unknown, PlatformError | undefined> = {
    steps: () => endpoint.checkToken(token),
    succeed: (refusal) => (refusal === undefined ? resolve() : reject(refusal)),
    fail: reject,
  };
  dependencies.read(check);
  return promise;
}

/** Refuses the token if it is invalid (RFC 6750, section 3.1), else for the problem that was found before. */
function* checkTokenBefore(problem: PlatformError, call: Call<ReadEndpoint>): Steps<unknown, PlatformError> {
  const token = readToken(call);
  checkCallLimit(call);
  return (yield* call.endpoint.checkToken(token)) ?? problem;
}

/** Counts a call whose token is valid: an appid alone uses up nothing of another caller's limit. */
function countCall(call: Call): void {
  call.quota = call.dependencies.limits.count(callerOf(call), call.startedAt);
}

/** @throws `PlatformError` `invalid_argument` */
function checkParameters(call: Call): Readonly<Record<string, unknown>> {
  if (call.bearer !== undefined) return checkParametersBeside(call, call.bearer);
  const parameters = readParameters(call.endpoint.parameters, queryOf(call.url));
  const { appid } = parameters;
  // Every endpoint has this parameter; one without would have no request log.
  if (typeof appid === "string") call.checkedAppid = appid;
  checkAskedErrorStatus(call.response.req);
  return parameters;
}

function checkParametersBeside(call: Call, bearer: BearerCall): Readonly<Record<string, unknown>> {
  checkBearerAlone(call);
  const others = readParameters(withoutToken(call.endpoint.parameters), queryOf(call.url));
  checkAskedErrorStatus(call.response.req);
  return { ...others, ...bearer.proof };
}

function parametersOrProblem(call: Call): Readonly<Record<string, unknown>> | PlatformError {
  try {
    return checkParameters(call);
  } catch (problem) {
    return toPlatformError(problem);
  }
}

/** @throws `PlatformError` `invalid_argument`, also for a body that is too long (RFC 9110, section 15.5.14) */
async function checkBody(call: Call<WriteEndpoint>): Promise<Readonly<Record<string, unknown>>> {
  const { req: request } = call.response;
  const bytes = await receiveBody(request);
  call.hasBody = bytes.length > 0;
  return readBody(call.endpoint.body, request.headers, bytes);
}

/** Sends the data of an endpoint. */
function sendData(call: Call, data: unknown): void {
  const body = isEncoded(data) ? data : envelopeOf(data, call.requestId);
  observe(call, undefined);
  const headers = apiHeaders(call.requestId);
  if (call.quota !== undefined) Object.assign(headers, quotaHeaders(call.quota));
  sendReply(call.response, { status: 200, headers, body });
}

/** Sends data while they are read. The call counts as served once they are sent, and as failed where they were not. */
async function streamData(call: Call, data: StreamedReply): Promise<void> {
  try {
    const end = call.dependencies.streams.begin(callerOf(call));
    try {
      await data.sendTo(call.response, apiHeaders(call.requestId));
    } finally {
      end();
    }
    observe(call, undefined);
  } catch (thrown) {
    refuse(call, thrown);
  }
}

/** Where a call is counted. */
function callerOf({ bearer, checkedAppid = "" }: Call): string {
  return bearer?.limitKey ?? checkedAppid;
}

/** Whether an endpoint has encoded the envelope of its data. */
function isEncoded(data: unknown): data is Uint8Array<ArrayBuffer> {
  return data instanceof Uint8Array;
}

function envelopeOf(data: unknown, requestId: string): string {
  return successEnvelope(typeof data === "string" ? data : JSON.stringify(data), requestId);
}

/** Refuses a call that reads, and counts it when its token was found to be valid. */
function refuseRead(call: Call<ReadEndpoint>, thrown: unknown): void {
  const error = toPlatformError(thrown);
  const isValidToken = isCallersFault(error) && !precedesToken.has(error.type);
  if (isValidToken && call.checkedAppid !== undefined) countCall(call);
  refuse(call, error);
}

/** Refusals that a caller gets without a valid token of a team with a plan, or without a look at the token. */
const precedesToken: ReadonlySet<ErrorType> = new Set([
  "invalid_token",
  "invalid_org_subscription",
  "request_rate_limited",
]);

/** Refuses a call. Repeated refusals are delayed, so that guessing takes long (RFC 6749, section 10.10). */
export function refuse(call: Call, thrown: unknown): void {
  const error = toPlatformError(thrown);
  const { throttle, throttled } = call.dependencies;
  const delayed = isCallersFault(error) ? throttle.delay(call.address.network) : undefined;
  const isThrottled = delayed !== undefined || error.type === "request_rate_limited";
  const recorded = isThrottled ? throttled.report(call.address, call.endpoint.path) : undefined;
  if (delayed === undefined && recorded === undefined) sendRefusal(call, error);
  else void Promise.all([delayed, recorded]).then(() => sendRefusal(call, error));
}

function isCallersFault({ type }: PlatformError): boolean {
  return errorKinds[type].status < 500;
}

function sendRefusal(call: Call, error: PlatformError): void {
  observe(call, error);
  const errorStatus = askedErrorStatus(call.response.req) ?? call.dependencies.errorStatus;
  const reply = errorReply(error, call.requestId, errorStatus);
  sendReply(call.response, call.bearer === undefined ? reply : bearerReply(reply, error, call.bearer));
}

function bearerReply(reply: Reply, error: PlatformError, bearer: BearerCall): Reply {
  return {
    ...reply,
    status: bearerStatus(error),
    headers: { ...reply.headers, ...bearer.challengeTo(error) },
  };
}

/** For the log, the metrics and the request log of the application. */
function observe(call: Call, error: PlatformError | undefined): void {
  const endedAt = performance.now();
  const milliseconds = endedAt - call.startedAt;
  const { route, requestId, dependencies } = call;
  dependencies.observe({ route, requestId, milliseconds, error });
  dependencies.record(call, { error, milliseconds, endedAt });
}

/** What the router knows of a call. */
export type Routed = Pick<Call, "response" | "url" | "path">;

/** A request that found its endpoint, with its response. */
export class Call<Served extends Endpoint = Endpoint> implements ApiRequest, RecordableCall {
  readonly endpoint: Served;
  readonly response: ServerResponse;
  /** Path and query. */
  readonly url: string;
  readonly path: Readonly<Record<string, string>>;
  readonly dependencies: ApiDependencies;
  readonly requestId: string = makeRequestId();
  readonly startedAt = performance.now();
  /** Undefined until it is known to have the form of an appid. */
  checkedAppid: string | undefined;
  quota: Quota | undefined;
  hasBody = false;
  /** Undefined for a call with its token in the query. */
  readonly bearer: BearerCall | undefined;

  constructor(endpoint: Served, { response, url, path }: Routed, dependencies: ApiDependencies) {
    this.endpoint = endpoint;
    this.response = response;
    this.url = url;
    this.path = path;
    this.dependencies = dependencies;
    this.bearer = bearerCallOf(this);
  }

  /** Where the request comes from: read from its headers when it is asked for, which is seldom. */
  get address(): ClientAddress {
    const { socket, headers } = this.response.req;
    const forwardedFor = headers["x-forwarded-for"]?.toString();
    return clientAddress(
      { remoteAddress: socket.remoteAddress, forwardedFor },
      this.dependencies.trustedProxies,
    );
  }

  get host(): string | undefined {
    return this.response.req.headers.host;
  }

  get idempotencyKeys(): readonly string[] {
    return this.response.req.headersDistinct["idempotency-key"] ?? [];
  }

  /** The pattern of the path; the method in front of it unless it is GET. */
  get route(): string {
    const { path } = this.endpoint;
    return "write" in this.endpoint ? `${methodOf(this.endpoint)} ${path}` : path;
  }

  /** Read from the query when its parameters were refused. */
  get appid(): string | undefined {
    if (this.checkedAppid !== undefined || this.bearer !== undefined) return this.checkedAppid;
    return new URLSearchParams(queryOf(this.url)).get("appid") ?? undefined;
  }

  noteQuota(quota: Quota): void {
    this.quota = quota;
  }

  noteEmptyPage(): void {
    // A renewed token asks for the same page.
    const { access_token: _, bearer: __, ...page } = checkParameters(this);
    const caller = this.bearer?.callerKey;
    const asked = JSON.stringify([this.route, this.path, page, caller]);
    const refusal = this.dependencies.emptyPages.refusalFor(asked);
    if (refusal !== undefined) throw refusal;
  }
}
