import { expect, test } from "vitest";
import { rollingRestart } from "../src/commands/rolling-restart.ts";
import { expectKept } from "./support/expect-kept.ts";

test("whoever calls while nodes and workers are restarted in turn notices nothing", async () => {
  const { table } = await expectKept(rollingRestart);
  expect(table.rows).toHaveLength(3);
});
