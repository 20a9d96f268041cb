import cluster from "node:cluster";
import { createServer, type AddressInfo } from "node:net";
import { listenForMetrics } from "@survey-open-platform/service";
import type { Config } from "../../config.ts";
import { supervisorMetrics } from "../../http/metrics.ts";
import {
  openPlatformDatabase,
  type Platform,
  type PlatformDatabase,
  type PlatformOptions,
} from "../../platform.ts";
import { Supervisor } from "./supervisor.ts";

/**
 * Serves with several processes on one port. This process prepares the database once, before any of them, and from
 * then on only supervises.
 *
 * @throws when the database or an address cannot be used; nothing is left running then
 */
export async function startWorkers({
  config,
  log,
  stopping,
  beforeListening,
}: Pick<PlatformOptions, "config" | "log" | "stopping" | "beforeListening">): Promise<Platform> {
  await prepareDatabase(config, async (database) => {
    stopping?.throwIfAborted();
    await beforeListening?.(database);
  });
  stopping?.throwIfAborted();
  // Whoever is free takes the next connection from the queue that all share: one that hangs or dies takes none along.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // Numbers among the metrics that are none survive this way.
  cluster.setupPrimary({ serialization: "advanced" });
  await using opened = new AsyncDisposableStack();
  const metrics = supervisorMetrics(() => supervisor.metrics());
  const port = await usablePort(config);
  const supervisor = new Supervisor({
    workers: config.workers,
    port,
    log,
    noteRestart: metrics.countRestart,
  });
  opened.defer(() => supervisor.stop());
  if (config.metricsPort !== undefined) {
    const listener = opened.adopt(await listenForMetrics(metrics, config.metricsPort), (open) => open.stop());
    log.info({ url: listener.url }, "metrics");
  }
  const url = await supervisor.start();
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

/**
 * The port, once it has been seen that it can be listened on: what is wrong with it is told before any worker is
 * started, and one that is chosen freely has to be known to those that are started later too.
 */
async function usablePort({ host, port }: Config): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, () => resolve());
  });
  // A listening TCP server has an address of this shape.
  const { port: usable } = server.address() as AddressInfo;
  await new Promise((resolve) => {
    server.close(resolve);
  });
  return usable;
}
