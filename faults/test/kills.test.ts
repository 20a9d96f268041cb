import { test } from "vitest";
import { kills } from "../src/commands/kills.ts";
import { expectKept } from "./support/expect-kept.ts";

test("confirmed calls are still in effect after a kill, and revoked grants stay revoked", async () => {
  await expectKept(kills);
});
