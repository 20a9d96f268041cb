import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createMemoryUserTokenStore } from "../../src/user-token-store/memory-user-token-store.ts";
import { encryptedUserTokenStore } from "../../src/user-token-store/encrypted-user-token-store.ts";
import type { EncryptionKey } from "../../src/encoding/sealed-box.ts";
import { tokensCalled } from "./store-contract.ts";

function newKey(id: string): EncryptionKey {
  return { id, key: crypto.getRandomValues(new Uint8Array(32)) };
}

const older = newKey("older");
const newer = newKey("newer");

async function sealedRecord(openid: string) {
  const inner = createMemoryUserTokenStore<string>();
  await encryptedUserTokenStore(inner, [older]).put(openid, tokensCalled("a"));
  return { inner, sealed: (await inner.get(openid))?.value ?? "" };
}

const refusal = (reason: string) => ({ name: "DecryptionError", reason });

describe("tokens encrypted at rest", () => {
  test("show nothing of themselves to the store, and never look the same twice", async () => {
    const { inner, sealed } = await sealedRecord("o1");
    expect(sealed).not.toMatch(/sopu_|sopr_|accessToken/);
    await encryptedUserTokenStore(inner, [older]).put("o1", tokensCalled("a"));
    expect((await inner.get("o1"))?.value).not.toBe(sealed);
  });

  test("open with an older key while a newer one seals, and not once it is gone", async () => {
    const { inner } = await sealedRecord("o1");
    const rotated = encryptedUserTokenStore(inner, [newer, older]);
    expect((await rotated.get("o1"))?.value).toEqual(tokensCalled("a"));
    await rotated.put("o1", tokensCalled("b"));
    const rotatedFully = encryptedUserTokenStore(inner, [newer]);
    expect((await rotatedFully.get("o1"))?.value).toEqual(tokensCalled("b"));
    const withoutIt = encryptedUserTokenStore(inner, [older]);
    await expect(withoutIt.get("o1")).rejects.toMatchObject(refusal("unknown_key"));
  });

  test("do not open with another key of the same name", async () => {
    const { inner } = await sealedRecord("o1");
    const wrong = encryptedUserTokenStore(inner, [newKey("older")]);
    await expect(wrong.get("o1")).rejects.toMatchObject(refusal("wrong_key_or_tampered"));
  });

  test("do not open in another person's place", async () => {
    const { inner, sealed } = await sealedRecord("o1");
    await inner.put("o2", sealed);
    const store = encryptedUserTokenStore(inner, [older]);
    await expect(store.get("o2")).rejects.toMatchObject(refusal("wrong_key_or_tampered"));
  });

  test("do not open when any one character was changed, left out or added", async () => {
    const { inner, sealed } = await sealedRecord("o1");
    const store = encryptedUserTokenStore(inner, [older]);
    for (let index = 0; index < sealed.length; index += 1) {
      const other = sealed[index] === "A" ? "B" : "A";
      for (const middle of [other, "", `${sealed[index]}A`]) {
        await inner.put("o1", sealed.slice(0, index) + middle + sealed.slice(index + 1));
        await expect(store.get("o1"), `character ${index}`).rejects.toMatchObject({
          name: "DecryptionError",
        });
      }
    }
  });

  test("bring any record back, and refuse anything else with an error that quotes none of it", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string(), fc.string(), async (openid, garbage) => {
        const inner = createMemoryUserTokenStore<string>();
        const store = encryptedUserTokenStore(inner, [older]);
        await store.put(openid, tokensCalled(garbage));
        expect((await store.get(openid))?.value).toEqual(tokensCalled(garbage));
        await inner.put(openid, `v1.older.${garbage}`);
        const error: unknown = await store.get(openid).catch((thrown: unknown) => thrown);
        expect(error).toMatchObject(refusal("malformed"));
        expect(String(error)).toBe("DecryptionError: A sealed value does not open (malformed)");
      }),
      { numRuns: 50 },
    );
  });

  test("take a key as bytes, base64 and base64url alike", async () => {
    const bytes = crypto.getRandomValues(new Uint8Array(32));
    const inner = createMemoryUserTokenStore<string>();
    await encryptedUserTokenStore(inner, [{ id: "k", key: bytes }]).put("o1", tokensCalled("a"));
    for (const encoding of ["base64", "base64url"] as const) {
      const key = Buffer.from(bytes).toString(encoding);
      const stored = await encryptedUserTokenStore(inner, [{ id: "k", key }]).get("o1");
      expect(stored?.value).toEqual(tokensCalled("a"));
    }
  });

  test.each([
    ["a short key", [{ id: "k", key: "c2hvcnQ=" }]],
    ["an empty key", [{ id: "k", key: "" }]],
    ["a key that is no base64", [{ id: "k", key: "!".repeat(44) }]],
    ["a name that would not fit", [{ ...older, id: "a.b" }]],
    ["the same name twice", [older, newKey("older")]],
  ])("are not sealed with %s", (_, keys) => {
    const inner = createMemoryUserTokenStore<string>();
    const [first, ...rest] = keys;
    if (first === undefined) throw new Error("each row has a key");
    expect(() => encryptedUserTokenStore(inner, [first, ...rest])).toThrow(TypeError);
  });
});
