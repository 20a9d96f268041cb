import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer, type AddressInfo, type NetConnectOpts } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { TLSSocket } from "node:tls";
import { onTestFinished } from "vitest";
import { outputOf } from "../../../../scripts/processes/run-program.ts";

/** What a PostgreSQL client sends first when it wants TLS, and what says that it may begin. */
const tlsRequestBytes = 8;
const go = "S";

/** A server that speaks TLS, in front of one that does not. */
export interface TlsRelay {
  readonly port: number;
  /** Path of the certificate that its own is signed with: its own. */
  readonly certificateFile: string;
}

/** Starts a relay whose certificate is for `localhost`; it is gone when the test is finished. */
export async function startTlsRelay(place: NetConnectOpts): Promise<TlsRelay> {
  const { keyFile, certificateFile } = await makeCertificate();
  const server = createServer((client) => {
    client.once("readable", () => {
      client.read(tlsRequestBytes);
      client.write(go);
      const secured = new TLSSocket(client, {
        isServer: true,
        key: readFileSync(keyFile),
        cert: readFileSync(certificateFile),
      });
      const target = connect(place);
      secured.pipe(target).pipe(secured);
      for (const socket of [client, secured, target]) socket.on("error", () => target.destroy());
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve());
  });
  onTestFinished(() => void server.close());
  // A server that listens on TCP has an address of this shape.
  return { port: (server.address() as AddressInfo).port, certificateFile };
}

async function makeCertificate(): Promise<{ readonly keyFile: string; readonly certificateFile: string }> {
  const folder = mkdtempSync(join(tmpdir(), "tls-relay-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [keyFile, certificateFile] = [join(folder, "key.pem"), join(folder, "certificate.pem")];
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const files = ["-keyout", keyFile, "-out", certificateFile];
  const request = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"];
  await outputOf("openssl", [...request, ...subject, ...files]);
  return { keyFile, certificateFile };
}
