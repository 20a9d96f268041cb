import { Writable } from "node:stream";
import { pino, type Level } from "pino";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { PlatformError } from "../../src/errors.ts";
import { logRequests, type ObservedRequest } from "../../src/http/request-observer.ts";

type Line = Readonly<Record<string, unknown>>;

/** The lines that a log is given of some requests. */
function linesOf(requests: readonly ObservedRequest[], level: Level = "debug"): readonly Line[] {
  const lines: Line[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()) as Line);
      done();
    },
  });
  const observe = logRequests(pino({ level, base: null, timestamp: false }, stream));
  for (const request of requests) observe(request);
  return lines;
}

const requestId = "01234567-89ab-7def-8123-456789abcdef";
const served: ObservedRequest = { route: "/api/surveys", requestId, milliseconds: 0.128, error: undefined };
const refused = (error: PlatformError): ObservedRequest => ({ ...served, error });
const line = { route: "/api/surveys", request_id: requestId, ms: 0.13 };
const times = (count: number, request: ObservedRequest) => Array.from({ length: count }, () => request);

describe("the line of a request", () => {
  it("is for debugging when it was served", () => {
    expect(linesOf([served])).toEqual([{ level: 20, ...line, msg: "served" }]);
  });

  it("is information about what a caller did wrong, without a stack", () => {
    const error = new PlatformError("invalid_token", { message: 'of its "own"', cause: new Error("x") });
    const refusal = { error_type: "invalid_token", detail: 'of its "own"', msg: "refused" };
    expect(linesOf([refused(error)])).toEqual([{ level: 30, ...line, ...refusal }]);
  });

  it("is an error with its stack when the fault is ours", () => {
    const error = new PlatformError("internal_error", { cause: new Error("broken") });
    const [found] = linesOf([refused(error)]);
    expect(found).toMatchObject({ level: 50, error_type: "internal_error", err: { message: "broken" } });
  });

  it("is a warning about a refused attempt to sign in", () => {
    const refusedSignIn = { problem: "busy", address: "192.0.2.1", username: "ada" } as const;
    const found = linesOf([{ ...refused(new PlatformError("invalid_token")), refusedSignIn }]);
    expect(found).toEqual([{ level: 40, ...line, ...refusedSignIn, msg: "sign-in refused" }]);
  });

  it("is not written below the level of the log", () => {
    expect(linesOf(times(2, refused(new PlatformError("invalid_token"))), "warn")).toEqual([]);
  });

  it("is written for the first refusals of a flood, and for every fault and every attempt to sign in", () => {
    // All within one second, also on a busy machine.
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const refusedSignIn = { problem: "busy", address: "192.0.2.1", username: "ada" } as const;
    const flood = (type: "invalid_token" | "internal_error") => times(200, refused(new PlatformError(type)));
    const counts = [
      flood("invalid_token"),
      flood("internal_error"),
      times(200, { ...served, refusedSignIn }),
    ].map((requests) => linesOf(requests).length);
    expect(counts).toEqual([50, 200, 200]);
  });
});
