import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hubErrors } from "../../src/errors.ts";
import { listedUser } from "../../src/users/users-endpoints.ts";
import { userTokenReply } from "../../src/users/users-request.ts";
import { HmacKey } from "../../src/callers/hmac-key.ts";
import { signatureOf } from "../../src/callers/request-signature.ts";

const guide = readFileSync(join(import.meta.dirname, "../../../../docs/guides/token-hub-clients.md"), "utf8");
const [, secret = ""] = /With the secret `(hubs_[\w-]{32})`/.exec(guide) ?? [];
const [, lines = ""] = /```text\n(SOP-HMAC-SHA256\n\d+\n[\s\S]*?)\n```/.exec(guide) ?? [];
const [, body = "", signature = ""] = /for the body `([^`]+)` give the signature `([^`]+)`/.exec(guide) ?? [];

describe("the guide for clients in other languages", () => {
  test("has an example whose signature is right, made from its words alone", () => {
    const [scheme, , nonce = "", , , digest] = lines.split("\n");
    expect([scheme, nonce.length >= 22, lines.split("\n").length]).toEqual(["SOP-HMAC-SHA256", true, 6]);
    expect(digest).toBe(createHash("sha256").update(body).digest("base64url"));
    expect(signature).toBe(createHmac("sha256", secret).update(lines).digest("base64url"));
  });

  test("has an example that a hub takes", () => {
    const [, time, nonce = "", method = "", target = ""] = lines.split("\n");
    const parts = { time: Number(time), nonce, method, target, body: Buffer.from(body) };
    expect(signatureOf(new HmacKey(secret), parts).toString("base64url")).toBe(signature);
  });
});

/** The JSON examples below a heading or sentence, in their order. */
function examplesAfter(words: string): readonly Record<string, unknown>[] {
  const found = [...guide.slice(guide.indexOf(words)).matchAll(/```json\n(.*?)\n```/gs)];
  // Every example of the guide is an object.
  return found.map(([, json = ""]) => JSON.parse(json) as Record<string, unknown>);
}

describe("the guide's account of calls", () => {
  test("shows a user token with the fields that the hub sends", () => {
    const [example = {}] = examplesAfter("A user token:");
    const token = { openid: "o", accessToken: "t", version: 1, expiresInSeconds: 1 };
    expect(Object.keys(example)).toEqual(Object.keys(JSON.parse(userTokenReply(token).body) as object));
  });

  test("shows a list of users with the fields that the hub sends", () => {
    const [, example = {}] = examplesAfter("A user token:");
    const [user] = example["users"] as readonly object[]; // The guide's own example.
    const listed = listedUser({ openid: "o", consent: "good", consentEndsAt: 0 });
    expect(Object.keys(user ?? {})).toEqual(Object.keys(listed));
    expect(Object.keys(example)).toEqual(["users", "next"]);
  });

  test("says what to do about every error, and of no other", () => {
    const [, table = ""] = /## Errors, and where[^|]+(\|.*?)\n\n/s.exec(guide) ?? [];
    const cells = table
      .split("\n")
      .slice(2)
      .map((row) => row.split("|")[1] ?? "");
    const named = cells.flatMap((cell) => [...cell.matchAll(/`(\w+)`/g)].map(([, type = ""]) => type));
    expect(named.toSorted()).toEqual(Object.keys(hubErrors).toSorted());
  });
});
