import { isOauthPath, makeMockCall } from "./mock-calls.ts";
import type { MockFault, MockFaults } from "./mock-faults.ts";
import { bearerOf, type MockCallDependencies, type MockRequest } from "./mock-request.ts";
import {
  MockRefusal,
  oauthRefusalResponse,
  refusalResponse,
  successResponse,
  type MockErrorStatus,
} from "./mock-response.ts";

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

interface MockRouterDependencies extends MockCallDependencies {
  readonly baseUrl: string;
  readonly faults: MockFaults;
  readonly errorStatus: MockErrorStatus;
}

interface RoutedRequest extends MockRequest {
  /** The status that the caller asks refusals to have. */
  readonly errorStatus: string | null;
}

const tokenPath = /^\/(?:api\/oauth2\/(?:access|refresh)_token|oauth\/(?:token|device))$/;

/** Routes requests to the mock calls, injects faults, and records calls. */
export class MockRouter {
  readonly calls: MockCall[] = [];
  readonly #dependencies: MockRouterDependencies;

  constructor(dependencies: MockRouterDependencies) {
    this.#dependencies = dependencies;
  }

  async fetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const sent = new Request(input, init);
    const { signal } = sent;
    signal.throwIfAborted();
    const request = await this.#requestOf(sent);
    const fault = this.#dependencies.faults.take(tokenPath.test(request.path) ? "token" : "data");
    // No network responds within the same turn of the event loop.
    await Promise.resolve();
    const response = await this.#respondWith(fault, request);
    if (fault?.kind === "slow_response") await pause(fault.delayMilliseconds, signal);
    if (response === undefined) throw new TypeError("fetch failed");
    return response;
  }

  async #requestOf(sent: Request): Promise<RoutedRequest> {
    const { method, headers } = sent;
    const url = new URL(sent.url);
    const base = new URL(this.#dependencies.baseUrl);
    const prefix = base.pathname.replace(/\/$/, "");
    if (url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`))
      throw new TypeError("fetch failed", { cause: new Error(`there is no mock platform at ${url.origin}`) });
    return {
      method,
      path: url.pathname.slice(prefix.length),
      query: url.search.slice(1),
      contentType: headers.get("content-type") ?? "",
      authorization: headers.get("authorization") ?? "",
      errorStatus: headers.get("x-error-status"),
      body: await sent.text(),
    };
  }

  /** @returns undefined when no response arrives */
  async #respondWith(fault: MockFault | undefined, request: RoutedRequest): Promise<Response | undefined> {
    const refusal = refusalOf(fault);
    if (refusal !== undefined) return this.#refuse(request, refusal);
    switch (fault?.kind) {
      case "network_error":
        this.#note(request, fault.kind);
        return undefined;
      case "proxy_error":
        this.#note(request, fault.kind);
        return new Response("<h1>Bad Gateway</h1>", {
          status: 502,
          headers: { "Content-Type": "text/html" },
        });
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

  /** Makes team tokens that the program under test did not ask for. */
  #refreshForeign(): void {
    const { world, tokens } = this.#dependencies;
    for (const team of world.applications) if (team.kind === "team") tokens.issueTeamToken(team, "foreign");
  }

  async #respond(request: RoutedRequest): Promise<Response> {
    try {
      const data = await makeMockCall(request, this.#dependencies);
      this.#note(request, "OK");
      return isOauthPath(request.path) ? Response.json(data) : successResponse(data);
    } catch (error) {
      if (error instanceof MockRefusal) return this.#refuse(request, error);
      throw error;
    }
  }

  #refuse(request: RoutedRequest, refusal: MockRefusal): Response {
    this.#note(request, refusal.hints.oauthError ?? refusal.type);
    if (isOauthPath(request.path)) return oauthRefusalResponse(refusal);
    const asked = bearerOf(request) === undefined ? request.errorStatus : "semantic";
    const isKnown = asked === "ok" || asked === "semantic";
    return refusalResponse(refusal, isKnown ? asked : this.#dependencies.errorStatus);
  }

  #note({ method, path, query }: MockRequest, outcome: string): void {
    const parameters = new URLSearchParams(query);
    const appid = parameters.get("appid") ?? undefined;
    const grantType = parameters.get("grant_type") ?? undefined;
    this.calls.push({ at: this.#dependencies.now(), method, path, appid, grantType, outcome });
  }
}

/** The refusal that a fault is, if it is one. */
function refusalOf(fault: MockFault | undefined): MockRefusal | undefined {
  switch (fault?.kind) {
    case "server_error":
      return new MockRefusal("internal_error");
    case "storage_unavailable":
      return new MockRefusal(fault.kind, { retryAfterSeconds: fault.retryAfterSeconds ?? 2 });
    case "rate_limited":
      return new MockRefusal("request_rate_limited", { retryAfterSeconds: fault.retryAfterSeconds ?? 1 });
    default:
      return undefined;
  }
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
