import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server that gives clients' metadata documents, in the way that a test says. */
export interface DocumentHost {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  readonly requests: readonly IncomingMessage[];
  /** The address of a document. */
  address(path?: string): string;
  respond: (response: ServerResponse, request: IncomingMessage) => void;
}

/** Starts a host, whose documents are right until a test says otherwise. It is gone when the test is finished. */
export async function startDocumentHost(): Promise<DocumentHost> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    host.respond(response, request);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // It listens on a port.
  const { port } = server.address() as AddressInfo;
  const host: DocumentHost = {
    host: `127.0.0.1:${port}`,
    requests,
    address: (path = "/client.json") => `http://127.0.0.1:${port}${path}`,
    respond: (response, { url = "" }) => sendDocument(response, documentOf(host.address(url))),
  };
  return host;
}

/** A metadata document that is right. */
export function documentOf(clientId: string) {
  return {
    client_id: clientId,
    client_name: "Sample Agent",
    redirect_uris: ["http://localhost/callback", "http://127.0.0.1/callback"],
    token_endpoint_auth_method: "none",
  };
}

/** Sends a document as JSON. */
export function sendDocument(
  response: ServerResponse,
  document: object,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(200, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(document));
}
