import type { WorkerMetrics } from "../../../http/metrics.ts";

/** What the supervisor sends to a worker. */
export type ToWorker =
  /** Serve on the port that all workers share. */
  | { readonly say: "start"; readonly worker: number; readonly port: number; readonly isNodeReady: boolean }
  /** Every worker of the node listens. */
  | { readonly say: "node ready" }
  | { readonly say: "send metrics"; readonly request: number }
  /** The whole node stops. */
  | { readonly say: "stop" };

/** What a worker sends to the supervisor. */
export type FromWorker =
  /** It receives messages from now on. */
  | { readonly say: "loaded" }
  | { readonly say: "listening"; readonly url: string }
  /** It has taken note that the node is ready. */
  | { readonly say: "ready" }
  /** It was sent SIGTERM: it finishes its requests and needs a replacement. */
  | { readonly say: "stopping" }
  /** It cannot start; why is undefined for unexpected errors, which it prints itself with their stack. */
  | { readonly say: "failed"; readonly why: string | undefined }
  | { readonly say: "metrics"; readonly request: number; readonly metrics: WorkerMetrics };
