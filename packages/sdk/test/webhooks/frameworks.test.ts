import { Buffer } from "node:buffer";
import express, { type ErrorRequestHandler } from "express";
import { fastify } from "fastify";
import Koa from "koa";
import { describe, expect, onTestFinished, test } from "vitest";
import { createMockPlatform } from "../../src/testing/mock-platform.ts";
import { createWebhookReceiver, type WebhookReceiver } from "../../src/webhooks/webhook-receiver.ts";
import { serve } from "../adapters/node-server.ts";
import type { Application } from "../adapters/stage.ts";

/*
 * The receiver in real servers of each framework that sign-in has an adapter for.
 */

const secret = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;

/** Express writes unhandled errors to the console. */
const quietly: ErrorRequestHandler = (_error, _request, response, _next) => {
  if (!response.headersSent) response.status(500).end();
};

async function onFastify(receiver: WebhookReceiver): Promise<Application> {
  const app = fastify();
  app.register(async (hooks) => {
    // Only here: the signature is over the bytes, and other routes have their bodies parsed as usual.
    hooks.addContentTypeParser("application/json", { parseAs: "buffer" }, (_request, body, done) =>
      done(null, body),
    );
    hooks.post<{ Body: Buffer }>("/hook", async ({ headers, body }, reply) =>
      reply.code(await receiver.receive({ headers, body })).send(),
    );
  });
  const address = await app.listen({ port: 0, host: "127.0.0.1" });
  return { send: (path, init) => fetch(address + path, init), stop: () => app.close() };
}

const servers: Readonly<Record<string, (receiver: WebhookReceiver) => Promise<Application>>> = {
  Node: (receiver) =>
    serve((request, response) => {
      receiver.node(request, response).catch(() => undefined);
    }),
  Express(receiver) {
    const app = express();
    app.post("/hook", (request, response, next) => {
      receiver.node(request, response).then(() => undefined, next);
    });
    app.use(express.json());
    app.use(quietly);
    return serve(app);
  },
  Koa(receiver) {
    const app = new Koa();
    app.silent = true;
    app.use(async (context) => {
      context.respond = false;
      await receiver.node(context.req, context.res);
    });
    return serve((request, response) => void app.callback()(request, response));
  },
  Fastify: onFastify,
};

describe.each(Object.keys(servers))("a receiver on %s", (name) => {
  test("refuses what is no event, gets one that it failed to handle again, and handles it once", async () => {
    const clock = { now: Date.now() };
    const platform = createMockPlatform({ clock: () => clock.now });
    const handled: string[] = [];
    let isDown = true;
    const onEvent = ({ id }: { readonly id: string }) => {
      if (isDown) throw new Error("the database is away");
      handled.push(id);
    };
    const receiver = createWebhookReceiver({ secret, onEvent, now: () => clock.now });
    const application = await servers[name]?.(receiver);
    if (application === undefined) throw new Error(`${name} has no server`);
    onTestFinished(() => application.stop());
    const attempt = async (key: string) => {
      clock.now += 5000;
      const request = await platform.webhookRequest({ secret: key });
      const init = { method: "POST", headers: request.headers, body: await request.text() };
      return (await application.send("/hook", init)).status;
    };
    expect(await attempt(`whsec_${Buffer.alloc(32, 1).toString("base64")}`)).toBe(400);
    expect(await attempt(secret)).toBe(500);
    isDown = false;
    expect([await attempt(secret), await attempt(secret)]).toEqual([204, 204]);
    expect(handled).toHaveLength(1);
  });
});
