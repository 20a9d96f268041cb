import * as fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { parseWallTime, platformZone, unixSeconds } from "../../src/model/platform-time.ts";

const zones = [
  "Asia/Shanghai",
  "UTC",
  "America/New_York",
  "Europe/Berlin",
  "Australia/Lord_Howe",
  "Asia/Kathmandu",
  "Pacific/Apia",
  "America/St_Johns",
  "Africa/Casablanca",
];
const secondOf = (min: string, max: string) =>
  fc.integer({ min: Date.parse(min) / 1000, max: Date.parse(max) / 1000 }).map((seconds) => seconds * 1000);
const modernSecond = secondOf("1972-02-01T00:00:00Z", "2099-12-31T00:00:00Z");

function shownByRuntime(zone: string): (ms: number) => string {
  const clock = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" });
  return (ms) => clock.format(ms);
}

describe("a platform zone", () => {
  it("writes times as the zone's clocks showed them", () => {
    const zone = platformZone("Asia/Shanghai");
    expect(zone.format(0)).toBe("1970-01-01 08:00:00");
    expect(zone.format(Date.UTC(2026, 10, 20, 16, 0, 0))).toBe("2026-11-21 00:00:00");
    expect(zone.format(Date.UTC(2026, 10, 20, 15, 59, 59, 999))).toBe("2026-11-20 23:59:59");
    expect(zone.format(-1)).toBe("1970-01-01 07:59:59");
  });

  it("writes nothing for a time that is not set", () => {
    expect(platformZone("Asia/Shanghai").format(null)).toBe("");
  });

  it("reads no moment that it could not write", () => {
    expect(platformZone("America/New_York").parse("9999-12-30 00:00:00")).toBeUndefined();
    expect(platformZone("Asia/Shanghai").parse("0001-01-02 00:00:00")).toBeUndefined();
  });

  it("writes years from 1 to 9999 with four digits", () => {
    const zone = platformZone("UTC");
    expect(zone.format(Date.parse("0001-06-01T00:00:00Z"))).toBe("0001-06-01 00:00:00");
    expect(zone.format(Date.parse("9999-06-01T00:00:00Z"))).toBe("9999-06-01 00:00:00");
  });

  it("refuses to write a time that four digits of year cannot hold", () => {
    const zone = platformZone("UTC");
    for (const ms of [8.64e15, -8.64e15, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => zone.format(ms)).toThrow(RangeError);
    }
  });

  it("refuses a name that the runtime does not know", () => {
    expect(() => platformZone("Asia/Nowhere")).toThrow(RangeError);
  });

  test.each(zones)("agrees with the runtime's own time zone data in %s", (name) => {
    const zone = platformZone(name);
    const shown = shownByRuntime(name);
    fc.assert(
      fc.property(secondOf("1900-01-01T00:00:00Z", "2099-12-31T00:00:00Z"), (ms) => {
        expect(zone.format(ms)).toBe(shown(ms));
      }),
      { numRuns: 300 },
    );
  });

  test.each(zones)(
    "reads back what it wrote, but for the second showing of a repeated hour, in %s",
    (name) => {
      const zone = platformZone(name);
      fc.assert(
        fc.property(modernSecond, (ms) => {
          const read = zone.parse(zone.format(ms));
          expect(read).toBeLessThanOrEqual(ms);
          expect(zone.format(read ?? null)).toBe(zone.format(ms));
        }),
        { numRuns: 300 },
      );
    },
  );

  it("changes the offset at the very millisecond at which clocks were changed", () => {
    const zone = platformZone("America/New_York");
    const forward = Date.UTC(2026, 2, 8, 7);
    expect(zone.format(forward - 1)).toBe("2026-03-08 01:59:59");
    expect(zone.format(forward)).toBe("2026-03-08 03:00:00");
    const back = Date.UTC(2026, 10, 1, 6);
    expect(zone.format(back - 1)).toBe("2026-11-01 01:59:59");
    expect(zone.format(back)).toBe("2026-11-01 01:00:00");
  });

  it("refuses a time that no clock showed because it was put forward", () => {
    const zone = platformZone("America/New_York");
    expect(zone.parse("2026-03-08 01:59:59")).toBe(Date.UTC(2026, 2, 8, 6, 59, 59));
    expect(zone.parse("2026-03-08 02:00:00")).toBeUndefined();
    expect(zone.parse("2026-03-08 02:59:59")).toBeUndefined();
    expect(zone.parse("2026-03-08 03:00:00")).toBe(Date.UTC(2026, 2, 8, 7));
    expect(platformZone("Pacific/Apia").parse("2011-12-30 12:00:00")).toBeUndefined();
  });

  it("reads a time that was shown twice as the earlier showing", () => {
    const zone = platformZone("America/New_York");
    expect(zone.parse("2026-11-01 01:30:00")).toBe(Date.UTC(2026, 10, 1, 5, 30));
    expect(zone.parse("2026-11-01 02:00:00")).toBe(Date.UTC(2026, 10, 1, 7));
  });

  it("stays right when asked for more days than it remembers", () => {
    const zone = platformZone("Europe/Berlin");
    const shown = shownByRuntime("Europe/Berlin");
    for (let day = 0; day < 9000; day += 1) zone.format(day * 86_400_000);
    for (const ms of [0, Date.UTC(1990, 6, 1), Date.UTC(2026, 0, 1)]) expect(zone.format(ms)).toBe(shown(ms));
  });
});

describe("a text time", () => {
  const refused = [
    "2026-02-30 00:00:00",
    "2025-02-29 00:00:00",
    "2026-13-01 00:00:00",
    "2026-00-10 00:00:00",
    "2026-01-00 00:00:00",
    "2026-01-01 24:00:00",
    "2026-01-01 23:60:00",
    "2026-01-01 23:59:60",
    "0000-01-01 00:00:00",
    "2026-1-01 00:00:00",
    "2026-01-01T00:00:00",
    "2026-01-01 00:00:00Z",
    "2026-01-01 00:00:00\n",
    " 2026-01-01 00:00:00",
    "2026-01-01 00:00",
    "2026-01-01",
    "٢٠٢٦-01-01 00:00:00",
    "",
  ];

  test.each(refused)("that is not exactly a day and time of the calendar is refused: %j", (text) => {
    expect(parseWallTime(text)).toBeUndefined();
    expect(platformZone("Asia/Shanghai").parse(text)).toBeUndefined();
  });

  it("is read as it stands, leap days included", () => {
    expect(parseWallTime("2024-02-29 23:59:59")).toBe(Date.UTC(2024, 1, 29, 23, 59, 59));
    expect(platformZone("Asia/Shanghai").parse("2024-02-29 08:00:00")).toBe(Date.UTC(2024, 1, 29));
  });

  it("is read or refused, and never thrown at, whatever it is", () => {
    const zone = platformZone("Europe/Berlin");
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(zone.parse(text)).toBeUndefined();
      }),
    );
  });
});

describe("seconds since 1970", () => {
  it("are whole, and 0 when not set", () => {
    expect(unixSeconds(1_999)).toBe(1);
    expect(unixSeconds(-1)).toBe(-1);
    expect(unixSeconds(null)).toBe(0);
  });
});
