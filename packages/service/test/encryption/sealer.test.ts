import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createSealer, SealError } from "../../src/encryption/sealer.ts";

const [oldKey, newKey] = [new Uint8Array(32).fill(1), new Uint8Array(32).fill(2)];

/** The sealed part of a text. */
function bytesOf(sealed: string): string {
  return Buffer.from(sealed.split(".")[2] ?? "", "base64url").toString("hex");
}

describe("a sealer", () => {
  test("opens what it sealed, whatever the text, and never shows it", () => {
    const sealer = createSealer([newKey]);
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", minLength: 6 }), fc.string(), (text, context) => {
        const sealed = sealer.seal(text, context);
        expect(sealer.open(sealed, context)).toBe(text);
        expect(sealed).toMatch(/^v1\.[\w-]{8}\.[\w-]+$/);
        expect(sealed.includes(text)).toBe(false);
      }),
    );
  });

  test("seals the same text differently each time", () => {
    const sealer = createSealer([newKey]);
    expect(sealer.seal("text", "a")).not.toBe(sealer.seal("text", "a"));
  });

  test("seals the same text alike where that is asked for, and another text, place or key differently", () => {
    const sealer = createSealer([newKey]);
    const sealed = sealer.sealAlike("text", "a");
    expect(sealer.open(sealed, "a")).toBe("text");
    expect(sealer.sealAlike("text", "a")).toBe(sealed);
    const others = [
      sealer.sealAlike("texts", "a"),
      sealer.sealAlike("text", "b"),
      createSealer([oldKey]).sealAlike("text", "a"),
    ];
    const beginnings = [sealed, ...others].map((one) => bytesOf(one).slice(0, 24));
    expect(new Set(beginnings).size).toBe(4);
  });

  test("opens nothing that was sealed for something else", () => {
    const sealer = createSealer([newKey]);
    const sealed = sealer.seal("text", "team_token:a");
    expect(() => sealer.open(sealed, "team_token:b")).toThrow(SealError);
  });

  test("opens nothing of which one character was changed", () => {
    const sealer = createSealer([newKey]);
    const sealed = sealer.seal("some text", "a");
    const changed = Array.from({ length: sealed.length - "v1.".length }, (_, index) => {
      const at = index + "v1.".length;
      return sealed.slice(0, at) + (sealed[at] === "A" ? "B" : "A") + sealed.slice(at + 1);
    });
    // The last character of base64url has bits that mean nothing.
    const others = changed
      .slice(0, -1)
      .concat(changed.slice(-1).filter((text) => bytesOf(text) !== bytesOf(sealed)));
    expect(others.length).toBeGreaterThan(40);
    for (const text of others) expect(() => sealer.open(text, "a"), text).toThrow(SealError);
  });

  test.each(["", "v1", "v1.x", "v2.abc.def", "v1..", "plain text", "v1.a.b.c"])(
    "opens nothing that it did not make: %j",
    (text) => {
      expect(() => createSealer([newKey]).open(text, "a")).toThrow(SealError);
    },
  );

  test("with a new key in front opens what the old one sealed, and says that it is not current", () => {
    const sealed = createSealer([oldKey]).seal("text", "a");
    const rotated = createSealer([newKey, oldKey]);
    expect(rotated.open(sealed, "a")).toBe("text");
    expect(rotated.isCurrent(sealed)).toBe(false);
    expect(rotated.isCurrent(rotated.seal("text", "a"))).toBe(true);
    expect(() => createSealer([newKey]).open(sealed, "a")).toThrow("is not at hand");
  });

  test("is not made without keys, or with short ones", () => {
    expect(() => createSealer([])).toThrow(RangeError);
    expect(() => createSealer([newKey, new Uint8Array(16)])).toThrow(RangeError);
  });
});
