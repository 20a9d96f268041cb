import cluster from "node:cluster";
import { once } from "node:events";
import {
  createLog,
  exitOnceWritten,
  serveOnAfterRejections,
  type Logger,
} from "@survey-open-platform/service";
import type { SettingInEffect } from "../../../config/read-config.ts";
import type { Config } from "../../../config/settings.ts";
import { createMetrics, type Metrics } from "../../../http/metrics.ts";
import { startPlatform, type Platform } from "../../../platform.ts";
import { textOfExpected } from "../expected-errors.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

/** Whether this process is a worker of a supervisor. */
export function isWorker({ workers }: Pick<Config, "workers">): boolean {
  return cluster.isWorker && workers > 1;
}

/** Serves as one of several processes until it is stopped or its supervisor ends. */
export async function runWorker(config: Config, settings: readonly SettingInEffect[]): Promise<void> {
  const stopping = askedToStop();
  const isReady = nodeReadiness();
  const started = message("start");
  send({ say: "loaded" });
  const { worker, port } = await started;
  const log = createLog(config.logLevel, { worker });
  serveOnAfterRejections(log);
  const metrics = config.metricsPort === undefined ? undefined : createMetrics({ worker: String(worker) });
  try {
    const options = {
      config: { ...config, port },
      settings,
      log,
      metrics,
      stopping,
      supervised: { isReady },
    };
    const platform = await startPlatform(options);
    if (metrics !== undefined) sendMetricsOnRequest(metrics);
    send({ say: "listening", url: platform.url });
    if (!stopping.aborted) await once(stopping, "abort");
    await stop(platform, log);
  } catch (error) {
    if (error === stopping.reason) return leave(0);
    const why = textOfExpected(error);
    if (why === undefined) console.error(error);
    send({ say: "failed", why });
    leave(1);
  }
}

/** Aborts when the supervisor stops the node, and when this worker alone is sent SIGTERM. */
function askedToStop(): AbortSignal {
  const asked = new AbortController();
  // A terminal sends these to every process at once; the supervisor decides.
  for (const signal of ["SIGINT", "SIGHUP"] as const) process.on(signal, () => undefined);
  process.on("SIGTERM", () => {
    send({ say: "stopping" });
    asked.abort();
  });
  void message("stop").then(() => asked.abort());
  return asked.signal;
}

/** Whether the whole node is ready: one worker that stops or is replaced does not make it unready. */
function nodeReadiness(): () => boolean {
  let isReady = false;
  void message("start").then(({ isNodeReady }) => (isReady ||= isNodeReady));
  const becomeReady = async () => {
    await message("node ready");
    isReady = true;
    send({ say: "ready" });
  };
  void becomeReady();
  let isStopping = false;
  void message("stop").then(() => (isStopping = true));
  return () => isReady && !isStopping;
}

/** The first message of a kind. */
function message<Say extends ToWorker["say"]>(say: Say): Promise<Extract<ToWorker, { readonly say: Say }>> {
  return new Promise((resolve) => {
    process.on("message", (received: ToWorker) => {
      // The one kind of message that has this field.
      if (received.say === say) resolve(received as Extract<ToWorker, { readonly say: Say }>);
    });
  });
}

async function stop(platform: Platform, log: Logger): Promise<void> {
  try {
    await platform.stop();
    leave(0);
  } catch (error) {
    log.error({ err: error }, "stopping failed");
    leave(1);
  }
}

function sendMetricsOnRequest(metrics: Metrics): void {
  process.on("message", (received: ToWorker) => {
    if (received.say !== "send metrics") return;
    void metrics
      .values()
      .then((values) => send({ say: "metrics", request: received.request, metrics: values }));
  });
}

function send(sent: FromWorker): void {
  if (process.connected) process.send?.(sent, () => undefined);
}

/** Disconnects first: otherwise the process would be ended before the last lines of the log are written. */
function leave(code: number): void {
  cluster.worker?.disconnect();
  exitOnceWritten(code);
}
