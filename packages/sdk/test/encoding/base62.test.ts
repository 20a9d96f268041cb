import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { base62Length, fromBase62, toBase62 } from "../../src/encoding/base62.ts";
import { fromBase64, toBase64Url } from "../../src/encoding/base64url.ts";

describe("base62", () => {
  test("brings any bytes back, in the length that their number has and in letters and digits alone", () => {
    const anyBytes = fc.uint8Array({ maxLength: 60 });
    fc.assert(
      fc.property(anyBytes, (bytes) => {
        const text = toBase62(bytes);
        expect(text).toMatch(/^[0-9A-Za-z]*$/);
        expect(text).toHaveLength(base62Length(bytes.length));
        expect(fromBase62(text, bytes.length)).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  test("has one spelling for each value, so that nothing can be written differently and still be read", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom("0", "A", "z", "9"), minLength: 22, maxLength: 22 }),
        (text) => {
          const bytes = fromBase62(text, 16);
          expect(bytes === undefined || toBase62(bytes) === text).toBe(true);
        },
      ),
    );
    expect(fromBase62("z".repeat(22), 16)).toBeUndefined();
  });
});

describe("base64", () => {
  test("brings any bytes back, padded or not, in either alphabet", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 60 }), (bytes) => {
        expect(fromBase64(toBase64Url(bytes))).toEqual(new Uint8Array(bytes));
        expect(fromBase64(Buffer.from(bytes).toString("base64"))).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  test.each(["%", "a b", "a=b", "abcde", "客"])("takes %j for none", (text) => {
    expect(fromBase64(text)).toBeUndefined();
  });
});
