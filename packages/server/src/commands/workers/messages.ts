import type { WorkerMetrics } from "../../http/metrics.ts";

/** What the supervising process says to a worker. */
export type ToWorker =
  /** Begin to serve, on the port that every worker shares. */
  | { readonly say: "start"; readonly worker: number; readonly port: number }
  | { readonly say: "tell metrics"; readonly request: number }
  | { readonly say: "stop" };

/** What a worker says to the supervising process. */
export type FromWorker =
  | { readonly say: "listening"; readonly url: string }
  /** It cannot start; why is undefined for what should not happen, of which its own stack tells. */
  | { readonly say: "failed"; readonly why: string | undefined }
  | { readonly say: "metrics"; readonly request: number; readonly metrics: WorkerMetrics };
