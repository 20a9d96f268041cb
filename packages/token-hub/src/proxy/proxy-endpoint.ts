import type { Caller } from "../callers/caller.ts";
import type { ApplicationConfig } from "../config.ts";
import { HubError } from "../errors.ts";
import type { DrainGate } from "./drain-gate.ts";
import type { ServedToken } from "../team/served-token.ts";
import type { TeamEndpointDependencies } from "../team/team-endpoint-dependencies.ts";
import type { FetchCall, FetchEndpoint } from "../http/endpoint.ts";
import { errorEnvelope } from "../http/platform-envelope.ts";
import { isInvalidToken, passOn, readStart, type ReadResponse } from "./proxy-response.ts";
import { readProxyTarget, type ProxyTarget } from "./proxy-target.ts";
import { ProxyTimer } from "./proxy-timer.ts";
import { noBody } from "../http/request-body.ts";
import { responseOf } from "../http/reply.ts";
import type { Upstream, UpstreamRequest } from "./upstream.ts";

const methods = new Set(["GET", "POST", "PUT", "PATCH", "DELETE"]);
/** What a signature covers has to be read before it is known to be right, so it is bounded. */
const mostSignedBytes = 1024 * 1024;
/** What the platform may know of the caller's request; least of all who the caller is. */
const passedHeaders = [
  "accept",
  "accept-language",
  "content-type",
  "idempotency-key",
  "if-modified-since",
  "if-none-match",
  "x-error-status",
];

/** What the proxy works with. */
export interface ProxyDependencies extends TeamEndpointDependencies {
  /** What the calls of an application pass. */
  readonly gateOf: (appid: string) => DrainGate;
  /** Speaks with the platform. */
  readonly upstream: Upstream;
  /** How long the platform may be silent; 30 seconds unless given. */
  readonly silenceMilliseconds?: number;
  /** How long a call waits for a renewal before it goes with the token that there is; 8 seconds unless given. */
  readonly waitMilliseconds?: number;
}

/** A call on its way through. */
interface ProxyCall {
  readonly request: Request;
  readonly caller: Caller;
  readonly application: ApplicationConfig;
  readonly target: ProxyTarget;
  readonly body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined;
  readonly timer: ProxyTimer;
  readonly cut: (() => void) | undefined;
}

/**
 * `/proxy/{appid}/api/…`: the platform's data calls, to which the hub adds appid and token. While the hub renews, new
 * calls wait and running ones are waited for, so that none is refused for its token; and no token leaves the hub.
 */
export function proxyEndpoint(parts: ProxyDependencies): FetchEndpoint {
  return {
    method: "*",
    path: "/proxy/{appid}/{rest...}",
    handle: async (call) => await pass(parts, await admit(parts, call)),
    respondTo: (error, requestId) => responseOf(errorEnvelope(error, requestId)),
  };
}

/** Who calls what: everything is checked before anything is sent. */
async function admit(parts: ProxyDependencies, call: FetchCall): Promise<Omit<ProxyCall, "timer">> {
  const { callers, hub } = parts;
  const { request, path, cut } = call;
  const signedBody = await callers.signedBody(call, mostSignedBytes);
  const caller = await callers.authenticate(call, signedBody ?? noBody);
  if (!methods.has(request.method))
    throw new HubError("no_route", { headers: { allow: [...methods].join(", ") } });
  const target = readProxyTarget(call.target);
  const application = hub.application(path["appid"] ?? "");
  const isAllowed = application?.mode === "team" && caller.mayProxy(application.appid, target.path);
  if (!isAllowed) throw new HubError("forbidden", { detail: `proxy for ${caller.id}` });
  const body = bodyOf(request, signedBody);
  return { request, caller, application, target, body, cut };
}

/** A GET is not even looked at for a body: that would cost as much as all the rest of it. */
function bodyOf(request: Request, signed: Uint8Array | undefined): ProxyCall["body"] {
  if (request.method === "GET") return undefined;
  return signed === undefined ? (request.body ?? undefined) : new Uint8Array(signed);
}

async function pass(parts: ProxyDependencies, admitted: Omit<ProxyCall, "timer">): Promise<Response> {
  const timer = new ProxyTimer(parts.silenceMilliseconds ?? 30_000, admitted.request.signal);
  const call = { ...admitted, timer };
  try {
    const sent = await send(parts, call);
    const last = isInvalidToken(sent.read) ? await afterRefusal(parts, call, sent) : sent;
    return passOn(last.read, last.token.accessToken, call);
  } catch (error) {
    timer.stop();
    throw upstreamErrorOf(error, call);
  }
}

/**
 * What is passed on of a call that was refused for its token. Only what changes nothing is sent again here; of everything else
 * the platform's refusal is passed on once there is a new token, for the client that sends it again.
 */
async function afterRefusal(parts: ProxyDependencies, call: ProxyCall, sent: Sent): Promise<Sent> {
  if (call.request.method === "GET")
    return (await hasNewer(parts, call, sent.token)) ? await send(parts, call) : sent;
  // The refusal says that nothing was done, which an error of the report would not.
  await hasNewer(parts, call, sent.token).catch(() => undefined);
  return sent;
}

/** Reports the token, and waits for what comes of that. */
async function hasNewer(
  { hub }: ProxyDependencies,
  { application: { appid }, caller }: ProxyCall,
  { version }: ServedToken,
): Promise<boolean> {
  return (await hub.report(appid, { version, actor: caller.id })).version !== version;
}

interface Sent {
  readonly token: ServedToken;
  readonly read: ReadResponse;
}

async function send(parts: ProxyDependencies, call: ProxyCall): Promise<Sent> {
  const { token, leave } = await enter(parts, call);
  // Once there is a response the platform has looked at the token: what is still to be read of it holds no mint up.
  const response = await parts.upstream(requestFor(call, token)).finally(leave);
  call.timer.restart();
  return { token, read: await readStart(response) };
}

interface Entered {
  readonly token: ServedToken;
  readonly leave: () => void;
}

/** Goes through the gate with a token that is not going to be killed by a mint before the call has its response. */
async function enter(
  parts: ProxyDependencies,
  { application: { appid }, timer }: ProxyCall,
): Promise<Entered> {
  const { hub, gateOf, waitMilliseconds = 8_000 } = parts;
  const gate = gateOf(appid);
  for (let tries = 0; tries < 2; tries += 1) {
    const leave = gate.isShut ? await enterInTime(gate, timer, waitMilliseconds) : await gate.enter();
    if (leave === undefined) break;
    const token = hub.tokenAtOnce(appid);
    if (token !== undefined) return { token, leave };
    // A renewal may be about to shut the gate, and would wait for this call inside.
    leave();
    await hub.token(appid);
  }
  // If the renewal fails, keep using the current token while it is valid.
  return { token: await hub.token(appid), leave: () => undefined };
}

/** @returns undefined when the gate stays shut for too long */
async function enterInTime(
  gate: DrainGate,
  timer: ProxyTimer,
  milliseconds: number,
): Promise<(() => void) | undefined> {
  const patience = AbortSignal.timeout(milliseconds);
  try {
    return await gate.enter(AbortSignal.any([timer.signal, patience]));
  } catch (error) {
    if (patience.aborted && !timer.signal.aborted) return undefined;
    throw error;
  }
}

function requestFor(
  { request, application, target, body, timer }: ProxyCall,
  token: ServedToken,
): UpstreamRequest {
  // What is not compressed can be looked through for the token as it passes.
  const headers: Record<string, string> = { "accept-encoding": "identity" };
  for (const name of passedHeaders) {
    const value = request.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  const own = `appid=${encodeURIComponent(application.appid)}&access_token=${encodeURIComponent(token.accessToken)}`;
  const query = target.query === "" ? own : `${own}&${target.query}`;
  return {
    url: `${application.baseUrl}${target.path}?${query}`,
    method: request.method,
    headers,
    body: body instanceof ReadableStream ? timed(body, timer) : body,
    signal: timer.signal,
  };
}

/** An upload that takes its time is not silence. */
function timed(body: ReadableStream<Uint8Array>, timer: ProxyTimer): ReadableStream<Uint8Array> {
  const noted = new TransformStream<Uint8Array, Uint8Array>({
    transform(piece, controller) {
      timer.restart();
      controller.enqueue(piece);
    },
  });
  return body.pipeThrough(noted);
}

/** Errors of the connection quote URLs, and with them the token, so only the system's error code is passed on. */
function upstreamErrorOf(error: unknown, { request, timer }: ProxyCall): HubError {
  if (error instanceof HubError) return error;
  if (request.signal.aborted) return new HubError("upstream_unavailable", { detail: "the caller has gone" });
  if (timer.isOut) return new HubError("upstream_timeout");
  return new HubError("upstream_unavailable", { detail: codeOf(error) });
}

/** A system's code such as ECONNREFUSED, of the error itself or, with fetch, of its cause. */
function codeOf(error: unknown): string | undefined {
  const found = [error, error instanceof Error ? error.cause : undefined].map((one) =>
    typeof one === "object" && one !== null && "code" in one ? one.code : undefined,
  );
  return found.find((code) => typeof code === "string" && /^[A-Z][A-Z_]{2,40}$/.test(code))?.toString();
}
