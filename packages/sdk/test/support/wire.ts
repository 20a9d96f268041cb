import {
  createMockPlatform,
  mockSample,
  type MockPlatform,
  type MockPlatformOptions,
} from "../../src/testing/mock-platform.ts";
import type { Platform } from "../../src/platform.ts";

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
