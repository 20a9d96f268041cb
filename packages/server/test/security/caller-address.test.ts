import { once } from "node:events";
import { request } from "node:http";
import { describe, expect, it, test } from "vitest";
import { teamTokenParameters } from "../support/flows.ts";
import { startListeningPlatform, type ListeningPlatform } from "../support/listening-platform.ts";
import { pathWithQuery } from "../support/raw-http.ts";
import type { Envelope } from "../support/test-platform.ts";

const right = pathWithQuery("/api/oauth2/access_token", teamTokenParameters);
const wrong = pathWithQuery("/api/oauth2/access_token", { ...teamTokenParameters, secret: "wrong" });

interface Sender {
  readonly from?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Asks from an address of this machine. @returns the error's type */
async function ask(
  platform: ListeningPlatform,
  path: string,
  { from = "127.0.0.1", headers = {} }: Sender = {},
) {
  const sent = request(platform.url + path, { localAddress: from, headers, agent: false }).end();
  // The only argument of this event is the answer.
  const [reply] = (await once(sent, "response")) as [AsyncIterable<Buffer>];
  const chunks: Buffer[] = [];
  for await (const chunk of reply) chunks.push(chunk);
  const { error } = JSON.parse(Buffer.concat(chunks).toString()) as Envelope;
  return error.type;
}

/** Guesses until it is limited, with a header that may be different each time. @returns how often it was let through */
async function guess(
  platform: ListeningPlatform,
  headersOf: (attempt: number) => Record<string, string>,
): Promise<number> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    if ((await ask(platform, wrong, { headers: headersOf(attempt) })) === "request_rate_limited")
      return attempt;
  }
  return Infinity;
}

describe("somebody who guesses secrets", () => {
  it("is limited by the address of its connection, and does not affect other addresses", async () => {
    const platform = await startListeningPlatform();
    expect(await guess(platform, () => ({}))).toBe(10);
    expect(await ask(platform, right)).toBe("request_rate_limited");
    expect(await ask(platform, right, { from: "127.0.0.2" })).toBe("");
  });

  test.each([
    ["X-Forwarded-For", (attempt: number) => `10.0.0.${attempt}`],
    ["X-Forwarded-For", (attempt: number) => `10.0.0.${attempt}, 10.0.0.1`],
    ["X-Real-IP", (attempt: number) => `10.0.0.${attempt}`],
    ["Forwarded", (attempt: number) => `for=10.0.0.${attempt}`],
    ["CF-Connecting-IP", (attempt: number) => `10.0.0.${attempt}`],
    ["True-Client-IP", (attempt: number) => `10.0.0.${attempt}`],
  ])("gains nothing by %s when there is no proxy", async (name, valueOf) => {
    const platform = await startListeningPlatform();
    expect(await guess(platform, (attempt) => ({ [name]: valueOf(attempt) }))).toBe(10);
  });

  test.each([
    ["entries in front of the proxy's own", (attempt: number) => `10.0.0.${attempt}, 192.0.2.7`],
    ["many entries in front of it", (attempt: number) => `${"10.0.0.1, ".repeat(attempt + 1)}192.0.2.7`],
    ["garbage in front of it", (attempt: number) => `${"x,".repeat(attempt)} unknown, , 192.0.2.7`],
    ["spaces around it", (attempt: number) => `1,${" ".repeat(attempt + 1)}192.0.2.7`],
  ])("gains nothing behind one proxy by %s", async (_, valueOf) => {
    const platform = await startListeningPlatform({ trustProxy: "1" });
    expect(await guess(platform, (attempt) => ({ "X-Forwarded-For": valueOf(attempt) }))).toBe(10);
    expect(await ask(platform, right, { headers: { "X-Forwarded-For": "192.0.2.7" } })).toBe(
      "request_rate_limited",
    );
    expect(await ask(platform, right, { headers: { "X-Forwarded-For": "192.0.2.7, 192.0.2.8" } })).toBe("");
  });

  it("is known by the second entry from the right behind two proxies, and by the connection when there are too few", async () => {
    const platform = await startListeningPlatform({ trustProxy: "2" });
    expect(
      await guess(platform, (attempt) => ({
        "X-Forwarded-For": `10.0.0.${attempt}, 192.0.2.7, 198.51.100.1`,
      })),
    ).toBe(10);
    expect(await ask(platform, right, { headers: { "X-Forwarded-For": "192.0.2.8, 198.51.100.1" } })).toBe(
      "",
    );
    expect(await guess(platform, (attempt) => ({ "X-Forwarded-For": `10.0.0.${attempt}` }))).toBe(10);
    expect(await ask(platform, right, {})).toBe("request_rate_limited");
  });

  it("gets the same response for the same work, whether the application exists or not", async () => {
    const platform = await startListeningPlatform({ failedSecretsPerMinute: "100000" });
    const unknown = pathWithQuery("/api/oauth2/access_token", {
      ...teamTokenParameters,
      appid: "unknown_app",
    });
    const times: Record<string, number[]> = { [wrong]: [], [unknown]: [] };
    for (let round = 0; round < 60; round += 1) {
      for (const path of [wrong, unknown]) {
        const before = process.cpuUsage();
        expect(await ask(platform, path)).toBe("invalid_client");
        const { user, system } = process.cpuUsage(before);
        times[path]?.push((user + system) / 1000);
      }
    }
    const [known, none] = [quick(times[wrong]), quick(times[unknown])];
    // In milliseconds of the processor, of which a derived password would take tens, on whichever thread.
    expect(Math.abs(known - none)).toBeLessThan(10);
  });
});

/** The time that a quarter of the requests stay below: the others show what else the machine has to do. */
function quick(values: readonly number[] = []): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 4)] ?? Number.NaN;
}
