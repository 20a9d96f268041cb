import { test } from "vitest";
import { powerCut } from "../src/commands/power-cut.ts";
import { expectKept } from "./support/expect-kept.ts";

test("what was answered as done is still done after a power cut, and without syncing it would not be", async () => {
  await expectKept(powerCut);
});
