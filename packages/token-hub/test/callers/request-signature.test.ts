import { createHmac } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { hmacOf } from "../../src/callers/request-signature.ts";

test("a signature is the HMAC that everybody else computes, whatever the length of secret and text", () => {
  const texts = fc.string({ unit: "grapheme", maxLength: 200 });
  fc.assert(
    fc.property(texts, texts, (secret, text) => {
      const expected = createHmac("sha256", secret).update(text).digest("hex");
      expect(hmacOf(secret, text).toString("hex")).toBe(expected);
    }),
  );
});
