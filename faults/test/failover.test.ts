import { expect, test } from "vitest";
import { failover } from "../src/commands/failover.ts";
import { expectKept } from "./support/expect-kept.ts";

test("however the primary is lost, its standby takes over, and nothing acknowledged is lost or revived", async () => {
  const { rows } = await expectKept(failover, ["postgres"]);
  expect(rows).toHaveLength(2);
});
