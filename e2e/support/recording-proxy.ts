import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** What stands between a program and a platform, and knows every token that went by. */
export type RecordingProxy = AsyncDisposable & {
  readonly url: string;
  /** Tokens in answers so far. */
  readonly tokens: ReadonlySet<string>;
};

/** Passes calls on to a platform as they are. */
export async function startRecordingProxy(platformUrl: () => string): Promise<RecordingProxy> {
  const tokens = new Set<string>();
  const server = createServer((request, response) => {
    const pass = async () => {
      const answer = await fetch(platformUrl() + (request.url ?? ""), { method: request.method ?? "GET" });
      const text = await answer.text();
      for (const [, token = ""] of text.matchAll(/"(?:access|refresh)_token":"([^"]+)"/g)) tokens.add(token);
      response.writeHead(answer.status, { "Content-Type": "application/json" }).end(text);
    };
    pass().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    tokens,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
