import { describe, expect, it, onTestFinished } from "vitest";
import { listen, type ListenerOptions, type NativeHandler } from "../../src/http/listener.ts";
import { getRequest, openSocket, receive, sendRaw } from "../support/raw-http.ts";

const refusal = () => ({ headers: { "Content-Type": "text/plain" }, body: "refused" });
const fetch = () => new Response("served");
const largeSize = 16 * 1024 * 1024;

const native: NativeHandler = ({ url, method }, response) => {
  if (!url?.startsWith("/api/")) return false;
  if (url === "/api/broken") throw new Error("broken");
  const body = `${method} natively`;
  response.writeHead(200, { "Content-Length": body.length });
  if (url === "/api/cut") throw new Error("cut");
  response.end(body);
  return true;
};

/** @returns the address of a listener with a native handler */
async function startListener(options: Partial<ListenerOptions> = {}): Promise<string> {
  const listener = await listen({ host: "127.0.0.1", port: 0, fetch, native, refusal, ...options });
  onTestFinished(() => listener.stop(0));
  return listener.url;
}

describe("a native handler", () => {
  it("serves what it takes, and leaves the rest to fetch, in turn on one connection", async () => {
    const url = await startListener();
    const { replies } = await sendRaw(
      url,
      ["/", "/api/a", "/b", "/api/b"].map((path) => getRequest(path)).join(""),
    );
    expect(replies.map(({ body }) => body)).toEqual(["served", "GET natively", "served", "GET natively"]);
  });

  it("is not asked for a request that is refused for its framing or its host, nor for one behind it", async () => {
    const url = await startListener({ isMalformed: (request) => request.url === "/api/odd" });
    const malformed = [
      "GET /api/a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      "GET /api/a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
      "GET /api/a HTTP/1.1\r\nHost: a b\r\n\r\n",
      "GET /api/a HTTP/1.1\r\n\r\n",
      getRequest("/api/odd"),
    ];
    for (const bytes of malformed) {
      const { replies, isClosed } = await sendRaw(url, bytes + getRequest("/api/a"));
      expect([bytes, isClosed, ...replies]).toMatchObject([bytes, true, { status: 400, body: "refused" }]);
    }
  });

  it("that throws has its request refused, and its connection closed", async () => {
    const { replies, isClosed } = await sendRaw(await startListener(), getRequest("/api/broken"));
    expect(replies).toMatchObject([{ status: 500, body: "refused" }]);
    expect(isClosed).toBe(true);
  });

  it("that throws behind the head of its response has the connection cut", async () => {
    const socket = await openSocket(await startListener());
    const received = receive(socket);
    socket.write(getRequest("/api/cut"));
    const { replies, isClosed } = await received;
    expect(replies.map(({ body }) => body).join("")).toBe("");
    expect(isClosed).toBe(true);
  });

  it("need not read a body, whatever its size", async () => {
    const url = await startListener();
    const small = `POST /api/a HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde`;
    const { replies } = await sendRaw(url, small + getRequest("/api/b"));
    expect(replies.map(({ body }) => body)).toEqual(["POST natively", "GET natively"]);
    const large = `POST /api/a HTTP/1.1\r\nHost: a\r\nContent-Length: ${largeSize}\r\n\r\nabcde`;
    const { replies: refused, isClosed } = await sendRaw(url, large);
    expect(refused.map(({ headers }) => headers.get("connection"))).toEqual(["close"]);
    expect(isClosed).toBe(true);
  });
});

/** Two in one piece. */
function postsWithoutBody(path: string): string {
  return `POST ${path} HTTP/1.1\r\nHost: a\r\n\r\n`.repeat(2);
}

const countNatively: NativeHandler = (request, response) => {
  void readAll(request).then((size) => response.end(`${size} bytes`));
  return true;
};

describe("a request that announces no body", () => {
  it("has an empty one for a native handler that reads it", async () => {
    const { replies } = await sendRaw(
      await startListener({ native: countNatively }),
      postsWithoutBody("/api/a"),
    );
    expect(replies.map(({ body }) => body)).toEqual(["0 bytes", "0 bytes"]);
  });

  it.each([
    ["as text", async (request: Request) => (await request.text()).length],
    ["as bytes", async (request: Request) => (await request.arrayBuffer()).byteLength],
    ["as a stream", (request: Request) => readAll(request.body ?? [])],
  ])("has an empty one for fetch that reads it %s", async (_how, read) => {
    const reading = async (request: Request) => new Response(`${await read(request)} bytes`);
    const { replies } = await sendRaw(await startListener({ fetch: reading }), postsWithoutBody("/"));
    expect(replies.map(({ body }) => body)).toEqual(["0 bytes", "0 bytes"]);
  });
});

async function readAll(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<number> {
  let size = 0;
  for await (const piece of body) size += piece.length;
  return size;
}

describe("the first request of a connection", () => {
  it("is announced, and no other one", async () => {
    const announced: (string | undefined)[] = [];
    const onFirstRequest: ListenerOptions["onFirstRequest"] = ({ url }) => void announced.push(url);
    const url = await startListener({ onFirstRequest });
    await sendRaw(url, getRequest("/first") + getRequest("/second"));
    await sendRaw(url, getRequest("/third"));
    expect(announced).toEqual(["/first", "/third"]);
  });
});
