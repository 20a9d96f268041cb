import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer, type SMTPServerDataStream } from "smtp-server";

/** How a mail server misbehaves with a mail that it gets for the first time. */
export type Misbehaviour = "none" | "refuses" | "forgets" | "answers twice" | "hangs" | "ends the session";

/** Which mails the server misbehaves with: each kind of misbehaviour meets some of a few thousand mails. */
export function misbehaviourOf(place: number): Misbehaviour {
  if (place % 50 === 1) return "refuses";
  if (place % 50 === 2) return "forgets";
  if (place % 50 === 3) return "answers twice";
  if (place % 5000 === 4) return "hangs";
  if (place % 5000 === 5) return "ends the session";
  return "none";
}

/** A mail server that counts what it takes, and misbehaves once for some mails. */
export class FaultyMailServer implements AsyncDisposable {
  /** How often each Message-ID was taken, by the receiver. */
  readonly taken = new Map<string, Map<string, number>>();
  readonly #met = new Set<string>();
  #held: Promise<unknown> = Promise.resolve();
  readonly #sockets = new Map<string, Socket>();
  readonly #server: SMTPServer;
  readonly #isFaulty: boolean;

  /** @param isFaulty whether it misbehaves. Default true */
  constructor({ isFaulty = true } = {}) {
    this.#isFaulty = isFaulty;
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS", "AUTH"],
      disableReverseLookup: true,
      onData: (stream, { envelope, remotePort }, done) => {
        const receiver = envelope.rcptTo[0]?.address ?? "";
        void this.#receive(stream, { receiver, port: remotePort, done });
      },
    });
    this.#server.on("error", () => undefined);
    this.#server.server.on("connection", (socket: Socket) => {
      const key = String(socket.remotePort);
      this.#sockets.set(key, socket);
      socket.once("close", () => this.#sockets.delete(key));
    });
  }

  /** @returns its address */
  async listen(): Promise<string> {
    await new Promise<void>((listening) => this.#server.listen(0, "127.0.0.1", () => listening()));
    // It listens on a port, so its address is no path.
    return `smtp://127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  /** Takes nothing more until something is done. */
  async holdWhile(doing: Promise<unknown>): Promise<void> {
    this.#held = doing.catch(() => undefined);
    await doing;
  }

  /** A connection that breaks within a mail is one of a node that was killed: nothing was taken. */
  async #receive(stream: SMTPServerDataStream, arrival: Omit<Arrival, "messageId">): Promise<void> {
    const mail = await text(stream).catch(() => undefined);
    await this.#held;
    // Its node may have waited too long, or was killed meanwhile.
    const isThere = this.#sockets.has(String(arrival.port));
    if (mail !== undefined && isThere) this.#take({ ...arrival, messageId: messageIdIn(mail) });
  }

  #take({ receiver, messageId, port, done }: Arrival): void {
    const isFirst = !this.#met.has(receiver);
    this.#met.add(receiver);
    const misbehaviour = isFirst && this.#isFaulty ? misbehaviourOf(placeOf(receiver)) : "none";
    const socket = this.#sockets.get(String(port));
    if (misbehaviour === "hangs") return;
    if (misbehaviour === "refuses") return done(withStatus(451, "try again"));
    if (misbehaviour === "ends the session") return done(withStatus(421, "shutting down"));
    this.#count(receiver, messageId);
    if (misbehaviour === "forgets") return void socket?.destroy();
    done();
    if (misbehaviour === "answers twice") socket?.write("250 OK\r\n");
  }

  #count(receiver: string, messageId: string): void {
    const counts = this.taken.get(receiver) ?? new Map<string, number>();
    this.taken.set(receiver, counts.set(messageId, (counts.get(messageId) ?? 0) + 1));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets.values()) socket.destroy();
    await new Promise<void>((closed) => this.#server.close(() => closed()));
  }
}

interface Arrival {
  readonly receiver: string;
  readonly messageId: string;
  readonly port: number;
  readonly done: (error?: Error) => void;
}

/** The address of a receiver. */
export function receiverOf(place: number): string {
  return `person${place}@mail.example`;
}

function placeOf(receiver: string): number {
  return Number(/\d+/.exec(receiver)?.[0]);
}

function withStatus(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function messageIdIn(mail: string): string {
  return /^Message-ID: *(<[^>]*>)/im.exec(mail)?.[1] ?? "";
}
