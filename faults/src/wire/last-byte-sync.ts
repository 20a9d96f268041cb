import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { WebClient, WebForm } from "../../../e2e/support/web-client.ts";
import { readResult, type CallResult } from "./api-call.ts";

/** One request of a race. */
export interface RacedRequest {
  /** The node that it goes to. */
  readonly url: string;
  /** The whole request, each character one byte. */
  readonly bytes: string;
}

/** A call of the API as a raced request. @param path path and query */
export function getRequest(url: string, path: string): RacedRequest {
  return { url, bytes: `GET ${path} HTTP/1.1\r\nHost: ${new URL(url).host}\r\n\r\n` };
}

/** A form sent by a browser, as a raced request. */
export function formRequest(url: string, browser: WebClient, { target, fields }: WebForm): RacedRequest {
  const body = new URLSearchParams(fields).toString();
  const head = [
    `POST ${target} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `Cookie: ${browser.cookieHeader}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
  ];
  return { url, bytes: `${head.join("\r\n")}\r\n\r\n${body}` };
}

/** The response to one request of a race; a status of 0 means none. */
export interface RacedReply {
  readonly status: number;
  readonly location: string;
  /** The response as a call's result; `none` when it has no envelope, as for forms. */
  readonly result: CallResult;
}

/** How long the bytes before the last may take to reach the nodes. */
const settleMilliseconds = 30;
const patienceMilliseconds = 15_000;

/**
 * Makes requests arrive at the same time: each is sent over its own connection up to its last byte, and all last
 * bytes are sent in one turn. This is much more precise than starting requests together.
 *
 * @returns the responses, in the order of the requests
 */
export async function race(requests: readonly RacedRequest[]): Promise<readonly RacedReply[]> {
  const held = await Promise.all(requests.map(hold));
  await sleep(settleMilliseconds);
  for (const { socket, lastByte } of held) socket.write(lastByte, "latin1");
  const replies = await Promise.all(held.map(({ reply }) => reply));
  for (const { socket } of held) socket.destroy();
  return replies;
}

/** A request that lacks its last byte. */
interface HeldRequest {
  readonly socket: Socket;
  readonly lastByte: string;
  readonly reply: Promise<RacedReply>;
}

async function hold({ url, bytes }: RacedRequest): Promise<HeldRequest> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setNoDelay(true);
  const reply = receive(socket);
  await Promise.race([once(socket, "connect"), reply]);
  socket.write(bytes.slice(0, -1), "latin1");
  return { socket, lastByte: bytes.slice(-1), reply };
}

/** Reads one answer with a content-length. */
function receive(socket: Socket): Promise<RacedReply> {
  return new Promise((resolve) => {
    const none = (reason: string) =>
      resolve({ status: 0, location: "", result: { status: "none", reason, isSent: true } });
    let received = "";
    const timer = setTimeout(none, patienceMilliseconds, "no answer in time");
    socket.setEncoding("latin1").on("data", (chunk: string) => {
      received += chunk;
      const reply = readReply(received);
      if (reply !== undefined) resolve(reply);
    });
    socket.once("error", (error) => none(error.message));
    socket.once("close", () => {
      clearTimeout(timer);
      none("closed without an answer");
    });
  });
}

function readReply(received: string): RacedReply | undefined {
  const [, status, head = "", rest = ""] =
    /^HTTP\/1\.1 (\d{3}) [^\r]*\r\n(.*?)\r\n\r\n(.*)$/s.exec(received) ?? [];
  const [, length = "0"] = /^content-length: *(\d+)/im.exec(head) ?? [];
  if (status === undefined || rest.length < Number(length)) return undefined;
  const [, location = ""] = /^location: *(\S*)/im.exec(head) ?? [];
  const body = Buffer.from(rest, "latin1").toString("utf8");
  return { status: Number(status), location, result: readResult(Number(status), body) };
}
