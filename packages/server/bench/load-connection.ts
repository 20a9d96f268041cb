import { connect, type Socket } from "node:net";

/** A complete response: whether it is what was expected, and otherwise its beginning. */
type OnResponse = (isExpected: boolean, response: Buffer) => void;

/** What a response has to be: its status, and the text that its body begins with. */
export interface ExpectedResponse<Text> {
  readonly status: number;
  readonly begin: Text;
}

// The end of the header, in upper or lower case.
const lengthHeader = "ength: ";
const headEndMark = "\r\n\r\n";
const lineEnd = "\r\n";
/** The end of a body that is sent in chunks (RFC 9112, section 7.1). */
const lastChunk = "\r\n0\r\n\r\n";

/** One keep-alive connection. It allocates as little as it can, so that the load costs less than the server. */
export class LoadConnection {
  readonly #socket: Socket;
  #expected: ExpectedResponse<Buffer> = { status: 200, begin: Buffer.alloc(0) };
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
  send(request: Buffer, expected: ExpectedResponse<Buffer>, onResponse: OnResponse): void {
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

  /** @returns whether the head was complete, and of a body in chunks all of it */
  #begin(chunk: Buffer): boolean {
    const start = this.#isBegun ? Buffer.concat([this.#start, chunk]) : chunk;
    const headEnd = start.indexOf(headEndMark);
    this.#start = start;
    this.#isBegun = headEnd === -1 || !this.#beginBody(start, headEnd);
    return !this.#isBegun;
  }

  /** @returns false when chunks are still missing */
  #beginBody(start: Buffer, headEnd: number): boolean {
    const afterHead = headEnd + headEndMark.length;
    const length = contentLength(start, headEnd);
    if (length === undefined && start.indexOf(lastChunk, headEnd) === -1) return false;
    const bodyStart = length === undefined ? start.indexOf(lineEnd, afterHead) + lineEnd.length : afterHead;
    this.#missingBytes = length === undefined ? 0 : afterHead + length - start.length;
    const { status, begin } = this.#expected;
    this.#isExpected =
      statusOf(start) === status && start.subarray(bodyStart, bodyStart + begin.length).equals(begin);
    return true;
  }
}

/** `HTTP/1.1 200`: the digits are at a fixed place (RFC 9112, section 4). */
function statusOf(start: Buffer): number {
  const digit = (at: number) => (start[at] ?? 0) - 48;
  return digit(9) * 100 + digit(10) * 10 + digit(11);
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
