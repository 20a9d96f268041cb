import { describe, expect, it, vi } from "vitest";
import {
  hashToken,
  looksLike,
  makeRandomId,
  makeToken,
  tokenPrefixes,
  type TokenKind,
} from "../../src/model/token.ts";

// The keys of the prefixes are the kinds.
const kinds = Object.keys(tokenPrefixes) as TokenKind[];
const kindsWithTime = new Set<TokenKind>([
  "userAccessToken",
  "refreshToken",
  "bearerToken",
  "rotatingToken",
  "teamBearerToken",
]);

describe("a value that was made", () => {
  it.each(kinds)("%s has its prefix and 32 URL-safe characters, and looks like no other kind", (kind) => {
    const value = makeToken(kind);
    const time = kindsWithTime.has(kind) ? "[0-9a-z]{8}" : "";
    expect(value).toMatch(new RegExp(`^${tokenPrefixes[kind]}${time}[A-Za-z0-9_-]{32}$`));
    expect(kinds.filter((other) => looksLike(other, value))).toEqual([kind]);
  });

  it("is never made again", () => {
    const made = Array.from({ length: 20_000 }, (_, count) =>
      count % 2 === 0 ? makeToken("userAccessToken").slice(-32) : makeRandomId(),
    );
    expect(new Set(made).size).toBe(made.length);
  });

  it("shares no part with another one: every place holds every character, about equally often", () => {
    const counts = Array.from({ length: 32 }, () => new Map<string, number>());
    const rounds = 64 * 200;
    for (let round = 0; round < rounds; round += 1) {
      makeRandomId()
        .split("")
        .forEach((character, place) =>
          counts[place]?.set(character, (counts[place].get(character) ?? 0) + 1),
        );
    }
    for (const place of counts) {
      expect(place.size).toBe(64);
      // 200 are expected of each; ten standard deviations leave no room for chance.
      for (const count of place.values()) expect(Math.abs(count - 200)).toBeLessThan(142);
    }
  });
});

describe("a token that begins with its time", () => {
  it.each([...kindsWithTime])("%s: what was made later is stored behind what was made before", (kind) => {
    using clock = movedClock();
    const stored = [0, 1, 2, 1000, 86_400_000].map((later) => {
      clock.now = 1_800_000_000_000 + later;
      return hashToken(makeToken(kind));
    });
    expect(stored.toSorted()).toEqual(stored);
    expect(new Set(stored.map((text) => text.slice(0, 8))).size).toBe(stored.length);
  });

  it.each([...kindsWithTime])(
    "%s of a release without times has the form of its kind, and is stored as before",
    (kind) => {
      const older = tokenPrefixes[kind] + makeRandomId();
      expect(kinds.filter((one) => looksLike(one, older))).toEqual([kind]);
      expect(hashToken(older)).toMatch(/^[\w-]{43}$/);
    },
  );

  it("is no token with anything else in the place of the time", () => {
    for (const time of [
      "\0".repeat(8),
      "ABCDEFGH",
      "'or 1=1 ",
      "        ",
      "mabc123",
      "mabc12345",
      "ﬀﬀﬀﬀﬀﬀﬀﬀ",
    ]) {
      const value = `${tokenPrefixes.userAccessToken}${time}${makeRandomId()}`;
      expect(
        kinds.filter((kind) => looksLike(kind, value)),
        time,
      ).toEqual([]);
      expect(hashToken(value), time).toMatch(/^[\w-]{43}$/);
    }
  });

  it("is another one with another time: the hash is of all of it", () => {
    const value = makeToken("refreshToken");
    const other = `${value.slice(0, 5)}00000000${value.slice(13)}`;
    expect(hashToken(other).slice(8)).not.toBe(hashToken(value).slice(8));
  });
});

/** The time that new values get, until it is disposed of. */
function movedClock() {
  const clock = { now: 0, [Symbol.dispose]: () => spy.mockRestore() };
  const spy = vi.spyOn(Date, "now").mockImplementation(() => clock.now);
  return clock;
}

describe("the stored form of a value", () => {
  it("is its SHA-256, and so neither the value nor of use in its place", () => {
    expect(hashToken("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
    const value = makeToken("refreshToken");
    expect(kinds.filter((kind) => looksLike(kind, hashToken(value)))).toEqual([]);
  });
});
