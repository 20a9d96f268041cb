import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** Adds a bearer token to every request, for programs that have no way to send one. */
export interface TokenProxy extends AsyncDisposable {
  readonly url: string;
}

/** Stands in front of a platform on this machine. What names the proxy's own address names the platform's behind it; any other stays. */
export async function startTokenProxy(platformUrl: string, token: string): Promise<TokenProxy> {
  const platform = new URL(platformUrl);
  const server = createServer((request, response) => {
    const own = `127.0.0.1:${portOf(server)}`;
    const renamed = (text: string | undefined) =>
      text?.replace(own, platform.host).replace(`localhost:${portOf(server)}`, platform.host);
    const { host, origin } = request.headers;
    const headers = { ...request.headers, host: renamed(host), authorization: `Bearer ${token}` };
    const options = {
      method: request.method,
      headers: origin === undefined ? headers : { ...headers, origin: renamed(origin) },
    };
    const passed = send(new URL(request.url ?? "/", platform), options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    passed.on("error", () => response.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}

function portOf(server: ReturnType<typeof createServer>): number {
  // A listening TCP server has an address of this shape.
  return (server.address() as AddressInfo).port;
}
