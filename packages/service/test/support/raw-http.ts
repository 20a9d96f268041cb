import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { onTestFinished } from "vitest";

/** A response as it came over the wire. */
export interface WireReply {
  readonly status: number;
  readonly headers: Headers;
  readonly body: string;
}

/** What came back on a connection. */
export interface RawExchange {
  readonly replies: readonly WireReply[];
  /** Whether the server has closed the connection. */
  readonly isClosed: boolean;
}

/**
 * Silence is counted in these steps and not by the clock: the server is in the same process, and when that stood still,
 * neither could do anything.
 */
const stepMilliseconds = 10;
/** How long silence must last before nothing more is expected. */
const quietSteps = 10;
/** The same while fewer responses have come than requests were sent: a busy machine takes its time for each. */
const unansweredSteps = 150;
const patienceSteps = 400;

/** Opens a connection that is gone when the test is finished. */
export async function openSocket(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  // A server that refuses may cut the connection while something is still being sent.
  socket.on("error", () => undefined);
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket.setNoDelay(true);
}

/** Sends bytes as they are, each character one byte, and listens until all is quiet. */
export async function sendRaw(url: string, bytes: string): Promise<RawExchange> {
  const socket = await openSocket(url);
  const received = receive(socket, bytes.split("\r\n\r\n").length - 1);
  socket.write(bytes, "latin1");
  return received;
}

/** Everything that comes over a connection until it is closed or quiet for a while. */
export async function receive(socket: Socket, requests = 1): Promise<RawExchange> {
  let received = "";
  const isClosed = await new Promise<boolean>((resolve) => {
    let stepsLeft = patienceSteps;
    const timer = setInterval(() => {
      stepsLeft -= 1;
      if (stepsLeft <= 0) finish(false);
    }, stepMilliseconds);
    const finish = (isEnded = true) => {
      clearInterval(timer);
      resolve(isEnded);
    };
    socket.setEncoding("latin1").on("data", (text: string) => {
      received += text;
      const isAnswered = received.split("HTTP/1.1 ").length > requests;
      stepsLeft = isAnswered ? quietSteps : unansweredSteps;
    });
    // An end that is not answered in kind is a closed connection all the same.
    socket.once("end", () => finish()).once("close", () => finish());
  });
  return { replies: parseReplies(received), isClosed };
}

/** The replies of a connection, one after the other. */
export function parseReplies(received: string): readonly WireReply[] {
  const [, status, head = "", rest = ""] =
    /^HTTP\/1\.1 (\d{3}) [^\r]*\r\n(.*?)\r\n\r\n(.*)$/s.exec(received) ?? [];
  if (status === undefined) {
    if (received !== "") throw new Error(`not an answer: ${received.slice(0, 200)}`);
    return [];
  }
  const headers = new Headers(head.split("\r\n").map((line): [string, string] => splitHeader(line)));
  const { bytes, end } = bodyIn(headers, rest);
  const body = Buffer.from(bytes, "latin1").toString("utf8");
  return [{ status: Number(status), headers, body }, ...parseReplies(rest.slice(end))];
}

/** Each reply has a length, or chunks (RFC 9112, section 7.1), or ends with its connection, or has no body at all. */
function bodyIn(headers: Headers, rest: string): { readonly bytes: string; readonly end: number } {
  if (headers.get("transfer-encoding") === "chunked") return chunksIn(rest);
  const length = headers.get("content-length");
  if (length === null && headers.get("connection") === "close") return { bytes: rest, end: rest.length };
  const end = Number(length ?? 0);
  return { bytes: rest.slice(0, end), end };
}

function chunksIn(rest: string): { readonly bytes: string; readonly end: number } {
  let bytes = "";
  let end = 0;
  for (;;) {
    const [line = "", size = ""] = /^([\da-f]+)\r\n/i.exec(rest.slice(end)) ?? [];
    // Nothing follows the head of a response to HEAD.
    if (line === "") return { bytes, end };
    const length = Number.parseInt(size, 16);
    bytes += rest.slice(end + line.length, end + line.length + length);
    end += line.length + length + 2;
    if (length === 0) return { bytes, end };
  }
}

function splitHeader(line: string): [string, string] {
  const colon = line.indexOf(":");
  return [line.slice(0, colon), line.slice(colon + 1).trim()];
}

/** A request for a path as a client sends it. */
export function getRequest(path: string, ...headers: readonly string[]): string {
  return ["GET " + path + " HTTP/1.1", "Host: platform.example", ...headers, "", ""].join("\r\n");
}

/**
 * Makes requests arrive at the same time: each goes over a connection of its own up to its last byte, and
 * all last bytes are sent in one turn. Far sharper than requests that are merely started together.
 */
export async function race(url: string, requests: readonly string[]): Promise<readonly WireReply[]> {
  const sockets = await Promise.all(requests.map(() => openSocket(url)));
  sockets.forEach((socket, index) => socket.write((requests[index] ?? "").slice(0, -1), "latin1"));
  await sleep(30);
  const received = sockets.map((socket) => receive(socket));
  sockets.forEach((socket, index) => socket.write((requests[index] ?? "").slice(-1), "latin1"));
  const exchanges = await Promise.all(received);
  return exchanges.map(({ replies: [reply] }) => {
    if (reply === undefined) throw new Error("a request was not answered");
    return reply;
  });
}
