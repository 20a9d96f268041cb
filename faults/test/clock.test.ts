import { test } from "vitest";
import { clock } from "../src/commands/clock.ts";
import { expectKept } from "./support/expect-kept.ts";

test("nodes whose clocks are an hour off change no lifetime, no order and no limit", async () => {
  await expectKept(clock);
});
