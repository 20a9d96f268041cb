import { gzipSync, brotliCompressSync, deflateSync } from "node:zlib";
import type { Socket } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHttpUpstream } from "../../src/proxy/http-upstream.ts";
import { serve } from "./proxy-stage.ts";

function open() {
  const { send, close } = createHttpUpstream();
  onTestFinished(close);
  const never = new AbortController().signal;
  return async (url: string, method = "GET") =>
    await send({ url, method, headers: {}, body: undefined, signal: never });
}

describe("Node's own client as a way to the platform", () => {
  test.each([
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
    ["identity", (text: string) => Buffer.from(text)],
  ] as const)("reads a response in %s although it was not requested", async (encoding, encode) => {
    const text = "surveys ".repeat(50_000);
    const address = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": encoding }).end(encode(text)),
    );
    const ask = open();
    expect((await (await ask(address)).readAll()).toString()).toBe(text);
    const answer = await ask(address);
    let read = "";
    for (let piece = await answer.read(); piece !== undefined; piece = await answer.read())
      read += Buffer.from(piece).toString();
    expect(read).toBe(text);
  });

  test("takes no answer in an encoding that it cannot read", async () => {
    const address = await serve((_, response) =>
      response.writeHead(200, { "content-encoding": "compress" }).end("xxx"),
    );
    await expect(open()(address)).rejects.toThrow("was not requested");
  });

  test("does not take the half of an encoded answer for the whole", async () => {
    const whole = gzipSync("surveys ".repeat(50_000));
    const address = await serve((_, response) => {
      response.writeHead(200, { "content-encoding": "gzip" });
      response.write(whole.subarray(0, whole.length / 2));
      setTimeout(() => response.destroy(), 20);
    });
    await expect((await open()(address)).readAll()).rejects.toThrow(/./);
  });

  test("uses a connection again, and takes another one when it was closed meanwhile", async () => {
    const sockets = new Set<Socket>();
    const address = await serve((request, response) => {
      sockets.add(request.socket);
      response.end("fine");
    });
    const ask = open();
    const read = async () => (await (await ask(address)).readAll()).toString();
    expect([await read(), await read()]).toEqual(["fine", "fine"]);
    expect(sockets.size).toBe(1);
    const [stale] = sockets;
    stale?.destroy();
    expect(await read()).toBe("fine");
    expect(sockets.size).toBe(2);
  });

  test("sends nothing twice that may have changed something", async () => {
    let requests = 0;
    const address = await serve((request, response) => {
      requests += 1;
      if (request.method === "GET") response.end("fine");
      else request.socket.destroy();
    });
    const ask = open();
    await (await ask(address)).readAll();
    await expect(ask(address, "POST")).rejects.toMatchObject({ code: "ECONNRESET" });
    expect(requests).toBe(2);
  });

  test("gives a code when the platform cannot be reached", async () => {
    await expect(open()("http://127.0.0.1:9/api?access_token=x")).rejects.toMatchObject({
      code: "ECONNREFUSED",
    });
  });
});
