import { once } from "node:events";
import { request as httpRequest, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { signHubRequest } from "@survey-open-platform/sdk";
import { describe, expect, onTestFinished, test } from "vitest";
import { team } from "../support/test-hub.ts";
import { createHttpUpstream } from "../../src/proxy/http-upstream.ts";
import { fetchUpstream, type Upstream } from "../../src/proxy/upstream.ts";
import { openProxy, prefix, read, serve, serveProxy } from "./proxy-stage.ts";

const list = `${prefix}/api/surveys`;
const megabyte = 1024 * 1024;

/** The two ways to the platform. */
const ways: readonly (readonly [string, () => Upstream])[] = [
  ["over fetch", () => fetchUpstream((url, init) => fetch(url, init))],
  [
    "over Node's own client",
    () => {
      const { send, close } = createHttpUpstream();
      onTestFinished(close);
      return send;
    },
  ],
];

/** A proxy behind a real socket, in front of a real server that a test answers for. */
async function openPipeOver(
  makeWay: () => Upstream,
  answer: Parameters<typeof serve>[0],
  options: { readonly silenceMilliseconds?: number } = {},
) {
  const stage = await openProxy(options);
  const [platform, way] = [await serve(answer), makeWay()];
  stage.upstream.send = (request) =>
    way({ ...request, url: request.url.replace("https://platform.example", platform) });
  const address = await serveProxy(stage.endpoint);
  const headers = { authorization: stage.caller.bearer };
  return { ...stage, address, headers, url: address + list };
}

/** Sends as much as the other side takes. */
async function sendMegabytes(response: ServerResponse, most: number, sent = { megabytes: 0 }): Promise<void> {
  while (sent.megabytes < most && !response.destroyed) {
    sent.megabytes += 1;
    response.write(Buffer.alloc(megabyte, sent.megabytes));
    // Not by waiting for one event or another, whose listeners would pile up.
    while (response.writableNeedDrain && !response.destroyed)
      await new Promise((resolve) => setTimeout(resolve, 5));
  }
  response.end();
}

async function nextOf(stream: AsyncIterator<Uint8Array>): Promise<string> {
  const { value } = (await stream.next()) as { value: Uint8Array | undefined };
  return Buffer.from(value ?? []).toString();
}

describe.each(ways)("%s", (_name, way) => {
  const openPipe = (
    ...given: Parameters<typeof openPipeOver> extends [unknown, ...infer Rest] ? Rest : never
  ) => openPipeOver(way, ...given);

  describe("a proxied answer", () => {
    test("comes piece by piece, as the platform sends it", async () => {
      const pieces = Promise.withResolvers<(text: string) => void>();
      const { url, headers } = await openPipe((_, response) => {
        response.writeHead(200, { "content-type": "text/event-stream" });
        response.flushHeaders();
        pieces.resolve((text) => void (text === "" ? response.end() : response.write(text)));
      });
      const asked = fetch(url, { headers });
      const write = await pieces.promise;
      write("first");
      const answer = await asked;
      const body = (answer.body ?? new ReadableStream<Uint8Array>())[Symbol.asyncIterator]();
      expect(await nextOf(body)).toBe("first");
      write("second");
      expect(await nextOf(body)).toBe("second");
      write("");
      expect((await body.next()).done).toBe(true);
    });

    test("of 20 MB comes whole", async () => {
      const { url, headers } = await openPipe((_, response) => void sendMegabytes(response, 20));
      let size = 0;
      const { body } = await fetch(url, { headers });
      for await (const piece of body ?? []) size += piece.length;
      expect(size).toBe(20 * megabyte);
    });

    test("that the caller does not read is not read from the platform either", async () => {
      const sent = { megabytes: 0 };
      const ended = Promise.withResolvers<void>();
      const { url, headers } = await openPipe((_, response) => {
        response.once("close", () => ended.resolve());
        void sendMegabytes(response, 1_000, sent);
      });
      const answer = await fetch(url, { headers });
      await expect.poll(() => sent.megabytes).toBeGreaterThan(0);
      let before = -1;
      while (sent.megabytes > before) {
        before = sent.megabytes;
        await sleep(200);
      }
      expect(sent.megabytes).toBeLessThan(50);
      await answer.body?.cancel();
      await ended.promise;
    });

    test("that breaks off at any point is cut, so that no caller takes a partial body for a complete one", async () => {
      const { url, headers } = await openPipe((request, response) => {
        const wait = Number(new URL(request.url ?? "", "http://x").searchParams.get("wait"));
        response.writeHead(200, { "content-type": "application/json" });
        response.write(`{"code":"OK","data":"${"x".repeat(200_000)}`);
        setTimeout(() => response.destroy(), wait);
      });
      const ends = await Promise.all(
        Array.from({ length: 30 }, async (_, wait) =>
          fetch(`${url}?wait=${wait}`, { headers })
            .then(async (answer) => [answer.status, await answer.text()] as const)
            // Before its beginning was read it is an error of its own kind.
            .then(
              ([status]) => (status === 200 ? "taken for whole" : "refused"),
              () => "cut",
            ),
        ),
      );
      expect(ends).toContain("cut");
      expect(ends).not.toContain("taken for whole");
    });

    test("that never comes is given up when the platform has been silent for too long", async () => {
      const { url, headers, gateOf } = await openPipe(() => undefined, { silenceMilliseconds: 100 });
      const answer = await fetch(url, { headers });
      expect(await read(answer)).toMatchObject({ status: 504, type: "upstream_timeout" });
      expect(gateOf(team.appid).inside).toBe(0);
    });

    test("that stops coming is given up too, and one that goes on slowly is not", async () => {
      let count = 0;
      const { url, headers } = await openPipe(
        (request, response) => {
          response.writeHead(200, { "content-type": "text/plain" });
          const isSlow = request.url?.includes("slow") === true;
          const beat = setInterval(() => {
            count += 1;
            response.write("x");
            if (count === 10) clearInterval(beat);
            if (count === 10 && isSlow) response.end();
          }, 40);
        },
        { silenceMilliseconds: 250 },
      );
      expect(await (await fetch(`${url}?slow`, { headers })).text()).toBe("x".repeat(10));
      count = 0;
      await expect((await fetch(url, { headers })).text()).rejects.toThrow("terminated");
    });

    test("without a body keeps its status", async () => {
      const { url, headers } = await openPipe((_, response) => void response.writeHead(204).end());
      const answer = await fetch(url, { headers, method: "DELETE" });
      expect([answer.status, await answer.text()]).toEqual([204, ""]);
    });
  });

  describe("a caller who hangs up", () => {
    test("ends the call to the platform, and leaves the gate", async () => {
      const arrived = Promise.withResolvers<IncomingMessage>();
      const { url, headers, gateOf } = await openPipe((request) => arrived.resolve(request));
      const over = new AbortController();
      const asked = fetch(url, { headers, signal: over.signal });
      const { socket } = await arrived.promise;
      const closed = once(socket, "close");
      expect(gateOf(team.appid).inside).toBe(1);
      over.abort();
      await expect(asked).rejects.toThrow("aborted");
      await closed;
      await expect.poll(() => gateOf(team.appid).inside).toBe(0);
    });

    test("in the middle of an answer ends it at the platform as well", async () => {
      const arrived = Promise.withResolvers<IncomingMessage>();
      const { url, headers } = await openPipe((request, response) => {
        response.writeHead(200, { "content-type": "text/plain" });
        const beat = setInterval(() => response.write("x".repeat(10_000)), 5);
        request.socket.once("close", () => clearInterval(beat));
        arrived.resolve(request);
      });
      const over = new AbortController();
      const answer = await fetch(url, { headers, signal: over.signal });
      const { socket } = await arrived.promise;
      await answer.body?.cancel();
      over.abort();
      await expect.poll(() => socket.destroyed).toBe(true);
    });
  });

  describe("a proxied body", () => {
    test("is streamed to the platform when no signature covers it", async () => {
      const arrived = Promise.withResolvers<string>();
      const { address, headers } = await openPipe(async (request, response) => {
        for await (const piece of request as AsyncIterable<Buffer>) {
          arrived.resolve(piece.toString());
          response.write(piece);
        }
        response.end();
      });
      const { hostname, port } = new URL(address);
      const sending = httpRequest({ hostname, port, path: list, method: "POST", headers });
      sending.write("first");
      // The platform has the first piece while the second one does not exist yet.
      expect(await arrived.promise).toBe("first");
      const answered = once(sending, "response");
      sending.end("second");
      const [answer] = (await answered) as [IncomingMessage];
      let text = "";
      for await (const piece of answer as AsyncIterable<Buffer>) text += piece.toString();
      expect(text).toBe("firstsecond");
    });

    test("of 5 MB that is signed is refused before anything is sent", async () => {
      const { send, forwarded, caller } = await openProxy();
      const body = "x".repeat(5 * megabyte);
      const time = Math.floor(Date.now() / 1000) + 1;
      const whom = { callerId: caller.id, callerSecret: caller.secret };
      const authorization = await signHubRequest(whom, { method: "POST", target: list, body, time });
      const answer = await send(list, { method: "POST", headers: { authorization }, body });
      expect(await read(answer)).toMatchObject({ status: 413, type: "content_too_large" });
      expect(forwarded).toEqual([]);
    });
  });

  describe("a slow answer", () => {
    test("holds no renewal up: the platform has looked at the token by then", async () => {
      const ended = Promise.withResolvers<void>();
      const { url, headers, hub, platform, gateOf } = await openPipe((_, response) => {
        response.once("close", () => ended.resolve());
        response.writeHead(200, { "content-type": "text/plain" });
        response.write("x".repeat(100_000));
      });
      const answer = await fetch(url, { headers });
      const mints = platform.mints.length;
      expect(gateOf(team.appid).inside).toBe(0);
      await hub.rotate(team.appid, "operator");
      expect(platform.mints).toHaveLength(mints + 1);
      await answer.body?.cancel();
      await ended.promise;
    });
  });
});
