import { Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClientConfig } from "pg";
import { DatabaseUnavailableError } from "./errors.ts";
import type { ResultGuard } from "./postgres-connection.ts";
import { nameOfServer, type ServerState } from "./postgres-state.ts";

/** A server that accepts writes. Times are those of `performance.now()`. */
export interface PrimaryOptions {
  readonly server: ClientConfig;
  /** 0 when the address names one server, whose timeline is not read. */
  readonly timeline: number;
  /** Nothing is read from it or written to it before, see {@link PrimaryFinder}. */
  readonly usableFrom: number;
  /** Whether it is the first one that this process uses: then there is nothing to do but wait for it. */
  readonly isFirst: boolean;
  /** Asks the other servers whether one of them was promoted. @throws `DatabaseUnavailableError` without an answer in time */
  readonly confirm: (primary: Primary) => Promise<void>;
}

/** A server that accepts writes, as long as no newer one is known. */
export class Primary implements ResultGuard {
  readonly server: ClientConfig;
  readonly timeline: number;
  readonly #options: PrimaryOptions;
  readonly #sockets = new Set<Socket>();
  #isReplaced = false;
  #trustedUntil = Infinity;

  constructor(options: PrimaryOptions) {
    this.server = options.server;
    this.timeline = options.timeline;
    this.#options = options;
  }

  get isReplaced(): boolean {
    return this.#isReplaced;
  }

  /** Whether a result that has just arrived may be older than the promotion of another server. */
  get needsConfirmation(): boolean {
    return this.#trustedUntil !== Infinity && !this.isTrustedAt(performance.now());
  }

  isTrustedAt(time: number): boolean {
    return time <= this.#trustedUntil;
  }

  /** Results that arrive until then are older than anything that is read from or written to another server. */
  trustUntil(time: number): void {
    if (!this.#isReplaced) this.#trustedUntil = time;
  }

  /** Makes sure that results that have arrived count. @throws `DatabaseUnavailableError` when they do not */
  async confirm(): Promise<void> {
    if (!this.#isReplaced) await this.#options.confirm(this);
    if (this.#isReplaced) throw noPrimary(`${nameOfServer(this.server)} was replaced`);
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
    this.#trustedUntil = -Infinity;
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

  /** Waits until it may be used. @throws `DatabaseUnavailableError` when that is after `deadline` */
  async usable(deadline: number): Promise<void> {
    const { usableFrom, isFirst } = this.#options;
    const left = usableFrom - performance.now();
    if (left <= 0) return;
    if (usableFrom > deadline && !isFirst)
      throw noPrimary(`${nameOfServer(this.server)} has just become the primary and is not used yet`);
    await sleep(left);
  }
}

/** The error when no server can be used. */
export function noPrimary(says: string): DatabaseUnavailableError {
  return new DatabaseUnavailableError("No database server accepts writes right now", {
    cause: new Error(says),
  });
}
