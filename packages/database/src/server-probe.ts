import { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";
import { readServerState, type ServerState } from "./postgres-state.ts";

/**
 * A time limit is counted in this many parts, so that a process that was stopped (SIGSTOP, a busy machine) has lost one part
 * of it at most: its own stop says nothing about the server.
 */
const partsOfLimit = 10;

/** What a server said of itself, or why there was no response in time. Times are those of `performance.now()`. */
export type Answer = {
  readonly probe: ServerProbe;
  readonly askedAt: number;
  readonly arrivedAt: number;
} & ({ readonly state: ServerState } | { readonly reason: unknown });

/** Asks one server for its state, over a connection that is kept. */
export class ServerProbe {
  readonly server: ClientConfig;
  readonly #limitMilliseconds: number;
  #connection: Promise<Client> | undefined;
  #socket: Socket | undefined;

  /** @param limitMilliseconds time limit of connecting and asking together */
  constructor(server: ClientConfig, limitMilliseconds: number) {
    this.server = server;
    this.#limitMilliseconds = limitMilliseconds;
  }

  /** Never rejects. Questions may overlap. */
  async ask(): Promise<Answer> {
    const askedAt = performance.now();
    const said = await this.#tryToAsk();
    return { probe: this, askedAt, arrivedAt: performance.now(), ...said };
  }

  /** Ends the connection; what is being asked fails. */
  close(): void {
    this.#connection = undefined;
    this.#socket?.destroy();
  }

  async #tryToAsk(): Promise<{ readonly state: ServerState } | { readonly reason: unknown }> {
    const connection = (this.#connection ??= this.#connect());
    // Another question may have opened a new one meanwhile.
    const close = () => connection === this.#connection && this.close();
    let parts = 0;
    const late = setInterval(() => {
      parts += 1;
      if (parts === partsOfLimit) close();
    }, this.#limitMilliseconds / partsOfLimit);
    try {
      return { state: await readServerState(await connection) };
    } catch (cause) {
      close();
      const isLate = parts >= partsOfLimit;
      return {
        reason: isLate ? new Error(`no response within ${this.#limitMilliseconds} ms`, { cause }) : cause,
      };
    } finally {
      clearInterval(late);
    }
  }

  async #connect(): Promise<Client> {
    const socket = new Socket();
    this.#socket = socket;
    const client = new Client({ ...this.server, stream: () => socket, keepAlive: true, pipeline: true });
    const forget = () => {
      if (this.#socket === socket) this.#connection = undefined;
    };
    // What is being asked fails too; a connection that ends while idle is replaced by the next question.
    client.on("error", forget);
    client.on("end", forget);
    await client.connect();
    // It must not keep the process running.
    socket.unref();
    return client;
  }
}
