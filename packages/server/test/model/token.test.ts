import { describe, expect, it } from "vitest";
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

describe("a value that was made", () => {
  it.each(kinds)("%s has its prefix and 32 URL-safe characters, and looks like no other kind", (kind) => {
    const value = makeToken(kind);
    expect(value).toMatch(new RegExp(`^${tokenPrefixes[kind]}[A-Za-z0-9_-]{32}$`));
    expect(kinds.filter((other) => looksLike(other, value))).toEqual([kind]);
  });

  it("is never made again", () => {
    const made = Array.from({ length: 20_000 }, (_, count) =>
      count % 2 === 0 ? makeToken("userAccessToken").slice(5) : makeRandomId(),
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

describe("the stored form of a value", () => {
  it("is its SHA-256, and so neither the value nor of use in its place", () => {
    expect(hashToken("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
    const value = makeToken("refreshToken");
    expect(kinds.filter((kind) => looksLike(kind, hashToken(value)))).toEqual([]);
  });
});
