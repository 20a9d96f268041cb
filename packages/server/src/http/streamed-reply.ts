import type { ServerResponse } from "node:http";

/** A response that is longer than what a process should hold: it is sent while it is read. */
export class StreamedReply {
  readonly contentType: string;
  readonly content: AsyncIterable<Uint8Array>;

  constructor(contentType: string, content: AsyncIterable<Uint8Array>) {
    this.contentType = contentType;
    this.content = content;
  }

  /**
   * Sends it, as slowly as it is taken, and ends when its reader goes away. What fails before there is anything to send is thrown
   * before anything is sent. Its length is not known: a response that fails half-way has to be cut off, so that no client takes it for a
   * whole one (RFC 9112, section 8).
   *
   * @throws what reading the content throws
   */
  async sendTo(response: ServerResponse, headers: Readonly<Record<string, string>>): Promise<void> {
    const chunks = this.content[Symbol.asyncIterator]();
    try {
      let next = await chunks.next();
      response.writeHead(200, { ...headers, "Content-Type": this.contentType });
      while (next.done !== true && !response.destroyed) {
        if (!response.write(next.value)) await taken(response);
        next = await chunks.next();
      }
      response.end();
    } finally {
      await chunks.return?.();
    }
  }
}

/** Waits until what was written is taken, or the reader is gone. */
function taken(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      response.off("drain", end).off("close", end);
      resolve();
    };
    response.on("drain", end).on("close", end);
  });
}
