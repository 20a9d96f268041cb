import { test } from "vitest";
import { webhookAddresses } from "../src/commands/webhook-addresses.ts";
import { webhookRate } from "../src/commands/webhook-rate.ts";
import { webhookReceivers } from "../src/commands/webhook-receivers.ts";
import { webhooks } from "../src/commands/webhooks.ts";
import { expectKept } from "./support/expect-kept.ts";

test("events of confirmed answers are there once and delivered, whatever process was killed", async () => {
  await expectKept(webhooks, ["sqlite"]);
});

test("nothing inside is connected to, whatever names resolve to, addresses look like and receivers respond", async () => {
  await expectKept(webhookAddresses, ["sqlite"]);
});

test("receivers that hang or are slow hold up no others", async () => {
  await expectKept(webhookReceivers, ["sqlite"]);
});

test("a thousand answers in a second are each delivered once", async () => {
  await expectKept(webhookRate, ["sqlite"]);
});
