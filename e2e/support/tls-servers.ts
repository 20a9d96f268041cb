import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { RequestListener } from "node:http";
import { createServer as createWebServer } from "node:https";
import { type AddressInfo, connect, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer, type TLSSocket } from "node:tls";
import { outputOf } from "../../scripts/processes/run-program.ts";

/** A key and its certificate, which is signed with itself: a browser has to be started so that it takes it. */
interface Credentials {
  readonly key: Buffer;
  readonly cert: Buffer;
}

/** Makes a certificate for `localhost` and `127.0.0.1`, which browsers take for different sites. */
export async function makeCredentials(): Promise<Credentials> {
  const folder = mkdtempSync(join(tmpdir(), "sop-tls-"));
  const [key, certificate] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const request =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost";
  const names = ["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  try {
    await outputOf("openssl", [...request.split(" "), ...names, "-keyout", key, "-out", certificate]);
    return { key: readFileSync(key), cert: readFileSync(certificate) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** A server over TLS. It ends with `await using`. */
export interface TlsServer extends AsyncDisposable {
  readonly port: number;
}

/** A website over TLS. */
export function startTlsWebsite(credentials: Credentials, handle: RequestListener): Promise<TlsServer> {
  return listening(createWebServer(credentials, handle), new Set());
}

/** TLS in front of a server that has none; `portOf` says where that is at each connection. */
export function startTlsRelay(credentials: Credentials, portOf: () => number): Promise<TlsServer> {
  const open = new Set<TLSSocket>();
  const server = createTlsServer(credentials, (secured) => {
    open.add(secured);
    const target = connect({ host: "127.0.0.1", port: portOf() });
    secured.pipe(target).pipe(secured);
    // A browser ends connections whenever it likes.
    secured.on("error", () => target.destroy()).on("close", () => open.delete(secured));
    target.on("error", () => secured.destroy());
  });
  return listening(server, open);
}

async function listening(server: Server, open: ReadonlySet<TLSSocket>): Promise<TlsServer> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    // A listening TCP server has an address of this shape.
    port: (server.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      const closed = once(server, "close");
      server.close();
      if ("closeAllConnections" in server && typeof server.closeAllConnections === "function")
        server.closeAllConnections();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
