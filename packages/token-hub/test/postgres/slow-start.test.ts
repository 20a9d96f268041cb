import { setTimeout as sleep } from "node:timers/promises";
import { createMockPlatform } from "@survey-open-platform/sdk/testing";
import { createLog } from "@survey-open-platform/service";
import { expect, onTestFinished, test } from "vitest";
import { placeOf, through } from "../../../database/test/support/open-tallies.ts";
import { startRelay } from "../../../database/test/support/relay.ts";
import { makeTestDatabase } from "../../../database/test/support/test-database.ts";
import { startService } from "../../src/service.ts";
import { usualConfig } from "../support/test-hub.ts";

/** Longer than a request waits for a connection. */
const slowMilliseconds = 1500;

test("a start waits for a database server that is slow to accept connections", async () => {
  const address = await makeTestDatabase();
  const relay = await startRelay(placeOf(address));
  // The first connection is the one that migrates; it has more time.
  relay.holdFrom(2);
  const { fetch } = createMockPlatform();
  const config = { ...usualConfig, database: through(relay.port, address), statusPort: 0 };
  const starting = startService({ config, log: createLog("silent"), fetch, stopGraceMilliseconds: 0 });
  onTestFinished(async () => (await starting).stop());
  await expect.poll(() => relay.connections).toBeGreaterThan(1);
  await sleep(slowMilliseconds);
  relay.resume();
  const response = await globalThis.fetch(`${(await starting).url}/readyz`);
  expect(response.status).toBe(200);
});
