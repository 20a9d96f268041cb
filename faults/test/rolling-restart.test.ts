import { expect, test } from "vitest";
import { rollingRestart } from "../src/commands/rolling-restart.ts";
import { expectKept } from "./support/expect-kept.ts";

test("no call fails while nodes and workers are restarted in turn", async () => {
  const { rows } = await expectKept(rollingRestart);
  expect(rows).toHaveLength(3);
});
