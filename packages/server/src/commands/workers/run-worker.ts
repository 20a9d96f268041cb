import cluster from "node:cluster";
import type { Config } from "../../config.ts";
import { createMetrics, type Metrics } from "../../http/metrics.ts";
import { createLog, type Logger } from "../../log.ts";
import { startPlatform, type Platform } from "../../platform.ts";
import { mistakeText } from "../mistake.ts";
import { exitOnceWritten } from "../stop-on-signal.ts";
import type { FromWorker, ToWorker } from "./messages.ts";

/** Whether this process is a worker that another one supervises. */
export function isWorker({ workers }: Pick<Config, "workers">): boolean {
  return cluster.isWorker && workers > 1;
}

/** Serves as one of several processes, for as long as the one that supervises it wants and lives. */
export async function runWorker(config: Config): Promise<void> {
  const toldToStop = hearsAboutStopping();
  const { worker, port } = await told("start");
  const log = createLog(config.logLevel, { worker });
  const metrics = config.metricsPort === undefined ? undefined : createMetrics({ worker: String(worker) });
  try {
    const platform = await startPlatform({ config: { ...config, port }, log, metrics, isWorker: true });
    if (metrics !== undefined) tellMetricsWhenAsked(metrics);
    tell({ say: "listening", url: platform.url });
    await toldToStop;
    await stop(platform, log);
  } catch (error) {
    const why = mistakeText(error);
    if (why === undefined) console.error(error);
    tell({ say: "failed", why });
    leave(1);
  }
}

/** Also before there is anything to stop. */
function hearsAboutStopping(): Promise<unknown> {
  // A terminal sends it to every process at once; the one that supervises decides.
  process.on("SIGINT", () => undefined);
  const terminated = new Promise((resolve) => {
    process.on("SIGTERM", resolve);
  });
  return Promise.race([terminated, told("stop")]);
}

function told<Say extends ToWorker["say"]>(say: Say): Promise<Extract<ToWorker, { readonly say: Say }>> {
  return new Promise((resolve) => {
    process.on("message", (message: ToWorker) => {
      // The one kind of message that has this field.
      if (message.say === say) resolve(message as Extract<ToWorker, { readonly say: Say }>);
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

function tellMetricsWhenAsked(metrics: Metrics): void {
  process.on("message", (message: ToWorker) => {
    if (message.say !== "tell metrics") return;
    void metrics
      .values()
      .then((values) => tell({ say: "metrics", request: message.request, metrics: values }));
  });
}

function tell(message: FromWorker): void {
  if (process.connected) process.send?.(message, () => undefined);
}

/** Without its own farewell the process would be ended before the last lines of the log are written. */
function leave(code: number): void {
  cluster.worker?.disconnect();
  exitOnceWritten(code);
}
