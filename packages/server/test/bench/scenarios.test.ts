import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createLog } from "@survey-open-platform/service";
import { afterAll, beforeAll, expect, test } from "vitest";
import { probe } from "../../bench/scenario-lane.ts";
import { platformScenarios, type Scenario } from "../../bench/scenarios.ts";
import { SeededData } from "../../bench/seeded-data.ts";
import { seed } from "../../bench/seed.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { startPlatform, type Platform } from "../../src/platform.ts";

const folder = mkdtempSync(join(tmpdir(), "bench-test-"));
const material = {
  data: new SeededData({ liveTokens: 100, codes: 10 }),
  hubCaller: { id: "none", secret: "none" },
};
let platform: Platform;

beforeAll(async () => {
  const file = join(folder, "platform.db");
  await seed(file, material.data);
  const database = `sqlite:${file}`;
  const flags = { database, port: "0", "token-request-burst": "1000", "token-requests-per-minute": "1000" };
  const config = readConfig({ flags, environment: {} });
  platform = await startPlatform({ config, settings: [], log: createLog("silent") });
});

afterAll(async () => {
  await platform.stop();
  rmSync(folder, { recursive: true });
});

function requestsOf({ requests, once }: Scenario): readonly string[] {
  return requests?.(material) ?? once?.make(material, 0, material.data.size.codes) ?? [];
}

test.each(platformScenarios.map((scenario) => [scenario.name, scenario] as const))(
  "the seeded database answers the requests of the benchmark as expected: %s",
  async (_, scenario) => {
    const requests = requestsOf(scenario);
    expect(requests.length).toBeGreaterThan(0);
    for (const request of requests.slice(0, 10)) await probe(platform.url, request, scenario);
  },
);

test("a response with another status than 200 is an error", async () => {
  const [user] = platformScenarios;
  if (user === undefined) throw new Error("There are no scenarios");
  const nowhere = "GET /api/nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n";
  await expect(probe(platform.url, nowhere, user)).rejects.toThrow("status 404");
});

test("tokens are asked for all over the table, and not only a few of them", () => {
  const [user] = platformScenarios;
  const requests = user?.requests?.(material) ?? [];
  expect(new Set(requests).size).toBeGreaterThan(material.data.size.liveTokens / 2);
});

test("a response that is not what a scenario is about is an error", async () => {
  const [user] = platformScenarios;
  const refused = platformScenarios.find(({ name }) => name === "refused");
  if (user === undefined || refused === undefined) throw new Error("The scenarios have other names");
  const [request = ""] = requestsOf(refused);
  await expect(probe(platform.url, request, user)).rejects.toThrow(
    "GET /api/oauth2/user: the body begins differently",
  );
});
