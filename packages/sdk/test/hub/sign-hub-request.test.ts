import { createHash, createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signHubRequest } from "../../src/hub/sign-hub-request.ts";

const caller = { callerId: "hubc_1", callerSecret: "hubs_0123456789abcdef0123456789abcdef" };
const request = {
  method: "POST",
  target: "/v1/apps/a/token/report?x=1",
  body: '{"version":7}',
  time: 1_800_000_000,
};

function partsOf(header: string) {
  return (
    /^SOP-HMAC-SHA256 caller=(\S+), time=(\d+), nonce=([\w-]+), signature=([\w-]{43})$/.exec(header) ?? []
  );
}

describe("the signature of a request to a hub", () => {
  test("covers time, nonce, method, path, query and body, one line each", async () => {
    const [, id, time, nonce = "", signature] = partsOf(await signHubRequest(caller, request));
    expect([id, time]).toEqual(["hubc_1", "1800000000"]);
    const body = createHash("sha256").update('{"version":7}').digest("base64url");
    const text = `SOP-HMAC-SHA256\n1800000000\n${nonce}\nPOST\n/v1/apps/a/token/report?x=1\n${body}`;
    expect(signature).toBe(createHmac("sha256", caller.callerSecret).update(text).digest("base64url"));
  });

  test("has a nonce of its own each time, of 18 random bytes", async () => {
    const headers = await Promise.all(Array.from({ length: 20 }, () => signHubRequest(caller, request)));
    const nonces = headers.map((header) => partsOf(header)[3] ?? "");
    expect(new Set(nonces).size).toBe(20);
    for (const nonce of nonces) expect(nonce).toHaveLength(24);
  });

  test("does not carry the secret", async () => {
    expect(await signHubRequest(caller, request)).not.toContain(caller.callerSecret);
  });
});
