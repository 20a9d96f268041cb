import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
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
    expect(signatureOf(secret, parts).toString("base64url")).toBe(signature);
  });
});
