import {
  createMockPlatform,
  mockSample,
  type MockPlatform,
  type MockPlatformOptions,
} from "../../src/testing/mock-platform.ts";
import { createClient } from "../../src/create-client.ts";
import type { Platform } from "../../src/platform.ts";
import { fromTeamSecret } from "../../src/token-source/from-team-secret.ts";

/** A mock platform on a clock that tests move, and the SDK's side of it. */
export interface Wire {
  readonly mock: MockPlatform;
  readonly platform: Platform;
  /** Milliseconds; the platform's own time, the monotonic clock and the wall clock at once. Waiting moves it. */
  readonly clock: { now: number };
  /** Every pause that was waited for, in milliseconds. */
  readonly pauses: number[];
}

/** Connects the SDK with a mock platform. */
export function connect(options: MockPlatformOptions = {}, changes: Partial<Platform> = {}): Wire {
  const clock = { now: Date.UTC(2026, 10, 21, 8) };
  const pauses: number[] = [];
  const mock = createMockPlatform({ clock: () => clock.now, ...options });
  const platform: Platform = {
    baseUrl: mock.baseUrl,
    authUrl: mock.authUrl,
    fetch: mock.fetch,
    now: () => clock.now,
    wallClock: () => clock.now,
    sleep: async (milliseconds) => {
      pauses.push(milliseconds);
      clock.now += milliseconds;
    },
    ...changes,
  };
  return { mock, platform, clock, pauses };
}

const [web, team] = mockSample.applications;

/** The mock's application that people allow. */
export const webCredentials = { appid: web.appid, secret: web.secret };

/** The mock's team application. */
export const teamCredentials = { appid: team.appid, secret: team.secret };

/** The paths that a mock was asked for, token requests and data calls apart. */
export function countCalls(mock: MockPlatform): { readonly token: number; readonly data: number } {
  const token = mock.calls.filter(({ path }) => /(access|refresh)_token$/.test(path)).length;
  return { token, data: mock.calls.length - token };
}

/** A client with a team's token on a mock platform, and the data calls that it made. */
export function teamClient() {
  const { mock, platform } = connect();
  const sent: string[] = [];
  const keys: (string | null)[] = [];
  const fetch = async (address: string, init?: RequestInit) => {
    const request = new Request(address, init);
    if (!new URL(address).pathname.endsWith("_token")) sent.push(await wordsOf(request.clone()));
    if (request.method === "POST") keys.push(request.headers.get("idempotency-key"));
    return await mock.fetch(request);
  };
  const own = { ...platform, fetch };
  return {
    mock,
    platform: own,
    /** Method, path with query, and body, each as one line. */
    sent,
    /** The idempotency keys of calls that are a POST. */
    keys,
    client: createClient({ platform: own, source: fromTeamSecret(own, teamCredentials) }),
  };
}

async function wordsOf(request: Request): Promise<string> {
  const { pathname, searchParams } = new URL(request.url);
  for (const name of ["appid", "access_token"]) searchParams.delete(name);
  const query = decodeURIComponent(searchParams.toString());
  return [request.method, query === "" ? pathname : `${pathname}?${query}`, await request.text()]
    .join(" ")
    .trim();
}

/** A platform that answers with what a test says, in turn; the last answer goes on for ever. */
export function answering(...answers: readonly (() => Response | Promise<Response>)[]) {
  const asked: { readonly url: string; readonly init: RequestInit }[] = [];
  const pauses: number[] = [];
  const fetch = async (url: string, init: RequestInit) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)];
    asked.push({ url, init });
    if (answer === undefined) throw new Error("no answer was given to the test");
    return await answer();
  };
  const sleep = async (milliseconds: number) => void pauses.push(milliseconds);
  const platform: Platform = { baseUrl: "https://platform.example", fetch, sleep };
  return { platform, asked, pauses };
}

/** An answer of the platform's kind. */
export function envelope(
  { code = "OK", type = "", data = {} }: { code?: string; type?: string; data?: unknown },
  init: ResponseInit = {},
): Response {
  const requestId = "0f1e2d3c-0000-4000-8000-000000000000";
  return Response.json({ code, error: { type }, data, request_id: requestId }, init);
}

/** What a promise is rejected with. */
export async function rejection(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error("the promise was not rejected");
}
