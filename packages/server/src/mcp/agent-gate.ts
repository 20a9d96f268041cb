import type { IncomingMessage } from "node:http";
import { isLoopbackHost, type ClientAddress } from "@survey-open-platform/service";
import { readInCall } from "../api/calls/read-in-call.ts";
import { PlatformError } from "../errors.ts";
import { moreForAgentAddress } from "../grants/agent-addresses.ts";
import {
  findBearerPrincipal,
  invalidBearerToken,
  type BearerPrincipal,
} from "../grants/oauth/bearer-principal.ts";
import {
  resourceMetadataAddress,
  type FindAddresses,
  type StandardAddresses,
} from "../grants/oauth/issuer.ts";
import { bearerChallenge, bearerToken, type BearerChallenge } from "../http/bearer-challenge.ts";
import { queryOf } from "../http/parameters.ts";
import { BodyTooLong, receiveBody } from "../http/receive-body.ts";
import { audiences, scopeBits, scopesOf, scopeText } from "../model/scopes.ts";
import type { Store } from "../store/store.ts";
import { describeMessage, type AgentMessage } from "./agent-message.ts";
import { GateRefusal } from "./gate-refusal.ts";

/** The longest request, in bytes. */
export const longestAgentRequest = 256 * 1024;

/** What is asked for when a client comes without a token. */
const firstScopes = "surveys:read answers:read";

/** What the gate checks with. */
export interface GateDependencies {
  readonly store: Store;
  readonly addresses: FindAddresses;
  /** Origins of websites whose scripts may call, beside our own. */
  readonly agentOrigins: readonly string[];
}

/** A caller whose token was found to be valid. */
export interface AgentCaller {
  readonly token: string;
  readonly principal: BearerPrincipal;
  readonly addresses: StandardAddresses;
}

/**
 * Refuses what may not reach the library, in one order. It works on Node's own request, which is not made into one of `fetch`
 * before it is let in.
 */
export class AgentGate {
  readonly #dependencies: GateDependencies;
  #prepared: PreparedChecks | undefined;
  /** The name of this machine that was accepted last. */
  #localHost: string | undefined;

  constructor(dependencies: GateDependencies) {
    this.#dependencies = dependencies;
  }

  /** The checks before the body of a request is read. @throws `GateRefusal`, `PlatformError` */
  async admit(request: IncomingMessage, { network }: ClientAddress): Promise<AgentCaller> {
    const { store } = this.#dependencies;
    const { addresses, isLocal, withoutToken, twoTokens, invalidToken } = this.#prepare();
    const { method, headers, url } = request;
    checkMethod(method);
    if (headers.origin !== undefined) this.#checkOrigin(headers.origin, addresses);
    if (isLocal) this.#checkLocalHost(headers.host);
    const token = bearerToken(headers.authorization);
    if (token === undefined) throw withoutToken;
    // RFC 6750, section 2: one token in a request.
    if (hasTokenIn(url)) throw twoTokens;
    const found = await readInCall(store, () => findBearerPrincipal(store, token, audiences.mcp, network));
    if (!(found instanceof PlatformError)) return { token, principal: found, addresses };
    throw found === invalidBearerToken ? invalidToken : found;
  }

  /** A website must not use what a browser on this machine can reach (DNS rebinding, MCP transports). @throws `GateRefusal` */
  #checkOrigin(origin: string, { issuer, base }: StandardAddresses): void {
    if (origin === issuer || origin === base || this.#dependencies.agentOrigins.includes(origin)) return;
    const message = "Scripts of this website may not call here; the operator can add it with agent-origins.";
    throw new GateRefusal(new PlatformError("permission_denied", { message }), 403);
  }

  /** A server on this machine is called by a name of this machine only (DNS rebinding). @throws `GateRefusal` */
  #checkLocalHost(host = ""): void {
    // Clients keep to one name: most requests need no parser.
    if (host === this.#localHost) return;
    const named = URL.parse(`http://${host}`);
    if (named !== null && !isLoopbackHost(named.hostname)) {
      const message = "The Host of the request is not this machine.";
      throw new GateRefusal(new PlatformError("permission_denied", { message }), 403);
    }
    this.#localHost = host;
  }

  /** What follows from the addresses of the server alone. Without a public address no client can get a token. @throws `GateRefusal` */
  #prepare(): PreparedChecks {
    const addresses = this.#dependencies.addresses();
    if (addresses === undefined) throw switchedOff();
    if (this.#prepared?.addresses !== addresses) this.#prepared = prepareChecks(addresses);
    return this.#prepared;
  }
}

/** Made once: programs that guess tokens are refused often. */
interface PreparedChecks {
  readonly addresses: StandardAddresses;
  /** Whether the server is on a machine of its own user. */
  readonly isLocal: boolean;
  readonly withoutToken: GateRefusal;
  readonly twoTokens: GateRefusal;
  readonly invalidToken: GateRefusal;
}

function prepareChecks(addresses: StandardAddresses): PreparedChecks {
  const refused = (error: PlatformError, status: number, challenge: BearerChallenge) =>
    new GateRefusal(error, status, { "WWW-Authenticate": challengeOf(addresses, challenge) });
  return {
    addresses,
    isLocal: isLoopbackHost(new URL(addresses.base).hostname),
    withoutToken: refused(tokenNeeded, 401, { scope: firstScopes }),
    twoTokens: refused(tokenTwice, 400, { error: "invalid_request", description: tokenTwice.message }),
    invalidToken: refused(invalidBearerToken, 401, { scope: firstScopes, error: "invalid_token" }),
  };
}

const tokenNeeded = new PlatformError("invalid_token", { message: "A bearer token is needed." });
const tokenTwice = new PlatformError("invalid_argument", { message: "Send the token in the header alone." });

function switchedOff(): GateRefusal {
  const message = "Agents are not served here: the server does not know its public address. Set auth-url.";
  return new GateRefusal(new PlatformError("no_route", { message }), 404);
}

function checkMethod(method: string | undefined): void {
  if (method === "POST") return;
  const message = "Agents send POST; there are no sessions and no streams.";
  throw new GateRefusal(new PlatformError("no_route", { message }), 405, { Allow: "POST" });
}

function hasTokenIn(url = ""): boolean {
  return url.includes("?") && new URLSearchParams(queryOf(url)).has("access_token");
}

/** Reads the message of a caller that was let in. @throws `GateRefusal` */
export async function readMessage(request: IncomingMessage): Promise<AgentMessage> {
  const body = await receiveMessage(request);
  return describeMessage(parseMessage(body.toString("utf8")));
}

function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest(400, "The body of the request is not JSON.");
  }
}

async function receiveMessage(request: IncomingMessage): Promise<Buffer> {
  try {
    return await receiveBody(request, longestAgentRequest);
  } catch (error) {
    if (error instanceof BodyTooLong)
      throw badRequest(413, `A request has at most ${longestAgentRequest / 1024} KB.`);
    throw badRequest(400, "The body of the request was cut off.");
  }
}

function badRequest(status: 400 | 413, message: string): GateRefusal {
  return new GateRefusal(new PlatformError("invalid_argument", { message }), status);
}

/**
 * A token whose scopes are not enough (RFC 6750, section 3.1): clients of 2026 ask the person again, those before them cannot, so the
 * sentence names the page where the person can allow more.
 *
 * @throws `GateRefusal`
 */
export function checkScopes({ principal, addresses }: AgentCaller, { scopes }: AgentMessage): void {
  const wanted = scopes.filter((scope) => (principal.scopes & scopeBits[scope]) === 0);
  if (wanted.length === 0) return;
  // A refresh token is nothing that a resource asks for (MCP 2026-07-28, refresh tokens).
  const held = principal.scopes & ~scopeBits.offline_access;
  const complete = scopeText(held | scopesOf(wanted.join(" ")));
  const page = moreForAgentAddress(addresses.issuer, principal.appid, wanted.join(" "));
  const description = `The person has not allowed ${wanted.join(" ")}; they can at ${page}`;
  const challenge = challengeOf(addresses, { error: "insufficient_scope", scope: complete, description });
  const error = new PlatformError("permission_denied", { message: description });
  throw new GateRefusal(error, 403, { "WWW-Authenticate": challenge });
}

function challengeOf(addresses: StandardAddresses, challenge: BearerChallenge): string {
  return bearerChallenge({ ...challenge, resourceMetadata: resourceMetadataAddress(addresses, "mcp") });
}
