export { listen, type DirectHandler, type Listener, type ListenerOptions } from "./http/listener.ts";
export { countHeaders, type Refusal, type RefusalStatus } from "./http/malformed-request.ts";
export { listenForMetrics, type MetricsListener, type ReadableMetrics } from "./http/metrics-listener.ts";
export { PathRouter, pathOf, type PathMatch } from "./http/path-router.ts";
