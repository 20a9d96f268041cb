import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Upper bounds in seconds: a token comes from memory, a proxied call from a platform. */
const durationBuckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 15];

/** The state of an application when metrics are read. */
export interface TokenGauges {
  readonly appid: string;
  readonly version: number;
  readonly expiresInSeconds: number;
  readonly isInDoubt: boolean;
  readonly isHeldBack: boolean;
}

/** What is counted for Prometheus. */
export interface Metrics {
  readonly contentType: string;
  /** Everything counted so far, in the text form that Prometheus reads. */
  readonly text: () => Promise<string>;
  readonly countRequest: (route: string, error: string | undefined, milliseconds: number) => void;
  readonly countMint: (appid: string, reason: string) => void;
  readonly countFailedMint: (appid: string, error: string) => void;
  readonly countReport: (appid: string, outcome: "confirmed" | "unfounded") => void;
  readonly countForeignRenewal: (appid: string) => void;
  /** @param kind one of those that the code has for events about users */
  readonly countUserEvent: (appid: string, kind: string) => void;
  readonly showStore: (isReachable: boolean) => void;
}

/**
 * Starts counting. Labels are route patterns, error types, reasons and the appids of the settings: sets that code and
 * settings fix, so nothing that a caller sends can become one, and nothing secret is among them.
 */
export function createMetrics(describe: () => readonly TokenGauges[]): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = makeCounters(registry);
  addGauges(registry, describe);
  const store = new Gauge({
    name: "token_hub_store_reachable",
    help: "Whether the database responded the last time.",
    registers: [registry],
  });
  store.set(1);
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    countRequest(route, error, milliseconds) {
      counters.requests.inc({ route, error_type: error ?? "ok" });
      counters.durations.observe({ route }, milliseconds / 1000);
    },
    countMint: (appid, reason) => counters.mints.inc({ appid, reason }),
    countFailedMint: (appid, error) => counters.failedMints.inc({ appid, error_type: error }),
    countReport: (appid, outcome) => counters.reports.inc({ appid, outcome }),
    countForeignRenewal: (appid) => counters.foreign.inc({ appid }),
    countUserEvent: (appid, kind) => counters.users.inc({ appid, kind }),
    showStore: (isReachable) => store.set(isReachable ? 1 : 0),
  };
}

function makeCounters(registry: Registry) {
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `token_hub_${name}`, help, labelNames: [...labelNames], registers: [registry] });
  return {
    requests: counter("requests_total", "Requests served, by route pattern and error type.", [
      "route",
      "error_type",
    ]),
    durations: new Histogram({
      name: "token_hub_request_duration_seconds",
      help: "Time from a request's first handling to its response, by route pattern.",
      labelNames: ["route"],
      buckets: durationBuckets,
      registers: [registry],
    }),
    mints: counter("mints_total", "Tokens that this process minted, by reason.", ["appid", "reason"]),
    failedMints: counter("failed_mints_total", "Renewals that failed.", ["appid", "error_type"]),
    reports: counter("reports_total", "Reports that were verified, by result.", ["appid", "outcome"]),
    users: counter("user_events_total", "What happened to users' tokens and consents, by kind.", [
      "appid",
      "kind",
    ]),
    foreign: counter("foreign_renewals_total", "Tokens that other programs minted, as far as noticed.", [
      "appid",
    ]),
  };
}

function addGauges(registry: Registry, describe: () => readonly TokenGauges[]): void {
  const gauge = (name: string, help: string, valueOf: (token: TokenGauges) => number) =>
    new Gauge({
      name: `token_hub_${name}`,
      help,
      labelNames: ["appid"],
      registers: [registry],
      collect() {
        for (const token of describe()) this.set({ appid: token.appid }, valueOf(token));
      },
    });
  gauge("token_version", "Version of the newest token.", ({ version }) => version);
  gauge(
    "token_seconds_left",
    "Seconds that the token still lives; 0 for none.",
    (one) => one.expiresInSeconds,
  );
  gauge("token_in_doubt", "Whether a mint was begun whose outcome is not stored.", (one) =>
    Number(one.isInDoubt),
  );
  gauge("token_held_back", "Whether a foreign refresher keeps the hub from renewing.", (one) =>
    Number(one.isHeldBack),
  );
}
