import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** Which way a link is silent: both, or only from the clients to the server. */
type Silence = "both" | "to the server";

/** A link to a port of this machine that can fall silent, as a network does, or break. */
export class BreakableLink implements AsyncDisposable {
  readonly #server: Server;
  readonly #target: number;
  /** The sockets of clients and those to the server, with the way that what they receive goes on. */
  readonly #sockets = new Map<Socket, "to the server" | "to the client">();
  #state: "whole" | "broken" | Silence = "whole";

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((socket) => this.#join(socket));
  }

  /** Opens a link to a port. */
  static async to(target: number): Promise<BreakableLink> {
    const link = new BreakableLink(target);
    link.#server.listen(0, "127.0.0.1");
    await once(link.#server, "listening");
    return link;
  }

  /** The port of this end. */
  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the link is closed");
    return address.port;
  }

  /** From now on nothing gets through, or nothing from the clients to the server; connections stay open. */
  fallSilent(silence: Silence = "both"): void {
    this.#state = silence;
    for (const socket of this.#sockets.keys()) if (this.#isSilenced(socket)) socket.pause();
  }

  /** Ends all connections, and refuses further ones. */
  break(): void {
    this.#state = "broken";
    for (const socket of this.#sockets.keys()) socket.resetAndDestroy();
  }

  /** From now on the link works again; delayed data arrives late. */
  mend(): void {
    this.#state = "whole";
    for (const socket of this.#sockets.keys()) socket.resume();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.break();
    this.#server.close();
    await once(this.#server, "close");
  }

  #isSilenced(socket: Socket): boolean {
    return this.#state === "both" || this.#state === this.#sockets.get(socket);
  }

  #join(near: Socket): void {
    if (this.#state === "broken") return void near.resetAndDestroy();
    const far = connect(this.#target, "127.0.0.1");
    for (const [one, other, way] of [
      [near, far, "to the server"],
      [far, near, "to the client"],
    ] as const) {
      this.#sockets.set(one.setNoDelay(true), way);
      one.on("data", (bytes) => void other.write(bytes));
      one.on("error", () => other.destroy());
      one.once("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      if (this.#isSilenced(one)) one.pause();
    }
  }
}
