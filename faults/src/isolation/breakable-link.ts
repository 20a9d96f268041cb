import { once } from "node:events";
import { connect, createServer, type Server, type Socket } from "node:net";

/** A link to a port of this machine that can fall silent, as a network does, or break. */
export class BreakableLink implements AsyncDisposable {
  readonly #server: Server;
  readonly #target: number;
  readonly #sockets = new Set<Socket>();
  #state: "whole" | "silent" | "broken" = "whole";

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

  /** From now on nothing gets through; connections stay open. */
  fallSilent(): void {
    this.#state = "silent";
    for (const socket of this.#sockets) socket.pause();
  }

  /** Ends all connections, and refuses further ones. */
  break(): void {
    this.#state = "broken";
    for (const socket of this.#sockets) socket.resetAndDestroy();
  }

  /** From now on the link works again; delayed data arrives late. */
  mend(): void {
    this.#state = "whole";
    for (const socket of this.#sockets) socket.resume();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.break();
    this.#server.close();
    await once(this.#server, "close");
  }

  #join(near: Socket): void {
    if (this.#state === "broken") return void near.resetAndDestroy();
    const far = connect(this.#target, "127.0.0.1");
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(one.setNoDelay(true));
      one.on("data", (bytes) => void other.write(bytes));
      one.on("error", () => other.destroy());
      one.once("close", () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      if (this.#state === "silent") one.pause();
    }
  }
}
