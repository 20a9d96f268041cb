import { expect, test } from "vitest";
import { failover } from "../src/commands/failover.ts";
import { hubFailover } from "../src/commands/hub-failover.ts";
import { expectKept } from "./support/expect-kept.ts";

test("however the primary is lost, its standby takes over, and nothing acknowledged is lost or revived", async () => {
  const { rows } = await expectKept(failover, ["postgres"]);
  expect(rows).toHaveLength(2);
});

test("hubs keep the newest token and refuse revoked callers after a failover", async () => {
  await expectKept(hubFailover, ["postgres"]);
});
