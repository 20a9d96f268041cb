import { describe, expect, test } from "vitest";
import { makeWebhookSecret } from "../../src/model/webhook-signature.ts";
import { startReceiver } from "../support/webhook-receiver.ts";
import {
  addWebhook,
  answerIds,
  deliveriesOf,
  delivererOf,
  program,
  startWebhooks,
} from "../support/webhooks.ts";
import { listWebhooks } from "../../src/store/webhooks/webhook-table.ts";
import { createWebhookOnce, deleteWebhook } from "../../src/store/webhooks/change-webhook.ts";
import { runSteps } from "@survey-open-platform/database";

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at + 1);

test("a form that is sent to several nodes at once makes one webhook, and none after that one is deleted", async () => {
  const { platform, owner } = await startWebhooks();
  const made = { url: "https://hooks.example/", receiver: "hooks.example", isActive: false, userId: 0 };
  const send = (at: number) => {
    const store = platform.stores[at % platform.stores.length] ?? platform.store;
    const webhook = { ...made, owner, grantId: null, secret: makeWebhookSecret(), requestHash: "form" };
    return store.write(createWebhookOnce, webhook, { actor: program, outbox: store.outbox });
  };
  const sent = await Promise.all(upTo(9).map(send));
  const created = sent.find((one) => typeof one === "object");
  expect(sent.filter((one) => one === "repeated")).toHaveLength(8);
  expect(await runSteps(platform.store.reader, listWebhooks(owner))).toHaveLength(2);
  await platform.store.write(deleteWebhook, { owner, webhookId: created?.id ?? 0 }, program);
  expect(await send(0)).toBe("repeated");
});

describe("a receiver that never responds", () => {
  test("holds up no other one, and a process that stops leaves its event to another process", async () => {
    const { platform, owner, submit, receiver, webhook, deliverer } = await startWebhooks();
    receiver.respond = () => undefined;
    const other = await startReceiver();
    const { webhook: quick } = await addWebhook(platform, owner, other);
    await Promise.all(upTo(20).map(() => submit()));
    deliverer.start();
    await expect.poll(() => answerIds(other.events)).toEqual(upTo(20));
    expect(receiver.events).toHaveLength(1);
    await deliverer.stop();
    const states = async (id: number) =>
      new Set((await deliveriesOf(platform, id)).map(({ state }) => state));
    expect(await states(quick.id)).toEqual(new Set(["delivered"]));
    // It was broken off, so that no attempt counts, and its lease is free.
    const waiting = await deliveriesOf(platform, webhook.id);
    expect(waiting.map(({ state, attempts }) => [state, attempts])).toEqual(
      upTo(20).map(() => ["pending", 0]),
    );
    receiver.respond = (response) => response.writeHead(204).end();
    await delivererOf(platform, { node: 1 }).deliverDue();
    expect(answerIds(receiver.events.slice(1))).toEqual(upTo(20));
  });

  test("takes at most eight webhooks of a process, so that one receiver leaves room for the others", async () => {
    const { platform, owner, submit, receiver, deliverer } = await startWebhooks();
    receiver.respond = () => undefined;
    for (let at = 0; at < 8; at += 1) await addWebhook(platform, owner, receiver);
    await submit();
    deliverer.start();
    await expect.poll(() => receiver.events.length).toBe(8);
    await deliverer.stop();
    expect(receiver.events).toHaveLength(8);
  });
});
