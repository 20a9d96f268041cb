import { connect, type Socket } from "node:net";

/** A complete response: whether it is what was expected, and otherwise its beginning. */
type OnResponse = (isExpected: boolean, response: Buffer) => void;

// The end of the header, in upper or lower case.
const lengthHeader = "ength: ";
const headEndMark = "\r\n\r\n";
const lineEnd = "\r\n";
/** The end of a body that is sent in chunks (RFC 9112, section 7.1). */
const lastChunk = Buffer.from("\r\n0\r\n\r\n");

/** How a response begins: its status line and its body. */
export interface ResponseBegin<Text> {
  /** The status is at a fixed place (RFC 9112, section 4): `HTTP/1.1 200`. */
  readonly head: Text;
  readonly body: Text;
}

/** One keep-alive connection. It allocates as little as it can, so that the load costs less than the server. */
export class LoadConnection {
  readonly #socket: Socket;
  #expected: ResponseBegin<Buffer> = { head: Buffer.alloc(0), body: Buffer.alloc(0) };
  #missingBytes = 0;
  #isExpected = false;
  #start: Buffer = Buffer.alloc(0);
  #isBegun = false;
  #onResponse: OnResponse = () => undefined;

  constructor(port: number, onProblem: (problem: Error) => void) {
    this.#socket = connect(port, "127.0.0.1");
    this.#socket.setNoDelay(true);
    this.#socket.on("data", (chunk: Buffer) => this.#receive(chunk));
    this.#socket.on("error", onProblem);
    this.#socket.on("end", () => onProblem(new Error("The server closed a connection")));
  }

  /** Sends a request, when the last one is answered. */
  send(request: Buffer, expected: ResponseBegin<Buffer>, onResponse: OnResponse): void {
    this.#expected = expected;
    this.#onResponse = onResponse;
    this.#socket.write(request);
  }

  close(): void {
    this.#socket.removeAllListeners("end");
    this.#socket.destroy();
  }

  #receive(chunk: Buffer): void {
    if (this.#missingBytes > 0) this.#missingBytes -= chunk.length;
    else if (!this.#begin(chunk)) return;
    if (this.#missingBytes === 0) this.#onResponse(this.#isExpected, this.#start);
  }

  /** @returns whether the head was complete, and all of a body in chunks */
  #begin(chunk: Buffer): boolean {
    const start = this.#isBegun ? Buffer.concat([this.#start, chunk]) : chunk;
    const headEnd = start.indexOf(headEndMark);
    this.#start = start;
    const length = headEnd === -1 ? undefined : contentLength(start, headEnd);
    this.#isBegun = length === undefined && !start.subarray(-lastChunk.length).equals(lastChunk);
    if (this.#isBegun) return false;
    const afterHead = headEnd + headEndMark.length;
    const bodyStart = length === undefined ? start.indexOf(lineEnd, afterHead) + lineEnd.length : afterHead;
    this.#missingBytes = length === undefined ? 0 : bodyStart + length - start.length;
    const { head, body } = this.#expected;
    this.#isExpected = holds(start, head, 0) && holds(start, body, bodyStart);
    return true;
  }
}

function holds(response: Buffer, text: Buffer, at: number): boolean {
  return response.subarray(at, at + text.length).equals(text);
}

/** Undefined for a body in chunks. */
function contentLength(start: Buffer, headEnd: number): number | undefined {
  const found = start.indexOf(lengthHeader);
  if (found === -1 || found > headEnd) return undefined;
  let length = 0;
  for (let at = found + lengthHeader.length; at < headEnd; at += 1) {
    const digit = (start[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) break;
    length = length * 10 + digit;
  }
  return length;
}
