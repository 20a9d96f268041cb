import {
  AggregatorRegistry,
  collectDefaultMetrics,
  Counter,
  Histogram,
  Registry,
  type MetricObjectWithValues,
  type MetricValue,
} from "prom-client";
import type { ReadableMetrics } from "@survey-open-platform/service";
import type { ObservedRequest } from "./request-observer.ts";

/** Upper bounds in seconds: calls take tenths of milliseconds, a durable commit milliseconds, a password 50 ms. */
const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

/** Kinds of token that are counted; labels have these and nothing else of a token. */
export type CountedToken = "user_access" | "refresh" | "team_access";

/** What one process counted, in a form that can be handed to another. */
export type WorkerMetrics = readonly MetricObjectWithValues<MetricValue<string>>[];

/** What is counted for Prometheus. */
export interface Metrics extends ReadableMetrics {
  readonly values: () => Promise<WorkerMetrics>;
  readonly countRequest: (request: ObservedRequest) => void;
  readonly countToken: (kind: CountedToken) => void;
  /** Adds the numbers of lines of the request log; they are asked for at each reading. */
  readonly watchRequestLog: (counts: () => RequestLogLines) => void;
}

/** Lines of the request log since the start of the process. */
export interface RequestLogLines {
  readonly written: number;
  readonly dropped: number;
}

/**
 * Starts counting. Labels are route patterns, error types and kinds of token: sets that the code fixes, so
 * nothing that a caller sends can become one.
 *
 * @param labels what every value carries besides, such as the number of the worker
 */
export function createMetrics(labels: Readonly<Record<string, string>> = {}): Metrics {
  const registry = new Registry();
  registry.setDefaultLabels(labels);
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const requests = new Counter({
    name: "sop_requests_total",
    help: "Requests served, by route pattern and error type; ok where there was none.",
    labelNames: ["route", "error_type"],
    registers,
  });
  const durations = new Histogram({
    name: "sop_request_duration_seconds",
    help: "Time from a request's first handling to its response, by route pattern.",
    labelNames: ["route"],
    buckets: durationBuckets,
    registers,
  });
  const tokens = new Counter({
    name: "sop_tokens_issued_total",
    help: "Tokens issued, by kind.",
    labelNames: ["kind"],
    registers,
  });
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    values: () => registry.getMetricsAsJSON(),
    countRequest({ route, error, refusedSignIn, milliseconds }) {
      requests.inc({ route, error_type: error?.type ?? refusedSignIn?.problem ?? "ok" });
      durations.observe({ route }, milliseconds / 1000);
    },
    countToken: (kind) => tokens.inc({ kind }),
    watchRequestLog: (counts) => registry.registerMetric(requestLogLines(counts)),
  };
}

function requestLogLines(counts: () => RequestLogLines): Counter {
  return new Counter({
    name: "sop_request_log_lines_total",
    help: "Lines of the request log: written, or dropped because there was no room for them.",
    labelNames: ["outcome"],
    registers: [],
    collect() {
      const { written, dropped } = counts();
      this.reset();
      this.inc({ outcome: "written" }, written);
      this.inc({ outcome: "dropped" }, dropped);
    },
  });
}

/** What the process counts that supervises others, and reads out together with theirs. */
export interface SupervisorMetrics extends ReadableMetrics {
  readonly countRestart: (worker: number) => void;
}

/**
 * Merges the metrics of several processes. Each value keeps its worker as a label: a restarted worker begins at 0,
 * so a sum over all workers would fall, which Prometheus takes for a counter reset.
 */
export function supervisorMetrics(workers: () => Promise<readonly WorkerMetrics[]>): SupervisorMetrics {
  const registry = new Registry();
  const restarts = new Counter({
    name: "sop_worker_restarts_total",
    help: "Workers that exited and were started again.",
    labelNames: ["worker"],
    registers: [registry],
  });
  return {
    contentType: registry.contentType,
    async text() {
      const all = [await registry.getMetricsAsJSON(), ...(await workers())];
      return AggregatorRegistry.aggregate(all.map((values) => [...values])).metrics();
    },
    countRestart: (worker) => restarts.inc({ worker: String(worker) }),
  };
}
