import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A website with one page, which ends with the test. @returns its port */
export async function startWebsite(html: string): Promise<number> {
  const server = createServer((_, response) => response.setHeader("content-type", "text/html").end(html));
  server.listen(0);
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  // A listening TCP server has an address of this shape.
  return (server.address() as AddressInfo).port;
}
