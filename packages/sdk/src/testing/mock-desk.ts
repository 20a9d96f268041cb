import { refusalAnswer, successAnswer, type MockErrorStatus } from "./mock-answer.ts";
import {
  answerAnswer,
  answerAnswers,
  answerSurvey,
  answerSurveyList,
  answerUser,
} from "./mock-data-calls.ts";
import type { MockFault, MockFaults } from "./mock-faults.ts";
import { MockRefusal } from "./mock-refusal.ts";
import { answerAccessToken, answerRefreshToken } from "./mock-token-calls.ts";
import type { MockTokens } from "./mock-tokens.ts";
import type { MockTeamApplication, MockWorld } from "./mock-world.ts";

/** One request that a mock platform got. Says nothing secret. */
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
  /** `foreign`: by somebody else than the program under test. */
  readonly by: "caller" | "foreign";
}

/** What the front desk of a mock platform works with. */
export interface MockDeskParts {
  readonly baseUrl: string;
  readonly world: MockWorld;
  readonly tokens: MockTokens;
  readonly faults: MockFaults;
  readonly now: () => number;
  readonly errorStatus: MockErrorStatus;
}

/** A request as the platform sees it. */
interface Arrival {
  readonly method: string;
  /** Below the API's address. */
  readonly path: string;
  readonly query: string;
  readonly kind: "token" | "data";
}

/** Takes the requests: lets faults happen to them, answers them, and notes them. */
export class MockDesk {
  readonly calls: MockCall[] = [];
  readonly mints: MockMint[] = [];
  readonly #parts: MockDeskParts;

  constructor(parts: MockDeskParts) {
    this.#parts = parts;
  }

  async fetch(input: string | URL | Request, init: RequestInit = {}): Promise<Response> {
    const { url, method, signal } = new Request(input, init);
    signal.throwIfAborted();
    const arrival = this.#arrivalOf(new URL(url), method);
    const fault = this.#parts.faults.take(arrival.kind);
    // Nothing of a network answers within the same turn.
    await Promise.resolve();
    const answer = await this.#answerWith(fault, arrival);
    if (fault?.kind === "slow_answer") await pause(fault.delayMilliseconds, signal);
    if (answer === undefined) throw new TypeError("fetch failed");
    return answer;
  }

  /** Makes a team token that the program under test did not ask for. */
  mintElsewhere(team: MockTeamApplication): string {
    const { access_token } = this.#parts.tokens.issueTeamToken(team, { isCounted: false });
    this.#noteMint(team.appid, access_token, "foreign");
    return access_token;
  }

  #arrivalOf(url: URL, method: string): Arrival {
    const base = new URL(this.#parts.baseUrl);
    const prefix = base.pathname.replace(/\/$/, "");
    if (url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`))
      throw new TypeError("fetch failed", { cause: new Error(`there is no mock platform at ${url.origin}`) });
    const path = url.pathname.slice(prefix.length);
    const kind = /^\/api\/oauth2\/(access|refresh)_token$/.test(path) ? "token" : "data";
    return { method, path, query: url.search.slice(1), kind };
  }

  /** @returns undefined when no answer gets through */
  async #answerWith(fault: MockFault | undefined, arrival: Arrival): Promise<Response | undefined> {
    const refusal = refusalOf(fault);
    if (refusal !== undefined) return this.#refuse(arrival, refusal);
    switch (fault?.kind) {
      case "network_error":
        this.#note(arrival, fault.kind);
        return undefined;
      case "proxy_error":
        this.#note(arrival, fault.kind);
        return proxyAnswer();
      case "delayed_commit":
        setTimeout(() => void this.#answer(arrival), fault.delayMilliseconds);
        return undefined;
      case "lost_answer":
        await this.#answer(arrival);
        return undefined;
      case "foreign_refresher":
        this.#refreshForeign();
        return this.#answer(arrival);
      default:
        return this.#answer(arrival);
    }
  }

  async #answer(arrival: Arrival): Promise<Response> {
    try {
      const data = await this.#dataOf(arrival);
      this.#note(arrival, "OK");
      return successAnswer(data);
    } catch (error) {
      if (error instanceof MockRefusal) return this.#refuse(arrival, error);
      throw error;
    }
  }

  #refuse(arrival: Arrival, refusal: MockRefusal): Response {
    this.#note(arrival, refusal.type);
    return refusalAnswer(refusal, this.#parts.errorStatus);
  }

  #dataOf(arrival: Arrival): unknown {
    const answer = this.#route(arrival);
    if (answer === undefined) throw new MockRefusal("no_route");
    if (arrival.method !== "GET") throw new MockRefusal("no_route", { allow: "GET" });
    return answer();
  }

  #route({ path, query }: Arrival): (() => unknown) | undefined {
    const { world, tokens } = this.#parts;
    const { applications } = world;
    if (path === "/api/oauth2/access_token") return () => this.#accessToken(query);
    if (path === "/api/oauth2/refresh_token")
      return () => answerRefreshToken(query, { applications, tokens });
    if (path === "/api/oauth2/user") return () => answerUser(query, { world, tokens });
    if (path === "/api/surveys") return () => answerSurveyList(query, { world, tokens });
    return this.#surveyRoute(path, query);
  }

  #surveyRoute(path: string, query: string): (() => unknown) | undefined {
    const request = { query, world: this.#parts.world, tokens: this.#parts.tokens };
    const [, surveyId, part, answerId] = surveyPath.exec(path) ?? [];
    if (surveyId === undefined) return undefined;
    if (answerId !== undefined)
      return part === "answers" ? () => answerAnswer(surveyId, answerId, request) : undefined;
    if (part === "answers") return () => answerAnswers(surveyId, request);
    return part === undefined || part === "legacy"
      ? () => answerSurvey(surveyId, part === "legacy", request)
      : undefined;
  }

  async #accessToken(query: string): Promise<unknown> {
    const { world, tokens } = this.#parts;
    const issued = await answerAccessToken(query, { applications: world.applications, tokens });
    if (!("openid" in issued))
      this.#noteMint(new URLSearchParams(query).get("appid") ?? "", issued.access_token, "caller");
    return issued;
  }

  #refreshForeign(): void {
    for (const application of this.#parts.world.applications)
      if (application.kind === "team") this.mintElsewhere(application);
  }

  #noteMint(appid: string, token: string, by: MockMint["by"]): void {
    this.mints.push({ at: this.#parts.now(), appid, token, by });
  }

  #note({ method, path, query }: Arrival, outcome: string): void {
    const parameters = new URLSearchParams(query);
    this.calls.push({
      at: this.#parts.now(),
      method,
      path,
      appid: parameters.get("appid") ?? undefined,
      grantType: parameters.get("grant_type") ?? undefined,
      outcome,
    });
  }
}

const surveyPath = /^\/api\/surveys\/([^/]+)(?:\/([^/]+)(?:\/([^/]+))?)?$/;

/** The refusal that a fault is, if it is one. */
function refusalOf(fault: MockFault | undefined): MockRefusal | undefined {
  if (fault?.kind === "server_error") return new MockRefusal("internal_error");
  if (fault?.kind === "storage_unavailable")
    return new MockRefusal("storage_unavailable", { retryAfterSeconds: fault.retryAfterSeconds ?? 2 });
  if (fault?.kind === "rate_limited")
    return new MockRefusal("request_rate_limited", { retryAfterSeconds: fault.retryAfterSeconds ?? 1 });
  return undefined;
}

function proxyAnswer(): Response {
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
