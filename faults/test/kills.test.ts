import { test } from "vitest";
import { kills } from "../src/commands/kills.ts";
import { expectKept } from "./support/expect-kept.ts";

test("what was answered as done is still done after a kill, and what was taken back stays so", async () => {
  await expectKept(kills);
});
