import { Buffer } from "node:buffer";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { createMemoryUsedStates } from "../../src/state/used-states.ts";
import { createMockPlatform } from "../../src/testing/mock-platform.ts";
import {
  createWebhookReceiver,
  verifyWebhook,
  type WebhookEvent,
} from "../../src/webhooks/webhook-receiver.ts";

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const id = "5f1c9a52-6d0e-4a57-9f6b-0f6f2b5f7f10";
const event = {
  id,
  object: "Answer",
  action: "answer.create",
  created_at: "2026-11-22 20:00:00",
  payload: { answer_id: 1, third_party_user: { respondent_id: 0, openid: "", nickname: "田中 🎉 \u2028" } },
};

interface Changes {
  readonly body?: string;
  readonly key?: string;
  readonly at?: Date;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An event as the platform sends it; signed by the package of the standard. */
function signed({ body = JSON.stringify(event), key = secret, at = new Date(), headers = {} }: Changes = {}) {
  const signature = new StandardWebhook(key).sign(id, at, body);
  const timestamp = String(Math.floor(at.getTime() / 1000));
  return {
    headers: { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": signature, ...headers },
    body,
  };
}

function request(changes?: Changes): Request {
  const { headers, body } = signed(changes);
  return new Request("https://me.example/hook", { method: "POST", headers, body });
}

describe("an event that is signed as the standard says", () => {
  test("is accepted from a Request, from text and from bytes", async () => {
    expect(await verifyWebhook(request(), secret)).toEqual(event);
    const { headers, body } = signed();
    expect(await verifyWebhook({ headers, body }, secret)).toEqual(event);
    expect(await verifyWebhook({ headers, body: Buffer.from(body) }, secret)).toEqual(event);
  });

  test("is accepted with either secret while it is being replaced, on both sides", async () => {
    const next = `whsec_${Buffer.alloc(24, 9).toString("base64")}`;
    const { headers, body } = signed();
    const other = signed({ key: next }).headers["webhook-signature"];
    const both = { ...headers, "webhook-signature": `${headers["webhook-signature"]} ${other}` };
    expect(await verifyWebhook({ headers: both, body }, next)).toEqual(event);
    expect(await verifyWebhook({ headers: both, body }, secret)).toEqual(event);
    expect(await verifyWebhook({ headers, body }, [next, secret])).toEqual(event);
  });

  test("is accepted with a clock that is almost five minutes wrong, and not with one that is more", async () => {
    const now = Date.now();
    const at = (seconds: number) => new Date(now + seconds * 1000);
    for (const seconds of [-299, 299])
      expect(await verifyWebhook(request({ at: at(seconds) }), secret, { now: () => now })).toEqual(event);
    for (const seconds of [-302, 302])
      await expect(
        verifyWebhook(request({ at: at(seconds) }), secret, { now: () => now }),
      ).rejects.toMatchObject({
        problem: "timestamp",
      });
  });
});

describe("a request is refused", () => {
  test.each([
    ["headers", { headers: { "webhook-id": "" } }],
    ["headers", { headers: { "webhook-timestamp": "1e9" } }],
    ["headers", { headers: { "webhook-signature": "" } }],
    ["signature", { headers: { "webhook-id": "another" } }],
    ["signature", { headers: { "webhook-signature": "v1,AAAA" } }],
    ["signature", { headers: { "webhook-signature": "v2,AAAA v1a,BBBB v1," } }],
    ["signature", { key: `whsec_${Buffer.alloc(32, 8).toString("base64")}` }],
    ["body", { body: '"text"' }],
    ["body", { body: "{" }],
    ["body", { body: JSON.stringify({ ...event, id: "another" }) }],
  ] satisfies readonly (readonly [string, Changes])[])("for its %s: %j", async (problem, changes) => {
    await expect(verifyWebhook(request(changes), secret)).rejects.toMatchObject({
      name: "WebhookError",
      problem,
    });
  });

  test("when one byte of its body is another one", async () => {
    const { headers, body } = signed();
    const changed = body.replace("田", "由");
    await expect(verifyWebhook({ headers, body: changed }, secret)).rejects.toMatchObject({
      problem: "signature",
    });
  });

  test("when its time was changed, so that an old one looks new", async () => {
    const { headers, body } = signed({ at: new Date(Date.now() - 3_600_000) });
    const timestamp = String(Math.floor(Date.now() / 1000));
    const moved = { headers: { ...headers, "webhook-timestamp": timestamp }, body };
    await expect(verifyWebhook(moved, secret)).rejects.toMatchObject({ problem: "signature" });
  });

  test("when it comes again, while another attempt of the platform is accepted", async () => {
    const used = createMemoryUsedStates();
    const first = signed();
    expect(await verifyWebhook(first, secret, { used })).toEqual(event);
    await expect(verifyWebhook(first, secret, { used })).rejects.toMatchObject({ problem: "replayed" });
    const retried = signed({ at: new Date(Date.now() + 5000) });
    expect(await verifyWebhook(retried, secret, { used })).toEqual(event);
  });

  test("when it is longer than any event", async () => {
    const body = JSON.stringify({ ...event, padding: "x".repeat(9 * 1024 * 1024) });
    await expect(verifyWebhook(request({ body }), secret)).rejects.toMatchObject({ problem: "too_large" });
  });

  test("and a secret that is none is an error of the program", async () => {
    for (const wrong of ["", "whsec_", "whsec_AAAA", "sops_abc"])
      await expect(verifyWebhook(request(), wrong)).rejects.toThrow(TypeError);
  });

  test("which a receiver reports when it is made, whichever of its secrets it is", () => {
    for (const wrong of ["", "whsec_…", ["whsec_AAAA"], [secret, "sops_abc"]])
      expect(() => createWebhookReceiver({ secret: wrong, onEvent: () => undefined })).toThrow(TypeError);
  });
});

const attempt = (seconds = 0) => request({ at: new Date(Date.now() + seconds * 1000) });

async function* emptyObject() {
  yield Buffer.from("{}");
}

describe("a receiver", () => {
  test("handles an event once, however often it is delivered", async () => {
    const events: WebhookEvent[] = [];
    const receiver = createWebhookReceiver({ secret, onEvent: (given) => void events.push(given) });
    expect((await receiver.fetch(attempt())).status).toBe(204);
    expect((await receiver.fetch(attempt(5))).status).toBe(204);
    expect(events).toEqual([event]);
  });

  test("handles it again when that failed", async () => {
    let calls = 0;
    const onEvent = () => {
      calls += 1;
      if (calls === 1) throw new Error("the database is away");
    };
    const receiver = createWebhookReceiver({ secret, onEvent });
    await expect(receiver.fetch(attempt())).rejects.toThrow("the database is away");
    expect((await receiver.fetch(attempt(5))).status).toBe(204);
    expect(calls).toBe(2);
  });

  test("responds with 400 to what is no event, and handles nothing", async () => {
    const receiver = createWebhookReceiver({ secret, onEvent: () => expect.unreachable() });
    expect((await receiver.fetch(request({ headers: { "webhook-signature": "v1,AAAA" } }))).status).toBe(400);
    const response = { statusCode: 0, end: () => undefined };
    await receiver.node(Object.assign(emptyObject(), { headers: {} }), response);
    expect(response.statusCode).toBe(400);
  });
});

test("a mock platform sends signed events on demand", async () => {
  const now = Date.UTC(2026, 10, 22);
  const platform = createMockPlatform({ clock: () => now });
  const events: WebhookEvent[] = [];
  const receiver = createWebhookReceiver({
    secret,
    onEvent: (given) => void events.push(given),
    now: () => now,
  });
  expect((await receiver.fetch(await platform.webhookRequest({ secret }))).status).toBe(204);
  expect(events).toMatchObject([{ object: "Answer", action: "answer.create" }]);
  const wrong = await platform.webhookRequest({ secret: `whsec_${Buffer.alloc(32, 1).toString("base64")}` });
  expect((await receiver.fetch(wrong)).status).toBe(400);
});
