import type { Envelope, TestPlatform } from "../test-platform.ts";
import { sampleText, sendCall, type Token } from "../api-calls.ts";
import { makeRandomId } from "../../../src/model/token.ts";
import { Browser } from "../browser.ts";
import { pathWithQuery } from "../raw-http.ts";
import { bytesUnderWay } from "./send-under-way.ts";
import type { Probe } from "./thing.ts";

/** A data call, everything of which was sent but its last byte. */
export async function callUnderWay(
  platform: TestPlatform,
  path: string,
  token: Token,
  body: unknown,
): Promise<Probe> {
  const request = await bytesUnderWay(new Browser(platform), pathWithQuery(path, { ...token }), {
    type: "application/json",
    content: new TextEncoder().encode(JSON.stringify(body)),
  });
  // A test of its own holds the shape.
  return async () => (JSON.parse((await request.finish()).html) as Envelope).code === "OK";
}

/** A data call that was made once, and is made again with its `Idempotency-Key`. */
export async function callRepeated(platform: TestPlatform, token: Token): Promise<Probe> {
  const headers = { "Idempotency-Key": makeRandomId() };
  const send = async () => {
    const response = await sendCall(platform, "/api/surveys", { token, body: { text: sampleText }, headers });
    return ((await response.json()) as Envelope).code === "OK";
  };
  if (!(await send())) throw new Error("the call was refused");
  return send;
}
