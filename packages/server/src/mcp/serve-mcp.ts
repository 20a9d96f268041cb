import type { IncomingMessage, ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createMcpHandler } from "@modelcontextprotocol/server";
import {
  clientAddress,
  normalTarget,
  type ClientAddress,
  type NativeHandler,
} from "@survey-open-platform/service";
import type { PlatformZone } from "@survey-open-platform/surveys";
import { reachOf } from "../api/calls/token-authentication.ts";
import { PlatformError } from "../errors.ts";
import { findBearerPrincipal } from "../grants/oauth/bearer-principal.ts";
import type { CallRecorder } from "../http/call-recorder.ts";
import type { RefusalThrottle } from "../http/refusal-throttle.ts";
import { makeRequestId } from "../http/request-id.ts";
import type { RequestObserver } from "../http/request-observer.ts";
import { type Reply, sendReply } from "../http/send-reply.ts";
import { audiences, scopeText } from "../model/scopes.ts";
import {
  AgentGate,
  checkScopes,
  type GateDependencies,
  longestAgentRequest,
  readMessage,
  type AgentCaller,
} from "./agent-gate.ts";
import { AgentLimits, type BegunCall } from "./agent-limits.ts";
import type { AgentMessage } from "./agent-message.ts";
import { agentServer } from "./agent-server.ts";
import { callerKey } from "./caller-key.ts";
import { endWithBody } from "./end-with-body.ts";
import { GateRefusal, refusalOf } from "./gate-refusal.ts";
import type { ToolRequest } from "./tool.ts";

/** What agents are served with. */
export interface AgentServing extends GateDependencies {
  readonly zone: PlatformZone;
  readonly trustedProxies: number;
  readonly observe: RequestObserver;
  readonly record: CallRecorder;
  readonly throttle: RefusalThrottle;
}

/** Serves `/mcp`, the Model Context Protocol over HTTP without sessions. */
export function serveMcp(serving: AgentServing): NativeHandler {
  const room = new AgentRoom(serving);
  return (request, response) => {
    const [path] = normalTarget(request)?.split("?", 1) ?? [];
    if (path !== "/mcp") return false;
    void room.serve(request, response);
    return true;
  };
}

/** One request, with what the log knows of it. */
interface AgentCall {
  readonly requestId: string;
  readonly startedAt: number;
  readonly address: ClientAddress;
  appid: string | undefined;
  route: string;
}

/** A call that was let in. */
interface AdmittedCall {
  readonly call: AgentCall;
  readonly caller: AgentCaller;
  readonly message: AgentMessage;
  readonly begun: BegunCall;
}

class AgentRoom {
  readonly #serving: AgentServing;
  readonly #gate: AgentGate;
  readonly #limits = new AgentLimits();
  readonly #admitted = new WeakMap<object, AdmittedCall>();
  readonly #handler = createMcpHandler(({ authInfo }) => agentServer(toolRequestOf(authInfo)), {
    // Nothing is ever told to them; a client that opens streams without end must not take the machine's connections.
    maxSubscriptions: 64,
    maxRequestBodySize: longestAgentRequest,
  });
  /** Only what was let in is made into a request of `fetch`, as the library takes it. */
  readonly #respond = getRequestListener((request, { incoming }) => this.#run(request, incoming), {
    overrideGlobalObjects: false,
  });

  constructor(serving: AgentServing) {
    this.#serving = serving;
    this.#gate = new AgentGate(serving);
  }

  async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const call = this.#callOf(request);
    if (request.method === "OPTIONS" && this.#isListed(request.headers.origin))
      return this.#sendReply(call, response, { status: 200, headers: preflightHeaders, body: "" });
    try {
      this.#admitted.set(request, await this.#admit(request, call));
    } catch (thrown) {
      return await this.#refuse(thrown, call, response);
    }
    await this.#respond(request, response);
  }

  #callOf({ socket, headers }: IncomingMessage): AgentCall {
    const forwardedFor = headers["x-forwarded-for"]?.toString();
    const origin = { remoteAddress: socket.remoteAddress, forwardedFor };
    const address = clientAddress(origin, this.#serving.trustedProxies);
    return {
      requestId: makeRequestId(),
      startedAt: performance.now(),
      address,
      appid: undefined,
      route: "/mcp",
    };
  }

  /** The order of checks. @throws `GateRefusal`, `PlatformError` */
  async #admit(request: IncomingMessage, call: AgentCall): Promise<AdmittedCall> {
    const caller = await this.#gate.admit(request, call.address);
    call.appid = caller.principal.appid;
    const message = await readMessage(request);
    call.route = `mcp:${message.name}`;
    checkScopes(caller, message);
    const begun = this.#limits.begin(callerKey(caller.principal), message.scansAnswers, performance.now());
    if ("retryAfterSeconds" in begun) throw tooMany(begun.retryAfterSeconds);
    return { call, caller, message, begun };
  }

  async #run(request: Request, incoming: object): Promise<Response> {
    const admitted = this.#admitted.get(incoming);
    if (admitted === undefined) throw new Error("nothing is run that was not let in");
    const { call, begun, message } = admitted;
    let response: Response;
    let error: PlatformError | undefined;
    try {
      const options = { parsedBody: message.body, authInfo: this.#authInfoOf(admitted) };
      // The tool may still run: clients that take events get its result when it is there.
      response = endWithBody(await this.#handler.fetch(request, options), () => begun.end());
    } catch (thrown) {
      begun.end();
      const refusal = refusalOf(thrown);
      ({ error } = refusal);
      const { body, ...head } = refusal.reply;
      response = new Response(body, head);
    }
    this.#note(call, error);
    const added = this.#headersOf(call, request.headers.get("origin") ?? undefined);
    for (const [name, value] of Object.entries(added)) response.headers.set(name, value);
    return response;
  }

  #authInfoOf({ call, caller, begun }: AdmittedCall) {
    const { appid, scopes } = caller.principal;
    const toolRequest = this.#toolRequest(caller, call.address.text, begun);
    return { token: "", clientId: appid, scopes: scopeText(scopes).split(" "), extra: { toolRequest } };
  }

  #toolRequest({ token, principal, addresses }: AgentCaller, address: string, begun: BegunCall): ToolRequest {
    const { store, zone } = this.#serving;
    const authenticateAgain = () => findBearerPrincipal(store, token, audiences.mcp);
    const beginScan = () => begun.beginScan();
    const agent = { principal, reach: reachOf(principal), authenticateAgain, address, beginScan };
    return { store, zone, agent, origin: addresses.issuer };
  }

  /** Repeated refusals are delayed, so that guessing takes long (RFC 6749, section 10.10). */
  async #refuse(thrown: unknown, call: AgentCall, response: ServerResponse): Promise<void> {
    const refusal = refusalOf(thrown);
    const delay = refusal.status < 500 ? this.#serving.throttle.delay(call.address.network) : undefined;
    if (delay !== undefined) await delay;
    this.#note(call, refusal.error);
    this.#sendReply(call, response, refusal.reply);
  }

  #sendReply(call: AgentCall, response: ServerResponse, { headers, ...reply }: Reply): void {
    const added = this.#headersOf(call, response.req.headers.origin);
    sendReply(response, { ...reply, headers: { ...headers, ...added } });
  }

  #isListed(origin: string | undefined): origin is string {
    return origin !== undefined && this.#serving.agentOrigins.includes(origin);
  }

  /** For the log, the metrics and the request log of the application. */
  #note(call: AgentCall, error: PlatformError | undefined): void {
    const { route, requestId, startedAt } = call;
    const endedAt = performance.now();
    const milliseconds = endedAt - startedAt;
    this.#serving.observe({ route, requestId, milliseconds, error });
    this.#serving.record(call, { error, milliseconds, endedAt });
  }

  /** What every response has; scripts of websites that the operator lists may read it. */
  #headersOf({ requestId }: AgentCall, origin: string | undefined): Reply["headers"] {
    const always = { "X-Request-Id": requestId };
    if (!this.#isListed(origin)) return always;
    return {
      ...always,
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Expose-Headers": "WWW-Authenticate",
      Vary: "Origin",
    };
  }
}

/** What a browser asks before the call of a script: clients send these headers (MCP 2026-07-28, transports). */
const preflightHeaders = {
  "Access-Control-Allow-Methods": "POST",
  "Access-Control-Allow-Headers": "Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name",
  "Access-Control-Max-Age": "86400",
} as const;

function toolRequestOf(authInfo: { readonly extra?: Record<string, unknown> } | undefined): ToolRequest {
  // The gate puts it there, and nothing else calls the handler.
  return authInfo?.extra?.["toolRequest"] as ToolRequest;
}

function tooMany(retryAfterSeconds: number): GateRefusal {
  const message = "Too many calls at once or within a minute. Wait before the next one.";
  const error = new PlatformError("request_rate_limited", { message, retryAfterSeconds });
  return new GateRefusal(error, 429, { "Retry-After": String(retryAfterSeconds) });
}
