import { Socket } from "node:net";
import { Client, type ClientConfig } from "pg";
import { readServerState, type ServerState } from "./postgres-state.ts";

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

  /** @throws Error that says why there was no answer in time */
  async ask(): Promise<ServerState> {
    let isLate = false;
    const late = setTimeout(() => {
      isLate = true;
      this.close();
    }, this.#limitMilliseconds);
    try {
      this.#connection ??= this.#connect();
      return await readServerState(await this.#connection);
    } catch (error) {
      this.close();
      throw isLate ? new Error(`no response within ${this.#limitMilliseconds} ms`, { cause: error }) : error;
    } finally {
      clearTimeout(late);
    }
  }

  /** Ends the connection; what is being asked fails. */
  close(): void {
    this.#connection = undefined;
    this.#socket?.destroy();
  }

  async #connect(): Promise<Client> {
    const socket = new Socket();
    this.#socket = socket;
    const client = new Client({ ...this.server, stream: () => socket, keepAlive: true });
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
