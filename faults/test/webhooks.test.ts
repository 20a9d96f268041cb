import { test } from "vitest";
import { webhooks } from "../src/commands/webhooks.ts";
import { expectKept } from "./support/expect-kept.ts";

test("events of confirmed answers are there once and delivered, whatever process was killed", async () => {
  await expectKept(webhooks, ["sqlite"]);
});
