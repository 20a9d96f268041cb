import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientConfig } from "pg";
import { DatabaseUnavailableError } from "./errors.ts";
import { nameOfServer, type ServerState } from "./postgres-state.ts";

/** A server that accepts writes, as long as no newer one is known. */
export class Primary {
  readonly server: ClientConfig;
  /** 0 when the address names one server, whose timeline is not read. */
  readonly timeline: number;
  readonly #writableFrom: number;
  readonly #sockets = new Set<Socket>();
  #isReplaced = false;

  /** @param graceMilliseconds how long nothing is written to it, see {@link PrimaryFinder} */
  constructor(server: ClientConfig, timeline: number, graceMilliseconds: number) {
    this.server = server;
    this.timeline = timeline;
    this.#writableFrom = performance.now() + graceMilliseconds;
  }

  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  /** A socket for a new connection to it. */
  openSocket(): Socket {
    const socket = new Socket();
    if (this.#isReplaced) return socket.destroy();
    this.#sockets.add(socket);
    socket.once("close", () => this.#sockets.delete(socket));
    return socket;
  }

  /** Ends every connection at once, with what runs on it: from now on another server decides. */
  replace(): void {
    this.#isReplaced = true;
    for (const socket of this.#sockets) socket.destroy();
  }

  /**
   * Why it must not be used in this state: a standby may lag behind, and so may a server that was replaced. Neither is
   * used, not even to read.
   */
  problemOf(state: ServerState): Error | undefined {
    if (!state.isWritable) return noPrimary(`${nameOfServer(this.server)} is a standby or read-only`);
    if (this.timeline === 0 || state.timeline === this.timeline) return undefined;
    return noPrimary(
      `${nameOfServer(this.server)} has timeline ${state.timeline} instead of ${this.timeline}`,
    );
  }

  /** Waits until it may be written to. @throws `DatabaseUnavailableError` when that is after `deadline` */
  async writable(deadline: number): Promise<void> {
    const left = this.#writableFrom - performance.now();
    if (left <= 0) return;
    if (this.#writableFrom > deadline)
      throw noPrimary(`${nameOfServer(this.server)} has just become the primary and is not written to yet`);
    await sleep(left);
  }
}

/** The error when no server can be used. */
export function noPrimary(says: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError("No database server accepts writes right now", {
    cause: new Error(says),
  });
}
