import { makeMockCall } from "./mock-calls.ts";
import type { MockFault, MockFaults } from "./mock-faults.ts";
import type { MockDevices } from "./mock-devices.ts";
import { isOpenidPath, makeOpenidCall, openidRefusal } from "./mock-openid.ts";
import { MockRefusal, refusalResponse, successResponse, type MockErrorStatus } from "./mock-response.ts";
import { bearerOf, type SentCall } from "./mock-sent-call.ts";
import type { MockTokens } from "./mock-tokens.ts";
import type { MockTeamApplication, MockWorld } from "./mock-world.ts";

/** One request that a mock platform got. Contains nothing secret. */
export interface MockCall {
  readonly at: number;
  readonly method: string;
  readonly path: string;
  readonly appid: string | undefined;
  readonly grantType: string | undefined;
  /** `OK`, the `error.type` of the refusal, or the kind of fault that it met before it got anywhere. */
  readonly outcome: string;
}

/** One team token that was made. */
export interface MockMint {
  readonly at: number;
  readonly appid: string;
  readonly token: string;
  /** `foreign`: not by the program under test. */
  readonly by: "caller" | "foreign";
}

export interface MockRouterDependencies {
  readonly baseUrl: string;
  /** Of ID tokens. */
  readonly issuer: string;
  readonly world: MockWorld;
  readonly tokens: MockTokens;
  readonly devices: MockDevices;
  readonly faults: MockFaults;
  readonly now: () => number;
  readonly errorStatus: MockErrorStatus;
}

/** A request to the API; its path is the one below the API's address. */
interface ApiRequest extends SentCall {
  readonly kind: "token" | "data";
  /** What the caller asks for. */
  readonly errorStatus: MockErrorStatus | undefined;
}

/** Routes requests to the mock calls, injects faults, and records calls and tokens. */
export class MockRouter {
  readonly calls: MockCall[] = [];
  readonly mints: MockMint[] = [];
  readonly #dependencies: MockRouterDependencies;

  constructor(dependencies: MockRouterDependencies) {
    this.#dependencies = dependencies;
  }

  async fetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const sent = new Request(input, init);
    const { signal } = sent;
    signal.throwIfAborted();
    const request = await this.#requestOf(sent);
    const fault = this.#dependencies.faults.take(request.kind);
    // No network responds within the same turn of the event loop.
    await Promise.resolve();
    const response = await this.#respondWith(fault, request);
    if (fault?.kind === "slow_response") await pause(fault.delayMilliseconds, signal);
    if (response === undefined) throw new TypeError("fetch failed");
    return response;
  }

  /** Makes a team token that the program under test did not ask for. */
  mintElsewhere(team: MockTeamApplication): string {
    const { access_token } = this.#dependencies.tokens.issueTeamToken(team, { isCounted: false });
    this.#recordMint(team.appid, access_token, "foreign");
    return access_token;
  }

  async #requestOf(sent: Request): Promise<ApiRequest> {
    const { method, headers } = sent;
    const url = new URL(sent.url);
    const base = new URL(this.#dependencies.baseUrl);
    const prefix = base.pathname.replace(/\/$/, "");
    if (url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`))
      throw new TypeError("fetch failed", { cause: new Error(`there is no mock platform at ${url.origin}`) });
    const path = url.pathname.slice(prefix.length);
    const kind = /^\/(?:api\/oauth2\/(?:access|refresh)_token|oauth\/(?:token|device))$/.test(path)
      ? "token"
      : "data";
    const contentType = headers.get("content-type") ?? "";
    const asked = headers.get("x-error-status");
    const errorStatus = asked === "ok" || asked === "semantic" ? asked : undefined;
    const body = await sent.text();
    const query = url.search.slice(1);
    const authorization = headers.get("authorization") ?? undefined;
    return { method, path, query, kind, contentType, errorStatus, body, authorization };
  }

  /** @returns undefined when no response arrives */
  async #respondWith(fault: MockFault | undefined, request: ApiRequest): Promise<Response | undefined> {
    const refusal = refusalOf(fault);
    if (refusal !== undefined) return this.#refuse(request, refusal);
    switch (fault?.kind) {
      case "network_error":
        this.#note(request, fault.kind);
        return undefined;
      case "proxy_error":
        this.#note(request, fault.kind);
        return proxyResponse();
      case "delayed_commit":
        setTimeout(() => void this.#respond(request), fault.delayMilliseconds);
        return undefined;
      case "lost_response":
        await this.#respond(request);
        return undefined;
      case "foreign_refresher":
        this.#refreshForeign();
        return this.#respond(request);
      default:
        return this.#respond(request);
    }
  }

  async #respond(request: ApiRequest): Promise<Response> {
    try {
      if (isOpenidPath(request.path)) {
        const body = await makeOpenidCall({ sent: request, ...this.#dependencies });
        this.#note(request, "OK");
        return Response.json(body);
      }
      const data = await this.#dataOf(request);
      this.#note(request, "OK");
      return successResponse(data);
    } catch (error) {
      if (error instanceof MockRefusal) return this.#refuse(request, error);
      throw error;
    }
  }

  #refuse(request: ApiRequest, refusal: MockRefusal): Response {
    this.#note(request, refusal.hints.oauthError ?? refusal.type);
    if (isOpenidPath(request.path)) return openidRefusal(refusal);
    const asked = bearerOf(request) === undefined ? request.errorStatus : "semantic";
    return refusalResponse(refusal, asked ?? this.#dependencies.errorStatus);
  }

  async #dataOf(request: ApiRequest): Promise<unknown> {
    const data = await makeMockCall(request, this.#dependencies);
    if (request.kind === "token") this.#recordTeamToken(request, data);
    return data;
  }

  #recordTeamToken({ query }: ApiRequest, data: unknown): void {
    const parameters = new URLSearchParams(query);
    if (parameters.get("grant_type") !== "client_credential") return;
    // What a request for a team token gives.
    const { access_token } = data as { readonly access_token: string };
    this.#recordMint(parameters.get("appid") ?? "", access_token, "caller");
  }

  #refreshForeign(): void {
    for (const application of this.#dependencies.world.applications)
      if (application.kind === "team") this.mintElsewhere(application);
  }

  #recordMint(appid: string, token: string, by: MockMint["by"]): void {
    this.mints.push({ at: this.#dependencies.now(), appid, token, by });
  }

  #note({ method, path, query }: ApiRequest, outcome: string): void {
    const parameters = new URLSearchParams(query);
    this.calls.push({
      at: this.#dependencies.now(),
      method,
      path,
      appid: parameters.get("appid") ?? undefined,
      grantType: parameters.get("grant_type") ?? undefined,
      outcome,
    });
  }
}

/** The refusal that a fault is, if it is one. */
function refusalOf(fault: MockFault | undefined): MockRefusal | undefined {
  if (fault?.kind === "server_error") return new MockRefusal("internal_error");
  if (fault?.kind === "storage_unavailable")
    return new MockRefusal("storage_unavailable", { retryAfterSeconds: fault.retryAfterSeconds ?? 2 });
  if (fault?.kind === "rate_limited")
    return new MockRefusal("request_rate_limited", { retryAfterSeconds: fault.retryAfterSeconds ?? 1 });
  return undefined;
}

function proxyResponse(): Response {
  return new Response("<h1>Bad Gateway</h1>", { status: 502, headers: { "Content-Type": "text/html" } });
}

/** @throws the signal's reason, as soon as it is aborted */
function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      // The reason is the caller's own.
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
