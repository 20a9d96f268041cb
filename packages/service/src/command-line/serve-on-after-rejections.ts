import type { Logger } from "../log.ts";

/**
 * Lets a service go on when a promise is rejected that nothing handles, and says so in its log: it is a defect, but one of a single
 * request, and without this Node ends the process with all others. An exception that nothing catches still ends it, see
 * docs/adr/README.md.
 */
export function serveOnAfterRejections(log: Pick<Logger, "error">): void {
  process.on("unhandledRejection", (reason) => log.error({ err: reason }, "unhandled rejection"));
}
