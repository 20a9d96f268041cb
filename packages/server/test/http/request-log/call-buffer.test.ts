import { describe, expect, it } from "vitest";
import { PlatformError, type ErrorType } from "../../../src/errors.ts";
import type { RecordableCall } from "../../../src/http/call-recorder.ts";
import { CallBuffer } from "../../../src/http/request-log/call-buffer.ts";

const address = { text: "203.0.113.7", network: "203.0.113.7", site: undefined };

function call(appid: string | undefined): RecordableCall {
  return { appid, route: "/api/surveys", requestId: "r", address };
}

/** Adds calls, all at one moment. */
function add(
  buffer: CallBuffer,
  count: number,
  { appid = "app_00", errorType, endedAt = 0 }: Ending = {},
): void {
  for (let added = 0; added < count; added += 1)
    buffer.add(call(appid), { error: errorType && new PlatformError(errorType), milliseconds: 1, endedAt });
}

interface Ending {
  readonly appid?: string;
  readonly errorType?: ErrorType;
  readonly endedAt?: number;
}

/** Lines by appid. */
function linesIn(buffer: CallBuffer): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { appid } of buffer.take().lines) counts[appid] = (counts[appid] ?? 0) + 1;
  return counts;
}

describe("the buffer of the request log", () => {
  it("keeps a bounded number of lines, and counts every call", () => {
    const buffer = new CallBuffer();
    for (const appid of ["app_01", "app_02", "app_03"]) add(buffer, 10_000, { appid });
    const { tallies, lines } = buffer.take();
    expect(lines).toHaveLength(750);
    expect(tallies.map(({ served }) => served)).toEqual([10_000, 10_000, 10_000]);
    expect(tallies.reduce((sum, { withoutLine }) => sum + withoutLine, 0)).toBe(29_250);
    expect(buffer.droppedLines).toBe(29_250);
  });

  it("keeps no more than half of the lines for one application", () => {
    const buffer = new CallBuffer();
    add(buffer, 10_000, { appid: "app_01" });
    add(buffer, 100, { appid: "app_02" });
    expect(linesIn(buffer)).toEqual({ app_01: 500, app_02: 100 });
  });

  it("has room for refused calls however many are served", () => {
    const buffer = new CallBuffer();
    for (const appid of ["app_01", "app_02"]) add(buffer, 10_000, { appid });
    add(buffer, 100, { appid: "app_03", errorType: "not_found" });
    expect(linesIn(buffer)).toEqual({ app_01: 500, app_02: 250, app_03: 100 });
  });

  it("keeps few lines of calls that prove nothing, so that strangers cannot fill the log", () => {
    const buffer = new CallBuffer();
    const refused = { errorType: "invalid_token" } as const;
    for (const appid of ["app_01", "app_02", "app_03", "app_04", "app_05"])
      add(buffer, 1000, { appid, ...refused });
    expect(linesIn(buffer)).toEqual({ app_01: 60, app_02: 60, app_03: 60, app_04: 60 });
    add(buffer, 1, { appid: "app_01", ...refused, endedAt: 59_999 });
    expect(linesIn(buffer)).toEqual({});
    add(buffer, 1, { appid: "app_01", ...refused, endedAt: 60_001 });
    expect(linesIn(buffer)).toEqual({ app_01: 1 });
  });

  it("is bounded however many appids strangers make up", () => {
    const buffer = new CallBuffer();
    for (let appid = 0; appid < 20_000; appid += 1) add(buffer, 1, { appid: `made_up_${appid}` });
    expect(buffer.take().tallies).toHaveLength(10_000);
  });

  it("passes over what has no appid, or none that an application can have", () => {
    const buffer = new CallBuffer();
    for (const appid of [undefined, "", "short", "a space", "x".repeat(65), "\ud800".repeat(8)])
      buffer.add(call(appid), { error: new PlatformError("invalid_argument"), milliseconds: 1, endedAt: 0 });
    expect(buffer.take()).toEqual({ tallies: [], lines: [] });
  });

  it("does not read the address of a call whose line it drops", () => {
    const buffer = new CallBuffer();
    add(buffer, 500);
    const dropped = {
      ...call("app_00"),
      get address(): never {
        throw new Error("the address is read");
      },
    };
    expect(() => buffer.add(dropped, { error: undefined, milliseconds: 1, endedAt: 0 })).not.toThrow();
  });

  it("has what could not be written in front again, as far as there is room", () => {
    const buffer = new CallBuffer();
    add(buffer, 300, { appid: "app_01" });
    add(buffer, 300, { appid: "app_02" });
    const first = buffer.take();
    add(buffer, 500, { appid: "app_03" });
    buffer.putBack(first);
    const { lines, tallies } = buffer.take();
    expect(lines).toHaveLength(1000);
    expect(lines.slice(0, 500)).toEqual(first.lines.slice(0, 500));
    const countsOf = (appid: string) => tallies.find((tally) => tally.appid === appid);
    expect(countsOf("app_01")).toMatchObject({ served: 300, withoutLine: 0, lines: 300 });
    expect(countsOf("app_02")).toMatchObject({ served: 300, withoutLine: 100, lines: 200 });
    expect(countsOf("app_03")).toMatchObject({ served: 500, withoutLine: 0, lines: 500 });
    expect(buffer.droppedLines).toBe(100);
  });
});
