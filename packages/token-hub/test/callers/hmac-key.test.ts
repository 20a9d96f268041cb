import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { HmacKey } from "../../src/callers/hmac-key.ts";

function digest(key: string, text: string): string {
  return new HmacKey(key).digest(text).toString("hex");
}

// Test case 2 of RFC 4231 (https://www.rfc-editor.org/rfc/rfc4231#section-4.3).
test("a digest is that of the standard's example", () => {
  expect(digest("Jefe", "what do ya want for nothing?")).toBe(
    "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843",
  );
});

test("digests are those of the runtime, whatever the key and the texts before were", () => {
  const texts = fc.oneof(fc.string({ unit: "binary" }), fc.string({ minLength: 100, maxLength: 1000 }));
  const keys = fc.string({ unit: "grapheme", maxLength: 200 });
  fc.assert(
    fc.property(keys, fc.array(texts, { maxLength: 5 }), (key, all) => {
      const hmacKey = new HmacKey(key);
      for (const text of all) {
        const expected = createHmac("sha256", key).update(text).digest();
        expect(hmacKey.digest(text).equals(expected)).toBe(true);
      }
    }),
    { numRuns: 60 },
  );
});

test("a digest stays as it is when another one is made", () => {
  const key = new HmacKey("secret");
  const first = key.digest("a");
  key.digest("b");
  expect(first.equals(createHmac("sha256", "secret").update("a").digest())).toBe(true);
});
