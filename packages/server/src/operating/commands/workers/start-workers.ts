import cluster from "node:cluster";
import { once } from "node:events";
import { createServer } from "node:net";
import { listenForMetrics } from "@survey-open-platform/service";
import type { Config } from "../../../config/settings.ts";
import { supervisorMetrics } from "../../../http/metrics.ts";
import {
  openPlatformDatabase,
  type Platform,
  type PlatformDatabase,
  type PlatformOptions,
} from "../../../platform.ts";
import { Supervisor } from "./supervisor.ts";

/** What a platform with several processes is started with. */
type WorkersOptions = Pick<PlatformOptions, "config" | "log" | "beforeListening"> & {
  readonly stopping: AbortSignal;
};

/**
 * Serves with several processes on one port. This process prepares the database before any of them starts, and then
 * only supervises.
 *
 * @throws when the database or an address cannot be used; nothing is left running then
 */
export async function startWorkers({
  config,
  log,
  stopping,
  beforeListening,
}: WorkersOptions): Promise<Platform> {
  await prepareDatabase(config, async (database) => {
    stopping.throwIfAborted();
    await beforeListening?.(database);
  });
  stopping.throwIfAborted();
  // A worker that is free takes the next connection from the shared queue; one that hangs or dies takes none with it.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // JSON would turn NaN among the metrics into null.
  cluster.setupPrimary({ serialization: "advanced" });
  await using opened = new AsyncDisposableStack();
  const metrics = supervisorMetrics(() => supervisor.metrics());
  await checkAddress(config);
  const supervisor = new Supervisor({
    workers: config.workers,
    port: config.port,
    log,
    noteRestart: metrics.countRestart,
  });
  opened.defer(() => supervisor.stop());
  if (config.metricsPort !== undefined) {
    const listener = opened.adopt(await listenForMetrics(metrics, config.metricsPort), (open) => open.stop());
    log.info({ url: listener.url }, "metrics");
  }
  const url = await startAll(supervisor, stopping);
  log.info({ url, workers: config.workers }, "listening");
  const running = opened.move();
  return {
    url,
    async stop() {
      log.info("stopping");
      await running.disposeAsync();
      log.info("stopped");
    },
  };
}

/** @throws the reason of `stopping` as soon as it aborts */
async function startAll(supervisor: Supervisor, stopping: AbortSignal): Promise<string> {
  const starting = supervisor.start();
  await Promise.race([starting, stopping.aborted ? undefined : once(stopping, "abort")]);
  stopping.throwIfAborted();
  return await starting;
}

async function prepareDatabase(
  config: Config,
  prepare: (database: PlatformDatabase) => Promise<void>,
): Promise<void> {
  const database = await openPlatformDatabase(config);
  try {
    await prepare(database);
  } finally {
    await database.close();
  }
}

/** Listens for a moment, so that errors are reported before any worker is started. */
async function checkAddress({ host, port }: Config): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => resolve());
  });
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
