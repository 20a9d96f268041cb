import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import type { Logger } from "@survey-open-platform/service";
import { release } from "../model/release.ts";
import type { RequestLog } from "../http/request-log/request-log.ts";
import { reportNode, reportEveryMilliseconds } from "../store/installation/node-table.ts";
import type { Store } from "../store/store.ts";

/** What a process needs to report that it serves. */
export interface ReportDependencies {
  readonly store: Pick<Store, "write">;
  readonly requestLog: Pick<RequestLog, "counts">;
  readonly log: Logger;
}

/**
 * Records in the database that this process serves, now and once a minute.
 *
 * @returns the timer, once the first report has been tried: a process that listens writes nothing on its own then, so
 * that others do not wait for its transaction if it hangs
 */
export async function reportRegularly({
  store,
  requestLog,
  log,
}: ReportDependencies): Promise<NodeJS.Timeout> {
  const self = { id: randomUUID(), host: hostname(), pid: process.pid, release, runtime: process.version };
  const report = async () => {
    const changing = { clock: Date.now(), linesDropped: requestLog.counts.dropped };
    try {
      await store.write(reportNode, { ...self, ...changing });
    } catch (error) {
      log.debug({ err: error }, "this process could not be recorded as serving");
    }
  };
  await report();
  return setInterval(() => void report(), reportEveryMilliseconds).unref();
}
