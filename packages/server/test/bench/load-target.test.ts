import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { LoadTarget } from "../../bench/load-target.ts";

const success = '{"code":"OK"';

async function targetOf(
  onRequest: RequestListener,
  paths: readonly string[],
  expected = { head: "HTTP/1.1 200", body: success },
): Promise<LoadTarget> {
  const server = createServer(onRequest).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const problems: Error[] = [];
  const target = new LoadTarget({ order: "open", target: "test", port, connections: 4 }, (problem) => {
    problems.push(problem);
  });
  onTestFinished(() => {
    target.close();
    server.close();
    expect(problems).toEqual([]);
  });
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: test\r\n\r\n`);
  target.supply({ order: "supply", target: "test", requests, expected });
  return target;
}

/** Every request once, however long that takes. */
const everyRequest = { order: "turn", target: "test", milliseconds: 60_000, once: true } as const;

function body(code: string, bytes = 0): string {
  return JSON.stringify({ code, data: "x".repeat(bytes) });
}

test("each request is sent once, and responses of any size count as answered", async () => {
  const paths = Array.from({ length: 50 }, (_, number) => `/${number}`);
  const received: string[] = [];
  const target = await targetOf((request, response) => {
    received.push(request.url ?? "");
    const text = body("OK", received.length % 2 === 0 ? 200_000 : 0);
    response.writeHead(200, { "Content-Length": text.length });
    response.end(text);
  }, paths);
  expect(await target.turn(everyRequest)).toMatchObject({ answered: 50, failed: 0, example: "" });
  expect(received.toSorted()).toEqual(paths.toSorted());
});

test.each([
  ["another status", 503, "OK"],
  ["another envelope code", 200, "PermissionDenied"],
])("a response with %s counts as failed and is given as the example", async (_, status, code) => {
  const target = await targetOf(
    (request, response) => {
      const text = request.url === "/wrong" ? body(code) : body("OK");
      response.writeHead(request.url === "/wrong" ? status : 200, { "Content-Length": text.length });
      response.end(text);
    },
    ["/a", "/wrong", "/b"],
  );
  const reply = await target.turn(everyRequest);
  expect(reply).toMatchObject({ answered: 3, failed: 1 });
  expect(reply.example).toContain(`HTTP/1.1 ${status}`);
  expect(reply.example).toContain(code);
});

test("a head that arrives in pieces is put together", async () => {
  const target = await targetOf(
    (request, response) => {
      const text = body("OK");
      request.socket.write("HTTP/1.1 200 OK\r\nContent-");
      setTimeout(() => {
        request.socket.write(`Length: ${text.length}\r\n\r\n${text}`);
        response.detachSocket(request.socket);
      }, 20);
    },
    ["/"],
  );
  expect(await target.turn(everyRequest)).toMatchObject({ answered: 1, failed: 0 });
});

test("a body in chunks is read to its end, however its pieces arrive", async () => {
  const target = await targetOf(
    (request, response) => {
      response.flushHeaders();
      response.write(body(request.url === "/wrong" ? "PermissionDenied" : "OK"));
      setImmediate(() => response.end("the rest"));
    },
    ["/a", "/wrong", "/b", "/c"],
  );
  expect(await target.turn(everyRequest)).toMatchObject({ answered: 4, failed: 1 });
});

test("a refusal is what was expected when its status is", async () => {
  const target = await targetOf(
    (request, response) => {
      response.writeHead(request.url === "/right" ? 401 : 200, { "Content-Length": 2 });
      response.end("{}");
    },
    ["/right", "/wrong"],
    { head: "HTTP/1.1 401", body: "{" },
  );
  expect(await target.turn(everyRequest)).toMatchObject({ answered: 2, failed: 1 });
});
