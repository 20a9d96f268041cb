import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { createLogOn, type Logger } from "@survey-open-platform/service";
import { errorKinds, PlatformError, type ErrorType } from "../../src/errors.ts";
import { logRequests, type ObservedRequest } from "../../src/http/request-observer.ts";

type Line = Readonly<Record<string, unknown>>;

/** The lines that a log is given of some requests. */
function linesOf(makeLog: (writer: Writer) => Logger, requests: readonly ObservedRequest[]): readonly Line[] {
  const pieces: string[] = [];
  const observe = logRequests(makeLog({ write: (text) => pieces.push(text), flushSync: () => undefined }));
  for (const request of requests) observe(request);
  const lines = pieces.join("").split("\n");
  expect(lines.pop()).toBe("");
  return lines.map((line): Line => JSON.parse(line));
}

interface Writer {
  readonly write: (text: string) => void;
  readonly flushSync: () => void;
}

const types = Object.keys(errorKinds) as ErrorType[];

function refused(error: PlatformError, milliseconds = 0.128): ObservedRequest {
  return {
    route: 'POST /api/"x"/{id}',
    requestId: "01234567-89ab-7def-8123-456789abcdef",
    milliseconds,
    error,
  };
}

const requests: readonly ObservedRequest[] = [
  ...types.flatMap((type) => [refused(new PlatformError(type)), refused(new PlatformError(type), 17)]),
  ...types.map((type) => refused(new PlatformError(type, { detail: 'of its "own"', cause: new Error("x") }))),
  { ...refused(new PlatformError("invalid_token")), route: "(none)", error: undefined },
  {
    ...refused(new PlatformError("invalid_token")),
    refusedSignIn: { problem: "busy", address: "192.0.2.1", username: "ada" },
  },
];

const withoutTime = ({ time, ...line }: Line) => ({ ...line, hasTime: typeof time });

describe("the line of a request", () => {
  it.each([undefined, 3])("is as pino would write it, of prepared text or not (worker %s)", (worker) => {
    const ours = linesOf((writer) => createLogOn(writer, "debug", worker), requests);
    const base = worker === undefined ? null : { worker };
    const byPino = linesOf(
      (writer) => pino({ level: "debug", base, timestamp: pino.stdTimeFunctions.isoTime }, writer),
      requests,
    );
    expect(ours).toHaveLength(requests.length);
    expect(ours.map(withoutTime)).toEqual(byPino.map(withoutTime));
  });

  it("says when it was written, in the form of ISO 8601", () => {
    const before = Date.now();
    const [line] = linesOf(
      (writer) => createLogOn(writer, "info"),
      [refused(new PlatformError("invalid_token"))],
    );
    const time = String(line?.["time"]);
    expect(new Date(time).toISOString()).toBe(time);
    expect(Date.parse(time)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(time)).toBeLessThanOrEqual(Date.now());
  });

  it("is not written below the level of the log", () => {
    const request = refused(new PlatformError("invalid_token"));
    expect(linesOf((writer) => createLogOn(writer, "warn"), [request, request])).toEqual([]);
  });
});
