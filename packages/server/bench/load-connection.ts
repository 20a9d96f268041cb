import { connect, type Socket } from "node:net";

/** A complete response: whether it is what was expected, and otherwise its beginning. */
type OnResponse = (isExpected: boolean, response: Buffer) => void;

// The end of the header, in upper or lower case.
const lengthHeader = "ength: ";
const headEndMark = "\r\n\r\n";

/** One keep-alive connection. It allocates as little as it can, so that the load costs less than the server. */
export class LoadConnection {
  readonly #socket: Socket;
  #expected = Buffer.alloc(0);
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
  send(request: Buffer, expected: Buffer<ArrayBuffer>, onResponse: OnResponse): void {
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

  /** @returns whether the head was complete */
  #begin(chunk: Buffer): boolean {
    const start = this.#isBegun ? Buffer.concat([this.#start, chunk]) : chunk;
    const headEnd = start.indexOf(headEndMark);
    this.#start = start;
    this.#isBegun = headEnd === -1;
    if (headEnd === -1) return false;
    const bodyStart = headEnd + headEndMark.length;
    this.#missingBytes = bodyStart + contentLength(start, headEnd) - start.length;
    this.#isExpected = hasStatus200(start) && this.#bodyBegins(start, bodyStart);
    return true;
  }

  #bodyBegins(start: Buffer, bodyStart: number): boolean {
    const end = bodyStart + this.#expected.length;
    return (
      end <= start.length && start.compare(this.#expected, 0, this.#expected.length, bodyStart, end) === 0
    );
  }
}

/** `HTTP/1.1 200`: the digits are at a fixed place (RFC 9112, section 4). */
function hasStatus200(start: Buffer): boolean {
  return start[9] === 50 && start[10] === 48 && start[11] === 48;
}

/** @throws Error when there is none: the responses of all contenders have one */
function contentLength(start: Buffer, headEnd: number): number {
  const found = start.indexOf(lengthHeader);
  if (found === -1 || found > headEnd)
    throw new Error(`A response has no Content-Length: ${start.toString("latin1", 0, headEnd)}`);
  let length = 0;
  for (let at = found + lengthHeader.length; at < headEnd; at += 1) {
    const digit = (start[at] ?? 0) - 48;
    if (digit < 0 || digit > 9) break;
    length = length * 10 + digit;
  }
  return length;
}
