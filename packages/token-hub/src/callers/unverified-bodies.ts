import { HubError } from "../errors.ts";

/** A body of at most this size costs no more than its connection, and connections are bounded. */
const smallBytes = 16 * 1024;

/**
 * Bounds the memory for bodies whose signature cannot be checked before they are read. Each caller has a bound of its
 * own: someone who knows the id of one caller, and not its secret, cannot keep the others from being served. Small bodies
 * do not count, so that such a client does not keep the caller's own reports from being served either.
 */
export class UnverifiedBodies {
  readonly #mostBytes: number;
  readonly #held = new Map<string, number>();

  /** @param mostBytes how much may be held for one caller */
  constructor(mostBytes: number) {
    this.#mostBytes = mostBytes;
  }

  /** Reads a body of at most `bytes`. @throws HubError `request_rate_limited` when there is no room for it */
  async read<Body>(callerId: string, bytes: number, read: () => Promise<Body>): Promise<Body> {
    if (bytes <= smallBytes) return await read();
    this.#take(callerId, bytes);
    try {
      return await read();
    } finally {
      this.#release(callerId, bytes);
    }
  }

  #take(callerId: string, bytes: number): void {
    const held = (this.#held.get(callerId) ?? 0) + bytes;
    if (held > this.#mostBytes)
      throw new HubError("request_rate_limited", { retryAfterSeconds: 1, detail: `bodies of ${callerId}` });
    this.#held.set(callerId, held);
  }

  #release(callerId: string, bytes: number): void {
    const held = (this.#held.get(callerId) ?? 0) - bytes;
    if (held > 0) this.#held.set(callerId, held);
    else this.#held.delete(callerId);
  }
}
