import { describe, expect, test } from "vitest";
import { createSealedBox } from "../../src/encoding/sealed-box.ts";

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

describe("a sealed box", () => {
  test("has one spelling: no other last character opens it, though base64 would read some of them alike", async () => {
    const box = createSealedBox([{ id: "k", key: crypto.getRandomValues(new Uint8Array(32)) }]);
    // One length for each number of bits that base64 leaves over.
    for (const text of ["a", "ab", "abc"]) {
      const sealed = await box.seal(text, "context");
      const others = letters.split("").filter((letter) => letter !== sealed.at(-1));
      for (const letter of others) {
        const changed = box.open(sealed.slice(0, -1) + letter, "context");
        await expect(changed, `${text}, ${letter}`).rejects.toMatchObject({ name: "DecryptionError" });
      }
      expect(await box.open(sealed, "context")).toBe(text);
    }
  });

  test("does not open in another context", async () => {
    const box = createSealedBox([{ id: "k", key: crypto.getRandomValues(new Uint8Array(32)) }]);
    const sealed = await box.seal("text", "one");
    await expect(box.open(sealed, "other")).rejects.toMatchObject({ reason: "wrong_key_or_tampered" });
  });
});
