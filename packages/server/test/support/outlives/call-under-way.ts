import type { Envelope, TestPlatform } from "../test-platform.ts";
import type { Token } from "../api-calls.ts";
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
