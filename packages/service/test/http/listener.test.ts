import { subscribe, unsubscribe, type ChannelListener } from "node:diagnostics_channel";
import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { describe, expect, it, onTestFinished } from "vitest";
import { listen, type ListenerOptions } from "../../src/http/listener.ts";
import { getRequest, openSocket, receive, sendRaw } from "../support/raw-http.ts";

const refusal = () => ({ headers: { "Content-Type": "text/plain" }, body: "refused" });

const hour = 3_600_000;
/** A stop that waits until it is over outlasts its test. */
const grace = hour;

async function steps(count: number): Promise<void> {
  for (let step = 0; step < count; step += 1) await sleep(10);
}

async function respondSlowly(): Promise<Response> {
  await sleep(5);
  return new Response("served");
}

function tooLarge(): Response {
  return new Response("too large", { status: 413 });
}

async function echo(sent: Request): Promise<Response> {
  return new Response(await sent.text());
}

/** More than the buffers between two programs hold. */
const largeSize = 64 * 1024 * 1024;
const sentSize = 16 * 1024 * 1024;

/** A listener whose responses take a few milliseconds. */
async function startListener() {
  const listener = await listen({ host: "127.0.0.1", port: 0, fetch: respondSlowly, refusal });
  onTestFinished(() => listener.stop(0));
  return listener;
}

/** A listener with responses of the given length, and the paths that were requested. */
async function startCounting(length: number) {
  const asked: string[] = [];
  const fetch: ListenerOptions["fetch"] = async ({ url }) => {
    asked.push(new URL(url).pathname);
    await sleep(1);
    return new Response("x".repeat(length));
  };
  const listener = await listen({ host: "127.0.0.1", port: 0, fetch, refusal });
  onTestFinished(() => listener.stop(0));
  return { ...listener, asked };
}

function manyRequests(count: number): string {
  return Array.from({ length: count }, (_, index) => getRequest(`/${index}`)).join("");
}

/** Asks over a connection of its own, as proxies without keep-alive do. @returns the status, or what went wrong */
async function ask(url: string): Promise<string> {
  try {
    const sent = request(url, { agent: false }).end();
    // The only argument of this event is the response.
    const [reply] = (await once(sent, "response")) as [NodeJS.ReadableStream & { statusCode: number }];
    await once(reply.resume(), "end");
    return String(reply.statusCode);
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "failed";
  }
}

describe("a listener", () => {
  it("drops a large response that its client does not read", async () => {
    const { promise: cutOff, resolve } = Promise.withResolvers<void>();
    const fetch: ListenerOptions["fetch"] = (_request, { incoming }) => {
      const { socket } = incoming;
      socket.once("close", () => resolve());
      return new Response("x".repeat(largeSize));
    };
    const limits = { silenceTimeout: 200 };
    const listener = await listen({ host: "127.0.0.1", port: 0, fetch, refusal, limits });
    onTestFinished(() => listener.stop(0));
    const slow = await openSocket(listener.url);
    slow.pause().write(getRequest("/"));
    // The client does nothing, so it is the server that ends it.
    await cutOff;
    expect(slow.bytesRead).toBeLessThan(largeSize);
  });
});

describe("a response before the body of its request has been read", () => {
  it("reaches a client that sends all of it before it reads, and ends the connection", async () => {
    const listener = await listen({ host: "127.0.0.1", port: 0, fetch: tooLarge, refusal });
    onTestFinished(() => listener.stop(0));
    const socket = await openSocket(listener.url);
    const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Length: ${sentSize}\r\n\r\n`;
    await promisify(socket.pause().write.bind(socket, head + "x".repeat(sentSize), "latin1"))();
    const received = receive(socket);
    socket.resume();
    const { replies, isClosed } = await received;
    expect(replies).toMatchObject([{ status: 413 }]);
    expect(replies[0]?.headers.get("connection")).toBe("close");
    expect(isClosed).toBe(true);
  });
});

describe("a listener with as many connections as it takes", () => {
  // No time limit ends a connection before another one takes its place.
  const limits = { mostConnections: 3, headersTimeout: hour, requestTimeout: hour, uploadTimeout: hour };

  it("closes the one that has been idle for longest when another one comes", async () => {
    const listener = await listen({ host: "127.0.0.1", port: 0, fetch: respondSlowly, refusal, limits });
    onTestFinished(() => listener.stop(0));
    const [used, first, second] = [
      await openSocket(listener.url),
      await openSocket(listener.url),
      await openSocket(listener.url),
    ];
    const firstEnd = once(first.resume(), "close");
    second.write("GET / HTTP/1.1\r\nX-Long: ");
    used.write(getRequest("/"));
    expect((await receive(used)).isClosed).toBe(false);
    expect((await sendRaw(listener.url, getRequest("/"))).replies).toMatchObject([{ status: 200 }]);
    await firstEnd;
    expect([used.destroyed, second.destroyed]).toEqual([false, false]);
  });

  it("takes no other one while all are at work, and finishes their requests", async () => {
    const { promise: go, resolve } = Promise.withResolvers<void>();
    let begun = 0;
    const fetch = async () => {
      begun += 1;
      await go;
      return new Response("served");
    };
    const listener = await listen({ host: "127.0.0.1", port: 0, fetch, refusal, limits });
    onTestFinished(() => listener.stop(0));
    const sockets = await Promise.all([1, 2, 3].map(() => openSocket(listener.url)));
    const received = sockets.map((socket) => receive(socket));
    for (const socket of sockets) socket.write(getRequest("/"));
    await expect.poll(() => begun).toBe(3);
    expect(await sendRaw(listener.url, getRequest("/"))).toEqual({ replies: [], isClosed: true });
    resolve();
    for (const { replies } of await Promise.all(received)) expect(replies).toMatchObject([{ status: 200 }]);
  });
});

describe("a listener whose connections all wait for the bodies of their requests", () => {
  it("closes the one that has waited for longest when another one comes", async () => {
    const limits = { mostConnections: 3 };
    const listener = await listen({ host: "127.0.0.1", port: 0, fetch: echo, refusal, limits });
    onTestFinished(() => listener.stop(0));
    const [first, second, third] = [
      await openSocket(listener.url),
      await openSocket(listener.url),
      await openSocket(listener.url),
    ];
    for (const socket of [first, second, third]) {
      socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nx");
      await sleep(20);
    }
    const firstEnd = once(first.resume(), "close");
    expect((await sendRaw(listener.url, getRequest("/"))).replies).toMatchObject([{ status: 200 }]);
    await firstEnd;
    expect([second.destroyed, third.destroyed]).toEqual([false, false]);
  });
});

describe("requests that are sent before the previous response has arrived", () => {
  it("are all served, in order", async () => {
    const listener = await startCounting(10);
    const { replies, isClosed } = await sendRaw(listener.url, manyRequests(30));
    expect(replies.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => 200));
    expect(isClosed).toBe(false);
    expect(listener.asked).toEqual(Array.from({ length: 30 }, (_, index) => `/${index}`));
  });

  it("are not served while the client does not read the responses", async () => {
    const listener = await startCounting(largeSize);
    const slow = await openSocket(listener.url);
    slow.pause().write(manyRequests(30));
    await sleep(300);
    expect(listener.asked).toEqual(["/0"]);
  });

  it("cost the connection when there are too many of them", async () => {
    const listener = await startCounting(10);
    const { replies, isClosed } = await sendRaw(listener.url, manyRequests(1000));
    expect(isClosed).toBe(true);
    expect(replies.length).toBeLessThan(30);
    expect(listener.asked.length).toBeLessThan(30);
  });
});

describe("a listener that stops", () => {
  it("serves all clients until no more arrive, and cuts no connection", async () => {
    const listener = await startListener();
    const outcomes: string[] = [];
    const enough = Promise.withResolvers<void>();
    let isStopping = false;
    const askUntilEnough = async () => {
      for (let later = 0; later < 100; later += isStopping ? 1 : 0) {
        outcomes.push(await ask(listener.url));
        if (outcomes.length === 100) enough.resolve();
      }
    };
    const asking = Promise.all(Array.from({ length: 8 }, askUntilEnough));
    await enough.promise;
    const stopped = listener.stop(grace);
    isStopping = true;
    await Promise.all([asking, stopped]);
    expect(outcomes.filter((outcome) => outcome !== "200")).toEqual([]);
    expect(await ask(listener.url)).toBe("ECONNREFUSED");
  });

  it("finishes requests that have begun, and closes each connection", async () => {
    const listener = await startListener();
    const sockets = await Promise.all([1, 2, 3].map(() => openSocket(listener.url)));
    const received = sockets.map((socket) => receive(socket));
    for (const socket of sockets) socket.write(getRequest("/").slice(0, -1));
    await sleep(50);
    const stopped = listener.stop(grace);
    await sleep(300);
    for (const socket of sockets) socket.write("\n");
    for (const { replies, isClosed } of await Promise.all(received)) {
      expect(replies.map(({ status, headers }) => [status, headers.get("connection")])).toEqual([
        [200, "close"],
      ]);
      expect(isClosed).toBe(true);
    }
    await stopped;
  });

  it("closes connections that have been silent for a second, and is done then", async () => {
    const listener = await startListener();
    const silent = await Promise.all([1, 2, 3].map(() => openSocket(listener.url)));
    const kept = await openSocket(listener.url);
    kept.write(getRequest("/"));
    expect(await receive(kept)).toMatchObject({ isClosed: false, replies: [{ status: 200 }] });
    const ends = [...silent, kept].map((socket) => once(socket.resume(), "close"));
    await listener.stop(grace);
    await Promise.all(ends);
  });

  it("serves a connection that was opened at the last moment and has not sent a request yet", async () => {
    const listener = await startListener();
    const asking = setInterval(() => void ask(listener.url), 50);
    onTestFinished(() => clearInterval(asking));
    await ask(listener.url);
    const stopped = listener.stop(600);
    const late = await openSocket(listener.url);
    while ((await ask(listener.url)) !== "ECONNREFUSED") await sleep(5);
    late.write(getRequest("/"));
    expect(await receive(late)).toMatchObject({ isClosed: true, replies: [{ status: 200 }] });
    await stopped;
  });

  it.each(["/readyz", "/livez", "/readyz?from=balancer"])(
    "does not wait for probes of %s to end",
    async (path) => {
      const listener = await startListener();
      const probing = setInterval(() => void ask(listener.url + path), 50);
      onTestFinished(() => clearInterval(probing));
      await sleep(200);
      await listener.stop(grace);
      expect(await ask(listener.url + path)).toBe("ECONNREFUSED");
    },
  );

  it("serves until a proxy that checks regularly has learned that it stops", async () => {
    const listener = await startListener();
    for (const pause of [1000, 0]) {
      await ask(`${listener.url}/readyz`);
      await sleep(pause);
    }
    const stopped = listener.stop(30_000);
    await sleep(300);
    expect(await ask(listener.url)).toBe("200");
    expect(await ask(`${listener.url}/readyz`)).toBe("200");
    await stopped;
    expect(await ask(listener.url)).toBe("ECONNREFUSED");
  });

  it("ends in the given time whatever its clients do", async () => {
    const limits = { headersTimeout: hour, requestTimeout: hour, uploadTimeout: hour };
    const listener = await listen({ host: "127.0.0.1", port: 0, fetch: respondSlowly, refusal, limits });
    const slow = await openSocket(listener.url);
    const dripping = setInterval(() => slow.write("X"), 100);
    onTestFinished(() => clearInterval(dripping));
    slow.write("GET / HTTP/1.1\r\nX-Long: ");
    await listener.stop(1500);
    await expect(sendRaw(listener.url, getRequest("/"))).rejects.toThrow("ECONNREFUSED");
  });

  it("is done at once when there is no connection", async () => {
    const listener = await startListener();
    const stopped = listener.stop(grace).then(() => "stopped");
    // Less than it waits for silence; in steps, because neither of the two gets on while this process stands still.
    expect(await Promise.race([stopped, steps(20).then(() => "late")])).toBe("stopped");
  });
});

/** The status of the response to half a body. */
async function statusOfHalf(
  contentType: string,
  limits: ListenerOptions["limits"],
): Promise<number | undefined> {
  const times = { connectionsCheckingInterval: 20, ...limits };
  const listener = await listen({ host: "127.0.0.1", port: 0, fetch: echo, refusal, limits: times });
  onTestFinished(() => listener.stop(0));
  const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${contentType}\r\nContent-Length: 9\r\n\r\n`;
  const { replies } = await sendRaw(listener.url, `${head}half`);
  return replies[0]?.status;
}

/** Sends bytes, reads the response, and keeps its own side of the connection open until the server has closed it. */
async function sendHalfOpen(url: string, bytes: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const { promise: isClosed, resolve } = Promise.withResolvers<void>();
  const watch: ChannelListener = (message) => {
    const { socket } = message as { readonly socket: Socket };
    socket.once("close", () => resolve());
  };
  subscribe("net.server.socket", watch);
  onTestFinished(() => void unsubscribe("net.server.socket", watch));
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  socket.on("error", () => undefined).resume();
  socket.write(bytes);
  await isClosed;
}

describe("a client that keeps its side open after a refusal", () => {
  it.each([
    ["of what is no request", "no request\r\n\r\n"],
    ["of a body that is too slow", "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nhalf"],
  ])("%s loses the connection soon, and its request is over", async (_, bytes) => {
    const limits = { connectionsCheckingInterval: 20, headersTimeout: 50, requestTimeout: 50 };
    const underWay = new Set<Request>();
    const fetch = async (sent: Request) => {
      underWay.add(sent);
      await sent.text().finally(() => underWay.delete(sent));
      return new Response();
    };
    const listener = await listen({ host: "127.0.0.1", port: 0, fetch, refusal, limits });
    onTestFinished(() => listener.stop(0));
    await sendHalfOpen(listener.url, bytes);
    await steps(5);
    expect(underWay.size).toBe(0);
  });
});

describe("a body that arrives slowly", () => {
  it("is refused in time, and a form with files later than others", async () => {
    const form = "multipart/form-data; boundary=x";
    const hasty = { headersTimeout: 50, requestTimeout: 50 };
    expect(await statusOfHalf("text/plain", { ...hasty, uploadTimeout: hour })).toBe(408);
    expect(await statusOfHalf(form, { ...hasty, uploadTimeout: 60 })).toBe(408);
    const both = [
      statusOfHalf(form, { headersTimeout: hour, requestTimeout: 50, uploadTimeout: hour }),
      sleep(1000).then(() => "waits"),
    ];
    expect(await Promise.race(both)).toBe("waits");
  });
});
