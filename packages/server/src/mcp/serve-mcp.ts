import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Hono } from "hono";
import type { HttpBindings } from "@hono/node-server";
import { clientAddress, isLoopbackHost, type ClientAddress } from "@survey-open-platform/service";
import type { PlatformZone } from "@survey-open-platform/surveys";
import { readInCall } from "../api/calls/read-in-call.ts";
import { reachOf } from "../api/calls/token-authentication.ts";
import { PlatformError } from "../errors.ts";
import { moreForAgentAddress } from "../grants/agent-addresses.ts";
import { findBearerPrincipal, type BearerPrincipal } from "../grants/oauth/bearer-principal.ts";
import {
  resourceMetadataAddress,
  type FindAddresses,
  type StandardAddresses,
} from "../grants/oauth/issuer.ts";
import { bearerChallenge, bearerToken, type BearerChallenge } from "../http/bearer-challenge.ts";
import type { CallRecorder } from "../http/call-recorder.ts";
import { readAtMost } from "../http/read-at-most.ts";
import type { RefusalThrottle } from "../http/refusal-throttle.ts";
import { makeRequestId } from "../http/request-id.ts";
import type { RequestObserver } from "../http/request-observer.ts";
import { audiences, scopeBits, scopesOf, scopeText } from "../model/scopes.ts";
import { originOf, type PageContext } from "../session/page-request.ts";
import type { Store } from "../store/store.ts";
import { AgentLimits, type BegunCall } from "./agent-limits.ts";
import { agentServer } from "./agent-server.ts";
import { callerKey } from "./caller-key.ts";
import { endWithBody } from "./end-with-body.ts";
import { GateRefusal, refusalOf, refusalResponse } from "./gate-refusal.ts";
import type { ToolRequest } from "./tool.ts";
import { describeMessage, type AgentMessage } from "./agent-message.ts";

/** The longest request, in bytes. */
export const longestAgentRequest = 256 * 1024;

/** What is asked for when a client comes without a token. */
const firstScopes = "surveys:read answers:read";

/** What agents are served with. */
export interface AgentServing {
  readonly store: Store;
  readonly zone: PlatformZone;
  readonly addresses: FindAddresses;
  /** Origins of websites whose scripts may call, beside our own. */
  readonly agentOrigins: readonly string[];
  readonly trustedProxies: number;
  readonly observe: RequestObserver;
  readonly record: CallRecorder;
  readonly throttle: RefusalThrottle;
}

type Served = Hono<{ Bindings: Partial<HttpBindings> }>;

/** Adds `/mcp`, the Model Context Protocol over HTTP without sessions. */
export function addMcp(app: Served, serving: AgentServing): void {
  const gate = new AgentGate(serving);
  app.all("/mcp", (context) => gate.serve(context));
}

interface Admitted {
  readonly token: string;
  readonly principal: BearerPrincipal;
  readonly addresses: StandardAddresses;
  readonly message: AgentMessage;
}

/** Refuses what may not reach the library, in one order. */
class AgentGate {
  readonly #serving: AgentServing;
  readonly #limits = new AgentLimits();
  readonly #handler = createMcpHandler(({ authInfo }) => agentServer(toolRequestOf(authInfo)), {
    // Nothing is ever told to them; a client that opens streams without end must not take the machine's connections.
    maxSubscriptions: 64,
    maxRequestBodySize: longestAgentRequest,
  });

  constructor(serving: AgentServing) {
    this.#serving = serving;
  }

  async serve(context: PageContext): Promise<Response> {
    const { throttle, trustedProxies, observe, record } = this.#serving;
    const startedAt = performance.now();
    const requestId = makeRequestId();
    const address = clientAddress(originOf(context), trustedProxies);
    const seen: Seen = { appid: undefined, route: "/mcp", address };
    let response: Response;
    let error: PlatformError | undefined;
    try {
      response = await this.#admitAndRun(context, seen);
    } catch (thrown) {
      const refusal = refusalOf(thrown);
      ({ error } = refusal);
      if (refusal.status < 500) await throttle.delay(address.network);
      response = refusalResponse(refusal);
    }
    const endedAt = performance.now();
    const milliseconds = endedAt - startedAt;
    observe({ route: seen.route, requestId, milliseconds, error });
    record({ appid: seen.appid, route: seen.route, requestId, address }, { error, milliseconds, endedAt });
    response.headers.set("X-Request-Id", requestId);
    this.#allowOrigin(context, response);
    return response;
  }

  async #admitAndRun(context: PageContext, seen: Seen): Promise<Response> {
    const admitted = await this.#admit(context, seen);
    const { principal, message } = admitted;
    const begun = this.#limits.begin(callerKey(principal), message.scansAnswers, performance.now());
    if ("retryAfterSeconds" in begun) throw tooMany(begun.retryAfterSeconds);
    const authInfo = {
      token: "",
      clientId: principal.appid,
      scopes: scopeText(principal.scopes).split(" "),
      extra: { toolRequest: this.#toolRequest(admitted, seen.address.text, begun) },
    };
    try {
      const response = await this.#handler.fetch(context.req.raw, { parsedBody: message.body, authInfo });
      // The tool may still run: clients that take events get its result when it is there.
      return endWithBody(response, () => begun.end());
    } catch (error) {
      begun.end();
      throw error;
    }
  }

  /** The order of checks. @throws `GateRefusal` */
  async #admit(context: PageContext, seen: Seen): Promise<Admitted> {
    const addresses = this.#addresses();
    checkMethod(context);
    this.#checkOrigin(context, addresses);
    checkHost(context, addresses);
    const { token, principal } = await this.#checkToken(context, addresses, seen.address);
    seen.appid = principal.appid;
    const message = describeMessage(await readMessage(context));
    seen.route = `mcp:${message.name}`;
    checkScopes(principal, message, addresses);
    return { token, principal, addresses, message };
  }

  /** Without a public address no client can get a token for this. @throws `GateRefusal` */
  #addresses(): StandardAddresses {
    const addresses = this.#serving.addresses();
    if (addresses !== undefined) return addresses;
    const message = "Agents are not served here: the server does not know its public address. Set auth-url.";
    throw new GateRefusal(new PlatformError("no_route", { message }), 404);
  }

  /** A website must not use what a browser on this machine can reach (DNS rebinding, MCP transports). @throws `GateRefusal` */
  #checkOrigin(context: PageContext, { issuer, base }: StandardAddresses): void {
    const origin = context.req.header("origin");
    if (origin === undefined || [issuer, base, ...this.#serving.agentOrigins].includes(origin)) return;
    const message = "Scripts of this website may not call here; the operator can add it with agent-origins.";
    throw new GateRefusal(new PlatformError("permission_denied", { message }), 403);
  }

  async #checkToken(
    context: PageContext,
    addresses: StandardAddresses,
    { network }: ClientAddress,
  ): Promise<Pick<Admitted, "token" | "principal">> {
    const { store } = this.#serving;
    const token = bearerToken(context.req.header("authorization"));
    if (token === undefined)
      throw unauthorized(addresses, { scope: firstScopes }, "A bearer token is needed.");
    const found = await readInCall(store, () => findBearerPrincipal(store, token, audiences.mcp, network));
    if (found instanceof PlatformError) {
      if (found.type !== "invalid_token") throw found;
      throw unauthorized(addresses, { error: "invalid_token", scope: firstScopes }, found.message);
    }
    return { token, principal: found };
  }

  #toolRequest({ token, principal, addresses }: Admitted, address: string, begun: BegunCall): ToolRequest {
    const { store, zone } = this.#serving;
    const authenticateAgain = () => findBearerPrincipal(store, token, audiences.mcp);
    const beginScan = () => begun.beginScan();
    const agent = { principal, reach: reachOf(principal), authenticateAgain, address, beginScan };
    return { store, zone, agent, origin: addresses.issuer };
  }

  #allowOrigin(context: PageContext, { headers }: Response): void {
    const origin = context.req.header("origin") ?? "";
    if (!this.#serving.agentOrigins.includes(origin)) return;
    headers.set("Access-Control-Allow-Origin", origin);
    headers.set("Access-Control-Expose-Headers", "WWW-Authenticate");
    headers.append("Vary", "Origin");
  }
}

/** What of a request the log knows. */
interface Seen {
  appid: string | undefined;
  route: string;
  readonly address: ClientAddress;
}

function toolRequestOf(authInfo: { readonly extra?: Record<string, unknown> } | undefined): ToolRequest {
  // The gate puts it there, and nothing else calls the handler.
  return authInfo?.extra?.["toolRequest"] as ToolRequest;
}

function checkMethod(context: PageContext): void {
  if (context.req.method === "POST") return;
  const message = "Agents send POST; there are no sessions and no streams.";
  throw new GateRefusal(new PlatformError("no_route", { message }), 405, { Allow: "POST" });
}

/** A server on this machine is called by a name of this machine only (DNS rebinding). @throws `GateRefusal` */
function checkHost(context: PageContext, { base }: StandardAddresses): void {
  if (!isLoopbackHost(new URL(base).hostname)) return;
  const named = URL.parse(`http://${context.req.header("host") ?? ""}`);
  if (named === null || isLoopbackHost(named.hostname)) return;
  const message = "The Host of the request is not this machine.";
  throw new GateRefusal(new PlatformError("permission_denied", { message }), 403);
}

/** @throws `GateRefusal` */
async function readMessage(context: PageContext): Promise<unknown> {
  const body = await readAtMost(context.req.raw, longestAgentRequest);
  if (body === undefined) {
    const message = `A request has at most ${longestAgentRequest / 1024} KB.`;
    throw new GateRefusal(new PlatformError("invalid_argument", { message }), 413);
  }
  try {
    const message: unknown = JSON.parse(body.toString("utf8"));
    return message;
  } catch {
    const message = "The body of the request is not JSON.";
    throw new GateRefusal(new PlatformError("invalid_argument", { message }), 400);
  }
}

/**
 * A token whose scopes are not enough (RFC 6750, section 3.1): clients of 2026 ask the person again, those before them cannot, so the
 * sentence names the page where the person can allow more.
 *
 * @throws `GateRefusal`
 */
function checkScopes(principal: BearerPrincipal, message: AgentMessage, addresses: StandardAddresses): void {
  const wanted = message.scopes.filter((scope) => (principal.scopes & scopeBits[scope]) === 0);
  if (wanted.length === 0) return;
  const complete = scopeText(principal.scopes | scopesOf(wanted.join(" ")));
  const page = moreForAgentAddress(addresses.issuer, principal.appid, wanted.join(" "));
  const description = `The person has not allowed ${wanted.join(" ")}; they can at ${page}`;
  const challenge = challengeOf(addresses, { error: "insufficient_scope", scope: complete, description });
  const error = new PlatformError("permission_denied", { message: description });
  throw new GateRefusal(error, 403, { "WWW-Authenticate": challenge });
}

function unauthorized(
  addresses: StandardAddresses,
  challenge: BearerChallenge,
  message: string,
): GateRefusal {
  const headers = { "WWW-Authenticate": challengeOf(addresses, challenge) };
  return new GateRefusal(new PlatformError("invalid_token", { message }), 401, headers);
}

function challengeOf(addresses: StandardAddresses, challenge: BearerChallenge): string {
  return bearerChallenge({ ...challenge, resourceMetadata: resourceMetadataAddress(addresses, "mcp") });
}

function tooMany(retryAfterSeconds: number): GateRefusal {
  const message = "Too many calls at once or within a minute. Wait before the next one.";
  const error = new PlatformError("request_rate_limited", { message, retryAfterSeconds });
  return new GateRefusal(error, 429, { "Retry-After": String(retryAfterSeconds) });
}
