import { describe, expect, it } from "vitest";
import { makeRequestId } from "../../src/http/request-id.ts";

const moment = Date.UTC(2026, 10, 22, 15);

describe("the id of a request", () => {
  it("is a UUID of version 7", () => {
    expect(makeRequestId()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it("begins with its moment in milliseconds", () => {
    const id = makeRequestId(moment);
    expect(parseInt(id.slice(0, 13).replace("-", ""), 16)).toBe(moment);
  });

  it("is behind those of earlier moments, also when the clock was set back between two of them", () => {
    const ids = [moment + 2, moment, moment + 3, moment + 1].map((now) => makeRequestId(now));
    expect(ids.toSorted()).toEqual([ids[1], ids[3], ids[0], ids[2]]);
  });

  it("is never the same twice", () => {
    const ids = Array.from({ length: 10_000 }, () => makeRequestId(moment));
    expect(new Set(ids).size).toBe(ids.length);
  });
});
