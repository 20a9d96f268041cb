import { describe, expect, test } from "vitest";
import {
  addWebhook,
  answerIds,
  deliveriesOf,
  delivererOf,
  program,
  startWebhooks,
  verify,
} from "../support/webhooks.ts";
import { findWebhook } from "../../src/store/webhooks/webhook-table.ts";
import { replaceWebhookSecretOnce } from "../../src/store/webhooks/change-webhook.ts";
import { findDelivery, resendDelivery, resendFailed } from "../../src/store/webhooks/webhook-log.ts";
import { leaseWebhooks } from "../../src/store/webhooks/webhook-delivery.ts";
import { unlimited } from "../../src/store/surveys/survey-reach.ts";
import { runSteps } from "@survey-open-platform/database";

const second = 1000;
const hour = 3_600_000;

describe("200 answers that are sent at once", () => {
  test("are each sent once to each webhook, by several deliverers, in the order of the survey", async () => {
    const { platform, submit, receiver, owner, webhook } = await startWebhooks();
    const other = await addWebhook(platform, owner, {
      ...receiver,
      url: receiver.url.replace("hook", "other"),
    });
    await Promise.all(Array.from({ length: 200 }, () => submit()));
    const deliverers = [0, 1, 2].map((node) => delivererOf(platform, { node }));
    await Promise.all(deliverers.map((deliverer) => deliverer.deliverDue()));
    const at = (path: string) => receiver.events.filter((event) => event.path === path);
    const inOrder = Array.from({ length: 200 }, (_, place) => place + 1);
    expect(answerIds(at("/hook"))).toEqual(inOrder);
    expect(answerIds(at("/other"))).toEqual(inOrder);
    const ids = (path: string) => at(path).map(({ body }) => body.id);
    expect(new Set(ids("/hook")).size).toBe(200);
    expect(ids("/other")).toEqual(ids("/hook"));
    const states = (await deliveriesOf(platform, webhook.id)).map(({ state }) => state);
    expect(new Set(states)).toEqual(new Set(["delivered"]));
    expect(other.webhook.id).not.toBe(webhook.id);
  });
});

describe("an event that is not accepted", () => {
  test("is sent again on the schedule with the same id, another time and a good signature, and fails in the end", async () => {
    const { platform, submit, receiver, deliverer, webhook, secret } = await startWebhooks();
    receiver.respond = (response) => response.writeHead(500).end("no");
    await submit();
    const waits: number[] = [];
    for (let count = 1; ; count += 1) {
      await deliverer.deliverDue();
      expect(receiver.events).toHaveLength(count);
      const [delivery] = await deliveriesOf(platform, webhook.id);
      if (delivery === undefined || delivery.dueAt === null) break;
      waits.push(delivery.dueAt - platform.clock.now);
      platform.clock.now = delivery.dueAt - 1;
      await deliverer.deliverDue();
      expect(receiver.events).toHaveLength(count);
      platform.clock.now += 1;
    }
    const planned = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400];
    expect(waits).toHaveLength(planned.length);
    for (const [at, wait] of waits.entries())
      expect(Math.abs(wait / second / (planned[at] ?? 0) - 1)).toBeLessThanOrEqual(0.1);
    expect(new Set(receiver.events.map(({ body }) => body.id)).size).toBe(1);
    expect(new Set(receiver.events.map(({ headers }) => headers["webhook-signature"])).size).toBe(10);
    expect(secret).toMatch(/^whsec_/);
    expect((await deliveriesOf(platform, webhook.id))[0]).toMatchObject({ state: "failed", attempts: 10 });
  });

  test("does not hold up the next one, and is delivered when it is accepted", async () => {
    const { platform, submit, receiver, deliverer, webhook } = await startWebhooks();
    receiver.respond = (response, { body }) =>
      response.writeHead(body.payload["answer_id"] === 1 ? 500 : 200).end();
    await submit();
    await submit();
    await deliverer.deliverDue();
    expect(answerIds(receiver.events)).toEqual([1, 2]);
    receiver.respond = (response) => response.writeHead(200).end();
    platform.clock.now += 6 * second;
    await deliverer.deliverDue();
    expect(answerIds(receiver.events)).toEqual([1, 2, 1]);
    const [, first] = await deliveriesOf(platform, webhook.id);
    expect(first).toMatchObject({ state: "delivered", attempts: 2, sequence: 1 });
  });

  test("waits as long as Retry-After says, and so do the others", async () => {
    const { platform, submit, receiver, deliverer } = await startWebhooks();
    receiver.respond = (response) => response.writeHead(503, { "Retry-After": "3600" }).end();
    await submit();
    await deliverer.deliverDue();
    await submit();
    platform.clock.now += hour - 1;
    await deliverer.deliverDue();
    expect(receiver.events).toHaveLength(1);
    receiver.respond = (response) => response.writeHead(200).end();
    platform.clock.now += 1;
    await deliverer.deliverDue();
    expect(answerIds(receiver.events)).toEqual([1, 2, 1]);
  });

  test("with 410 ends the webhook: nothing is sent any more, and answers pay for nothing", async () => {
    const { platform, submit, receiver, deliverer, webhook, owner } = await startWebhooks();
    receiver.respond = (response) => response.writeHead(410).end();
    await submit();
    await submit();
    await deliverer.deliverDue();
    expect(receiver.events).toHaveLength(1);
    const ended = await runSteps(platform.store.reader, findWebhook({ owner, webhookId: webhook.id }));
    expect(ended).toMatchObject({ isActive: false, offReason: "gone" });
    await submit();
    const deliveries = await deliveriesOf(platform, webhook.id);
    expect(deliveries.map(({ state, dueAt }) => [state, dueAt])).toEqual([
      ["failed", null],
      ["failed", null],
    ]);
  });

  test("by a redirect fails, and nothing is sent to where it leads", async () => {
    const { platform, submit, receiver, deliverer, webhook, owner } = await startWebhooks();
    receiver.respond = (response) => response.writeHead(302, { Location: "/elsewhere" }).end();
    await submit();
    await deliverer.deliverDue();
    expect(receiver.events.map(({ path }) => path)).toEqual(["/hook"]);
    const [delivery] = await deliveriesOf(platform, webhook.id);
    expect(delivery).toMatchObject({ state: "pending", attempts: 1 });
    const found = await runSteps(
      platform.store.reader,
      findDelivery({
        owner,
        webhookId: webhook.id,
        deliveryId: delivery?.id ?? 0,
        within: unlimited,
      }),
    );
    expect(found?.tries).toEqual([expect.objectContaining({ status: 302, failure: "redirect" })]);
  });

  test("for five days in a row switches the webhook off; a success in between begins again", async () => {
    const { platform, submit, receiver, deliverer, webhook, owner } = await startWebhooks();
    const isActive = async () =>
      (await runSteps(platform.store.reader, findWebhook({ owner, webhookId: webhook.id })))?.isActive;
    const attempt = async (status: number) => {
      receiver.respond = (response) => response.writeHead(status).end();
      await submit();
      await deliverer.deliverDue();
    };
    await attempt(500);
    platform.clock.now += 119 * hour;
    await attempt(200);
    await attempt(500);
    platform.clock.now += 119 * hour;
    await attempt(500);
    expect(await isActive()).toBe(true);
    platform.clock.now += 2 * hour;
    await attempt(500);
    expect(await isActive()).toBe(false);
    const off = await runSteps(platform.store.reader, findWebhook({ owner, webhookId: webhook.id }));
    expect(off).toMatchObject({ offReason: "failing", offAt: platform.clock.now });
  });
});

describe("what a receiver responds", () => {
  test("is read to 16 KB, and its first KB is kept without control characters", async () => {
    const { platform, submit, receiver, deliverer, webhook, owner } = await startWebhooks();
    let isCut = false;
    receiver.respond = (response) => {
      response.on("close", () => (isCut = true));
      response.writeHead(200);
      response.write(`\u001b[31mé\u0000\n${"x".repeat(64 * 1024)}`);
      // It never ends.
    };
    await submit();
    await deliverer.deliverDue();
    await expect.poll(() => isCut).toBe(true);
    const [delivery] = await deliveriesOf(platform, webhook.id);
    const found = await runSteps(
      platform.store.reader,
      findDelivery({
        owner,
        webhookId: webhook.id,
        deliveryId: delivery?.id ?? 0,
        within: unlimited,
      }),
    );
    const [tried] = found?.tries ?? [];
    expect(tried).toMatchObject({ status: 200, failure: "" });
    expect(tried?.response).toMatch(/^\[31mé\nx+$/);
    expect(Buffer.byteLength(tried?.response ?? "")).toBeLessThanOrEqual(1024);
  });
});

describe("a secret that is being replaced", () => {
  test("signs beside the new one for a day", async () => {
    const { platform, submit, receiver, deliverer, webhook, owner, secret } = await startWebhooks();
    platform.clock.now = Date.now();
    const next = "whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
    const change = { owner, webhookId: webhook.id, secret: next, requestHash: "a form" };
    await platform.store.write(replaceWebhookSecretOnce, change, program);
    await submit();
    await deliverer.deliverDue();
    const [both] = receiver.events;
    expect(verify(secret, both)).toEqual(both?.body);
    expect(verify(next, both)).toEqual(both?.body);
    expect(both?.headers["webhook-signature"]).toMatch(/^v1,\S+ v1,\S+$/);
    platform.clock.now += 25 * hour;
    await submit();
    await deliverer.deliverDue();
    expect(receiver.events[1]?.headers["webhook-signature"]).toMatch(/^v1,\S+$/);
  });
});

describe("a process that dies", () => {
  test("leaves its events to another one, which sends them when the lease has ended", async () => {
    const { platform, submit, receiver, deliverer, webhook } = await startWebhooks();
    await submit();
    const ids = [webhook.id];
    expect(
      await platform.store.write(leaseWebhooks, { lease: "dead", ids, engine: platform.store.engine }),
    ).toHaveLength(1);
    expect(
      await platform.store.write(leaseWebhooks, { lease: "other", ids, engine: platform.store.engine }),
    ).toEqual([]);
    await deliverer.deliverDue();
    expect(receiver.events).toEqual([]);
    platform.clock.now += 30 * second;
    await deliverer.deliverDue();
    expect(receiver.events).toHaveLength(1);
  });
});

describe("events that failed", () => {
  test("are sent again one by one, or all since a moment", async () => {
    const { platform, submit, receiver, deliverer, webhook, owner } = await startWebhooks();
    const { store } = platform;
    await submit();
    await submit();
    await deliverer.deliverDue();
    const owned = { owner, webhookId: webhook.id };
    const [newest, oldest] = await deliveriesOf(platform, webhook.id);
    expect(
      await store.write(resendDelivery, { ...owned, deliveryId: oldest?.id ?? 0, within: unlimited }),
    ).toBe(true);
    await deliverer.deliverDue();
    expect(answerIds(receiver.events)).toEqual([1, 2, 1]);
    expect(receiver.events[2]?.body.id).toBe(receiver.events[0]?.body.id);
    expect(await store.write(resendFailed, { ...owned, since: 0, within: unlimited })).toBe(0);
    await platform.database.write(async ({ kysely }) => {
      await kysely
        .updateTable("webhook_deliveries")
        .set({ state: "failed" })
        .where("id", "=", newest?.id ?? 0)
        .execute();
    });
    expect(
      await store.write(resendFailed, { ...owned, since: platform.clock.now + 1, within: unlimited }),
    ).toBe(0);
    expect(await store.write(resendFailed, { ...owned, since: platform.clock.now, within: unlimited })).toBe(
      1,
    );
    await deliverer.deliverDue();
    expect(answerIds(receiver.events)).toEqual([1, 2, 1, 2]);
  });
});

describe("the log of deliveries", () => {
  test("is kept for 30 days, and what waits is kept for longer", async () => {
    const { platform, submit, receiver, deliverer, webhook } = await startWebhooks();
    await submit();
    await deliverer.deliverDue();
    await submit();
    expect(receiver.events).toHaveLength(1);
    platform.clock.now += 30 * 24 * hour - 1;
    await platform.store.sweepExpired();
    expect(await deliveriesOf(platform, webhook.id)).toHaveLength(2);
    platform.clock.now += 1;
    await platform.store.sweepExpired();
    expect((await deliveriesOf(platform, webhook.id)).map(({ state }) => state)).toEqual(["pending"]);
    const attempts = platform.database.reader.kysely.selectFrom("webhook_attempts").selectAll();
    expect(await attempts.execute()).toEqual([]);
  });
});
