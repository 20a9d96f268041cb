import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { getRequest, openSocket, receive, sendRaw } from "./raw-http.ts";

/** A running program, as far as its connections are concerned. */
export interface ConnectedProgram {
  readonly url: string;
  /** The bytes of a request that has an effect, such as issuing or handing out a token. */
  readonly effective: string;
  /** How many of them have had their effect. */
  readonly effects: () => number;
  /** The first lines of a POST that reads a body, without `Host`, the length and the empty line. */
  readonly post: string;
  /** Stops with a grace that outlasts a test. */
  stop(): Promise<void>;
}

const host = "Host: program.example\r\n";

/** Requests that two servers in a row could read differently, or that name no host. */
const refused: readonly (readonly [string, string])[] = [
  [
    "encodings of which chunked is not all",
    `POST / HTTP/1.1\r\n${host}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
  ],
  ["a GET in chunks", `GET / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  [
    "chunks in HTTP/1.0",
    `POST / HTTP/1.0\r\n${host}Connection: keep-alive\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
  ],
  ["no host", "GET / HTTP/1.1\r\n\r\n"],
  ["no host in front of a body", "POST / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}"],
  ["two hosts", `GET / HTTP/1.1\r\n${host}Host: other.example\r\n\r\n`],
  ["a host with a space", "GET / HTTP/1.1\r\nHost: a b\r\n\r\n"],
  ["a POST to a host with a space", "POST / HTTP/1.1\r\nHost: a b\r\nContent-Length: 2\r\n\r\n{}"],
  ["a host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n"],
  ["a host with a user", "GET / HTTP/1.1\r\nHost: a@b\r\n\r\n"],
];

const megabyte = 1024 * 1024;

/** The properties of connections that server and hub have in common. */
export function describeConnections(start: () => Promise<ConnectedProgram>): void {
  describe("a request that is refused for its framing or its host", () => {
    test("ends its connection, and the request behind it has no effect", async () => {
      const program = await start();
      for (const [what, bytes] of refused) {
        const before = program.effects();
        const { replies, isClosed } = await sendRaw(program.url, bytes + program.effective);
        expect(
          replies.map(({ status }) => status),
          what,
        ).toEqual([400]);
        expect(replies[0]?.headers.get("connection"), what).toBe("close");
        expect(isClosed, what).toBe(true);
        await sleep(50);
        expect(program.effects(), what).toBe(before);
        const { replies: alone } = await sendRaw(program.url, program.effective);
        expect(
          alone.map(({ status }) => status),
          what,
        ).toEqual([200]);
        expect(program.effects(), what).toBe(before + 1);
      }
    });

    test("has no effect itself", async () => {
      const program = await start();
      const { replies: served } = await sendRaw(program.url, program.effective);
      expect(served.map(({ status }) => status)).toEqual([200]);
      for (const name of ["a b", "a/b", "a@b", "a:port", "[::1", ""]) {
        const before = program.effects();
        const bytes = program.effective.replace(/^Host: .*$/m, `Host: ${name}`);
        const { replies } = await sendRaw(program.url, bytes);
        expect(
          replies.map(({ status }) => status),
          name,
        ).toEqual([400]);
        expect(program.effects(), name).toBe(before);
      }
    });

    test("ends its connection for a request that comes later, too", async () => {
      const program = await start();
      const before = program.effects();
      const socket = await openSocket(program.url);
      const received = receive(socket);
      socket.write("GET / HTTP/1.1\r\nHost: a b\r\n\r\n");
      setTimeout(() => socket.write(program.effective), 20);
      expect((await received).replies).toHaveLength(1);
      await sleep(50);
      expect(program.effects()).toBe(before);
    });
  });

  describe("a body that is too large", () => {
    test("is refused with 413 and Connection: close, and its client can read the response", async () => {
      const program = await start();
      const before = program.effects();
      const body = "x".repeat(megabyte);
      for (const framed of [
        `Content-Length: ${body.length}\r\n\r\n${body}`,
        `Transfer-Encoding: chunked\r\n\r\n${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
      ]) {
        const bytes = program.post + host + framed + program.effective;
        const { replies, isClosed } = await sendRaw(program.url, bytes);
        expect(replies.map(({ status }) => status)).toEqual([413]);
        expect(replies[0]?.headers.get("connection")).toBe("close");
        expect(isClosed).toBe(true);
        expect(program.effects()).toBe(before);
      }
    });
  });

  describe("a program that stops", () => {
    test("does not stay for a probe that comes every 250 ms over one connection", async () => {
      const program = await start();
      const probe = await openSocket(program.url);
      probe.resume().write(getRequest("/readyz"));
      const probing = setInterval(() => void sendProbe(program.url).catch(() => undefined), 250);
      try {
        await sleep(300);
        // A program that stays outlasts the test.
        await expect(program.stop()).resolves.not.toThrow();
      } finally {
        clearInterval(probing);
      }
    });
  });

  describe("requests that are sent ahead", () => {
    test("cost the connection when there are a thousand of them", async () => {
      const program = await start();
      const before = program.effects();
      const { isClosed } = await sendRaw(program.url, program.effective.repeat(1000));
      expect(isClosed).toBe(true);
      expect(program.effects() - before).toBeLessThan(40);
    });
  });
}

async function sendProbe(url: string): Promise<void> {
  await (await fetch(`${url}/readyz`, { headers: { connection: "close" } })).arrayBuffer();
}
