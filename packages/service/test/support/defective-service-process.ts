/** A service whose every response leaves a rejection behind that nothing handles. It prints its port. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createLog } from "../../src/log.ts";
import { startUntilSignal } from "../../src/command-line/stop-on-signal.ts";

const log = createLog("info");

await startUntilSignal(log, async () => {
  const server = createServer((_request, response) => {
    void Promise.reject(new Error("a defect of one request"));
    response.end("served");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  // A server on TCP has such an address.
  const { port } = server.address() as AddressInfo;
  log.info({ port }, "listening");
  return {
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
});
