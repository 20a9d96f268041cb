import { openDatabase } from "@survey-open-platform/database";
import type { Fetch } from "@survey-open-platform/sdk";
import { listen, listenForMetrics } from "@survey-open-platform/service";
import { createApp, createEndpointApp } from "./app.ts";
import { createCallerDirectory, type CallerDirectory } from "./callers/caller-directory.ts";
import type { HubConfig } from "./config.ts";
import { createSealer } from "./encryption/sealer.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { createHttpUpstream } from "./http/http-upstream.ts";
import { isMalformed, refusal } from "./http/refusal.ts";
import { logRequests, type RequestObserver } from "./http/request-observer.ts";
import { createTokenShortcut } from "./http/token-shortcut.ts";
import { fetchUpstream } from "./http/upstream.ts";
import { createHub } from "./hub.ts";
import type { Logger } from "./log.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { monotonicClock } from "./renewal/clock.ts";
import { createChronicle, type Chronicle } from "./service/chronicle.ts";
import { statusEndpoints } from "./status-page/status-endpoints.tsx";
import { migrations } from "./store/migrations/migrations.ts";
import type { Schema } from "./store/schema.ts";
import { createHubStore, type HubStore } from "./store/store.ts";
import { createUserGrantStore, type UserGrantStore } from "./store/user-grant-store.ts";
import { watchConsents } from "./users/consent-watch.ts";
import { resealGrants } from "./users/reseal-grants.ts";
import { createUserMode } from "./users/user-mode.ts";

/** Time that requests under way get when the hub stops. */
const stopGraceMilliseconds = 8_000;
/** Nothing but pages in a browser has to end there. */
const statusStopMilliseconds = 500;
const sweepIntervalMilliseconds = 600_000;

/** A running hub. */
export interface Service {
  readonly url: string;
  /** Undefined where no metrics are served. */
  readonly metricsUrl: string | undefined;
  /** Where the status page has a port of its own; undefined where it has none. */
  readonly statusUrl: string | undefined;
  stop(): Promise<void>;
}

/** What a hub is started with. */
export interface ServiceOptions {
  readonly config: HubConfig;
  readonly log: Logger;
  /** Aborts when the process is asked to end; the start then rejects with its reason instead of listening. */
  readonly stopping?: AbortSignal;
  /** What speaks with the platforms; the runtime's own unless given. */
  readonly fetch?: Fetch;
}

/** Opens and migrates the hub's database. @throws when it cannot be used */
export async function openHubDatabase({ database: address }: Pick<HubConfig, "database">) {
  const database = openDatabase<Schema>({ address });
  await database.migrate(migrations);
  return database;
}

/** Starts serving. @throws when the database or an address cannot be used; nothing is left open then */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log } = options;
  await using opened = new AsyncDisposableStack();
  const core = await startCore(options, opened);
  options.stopping?.throwIfAborted();
  const metricsUrl = await serveMetrics(core.metrics, config, opened);
  const closing = new AbortController();
  const observe = observerOf(log, core.metrics);
  const statusUrl = await serveStatus(core.pages, { config, observe }, opened);
  const app = createApp({
    ...core,
    pages: statusUrl === undefined ? core.pages : [],
    observe,
    isReady: () => !closing.signal.aborted,
    closing: closing.signal,
  });
  const direct = createTokenShortcut({ ...core, observe });
  const { host, port } = config;
  const listener = await listen({ host, port, fetch: app.fetch, direct, refusal, isMalformed });
  opened.defer(() => listener.stop(stopGraceMilliseconds));
  log.info({ url: listener.url, metrics: metricsUrl, status: statusUrl }, "listening");
  const running = opened.move();
  return {
    url: listener.url,
    metricsUrl,
    statusUrl,
    async stop() {
      log.info("stopping");
      closing.abort();
      await running.disposeAsync();
      log.info("stopped");
    },
  };
}

/** Everything but what listens. */
async function startCore(options: ServiceOptions, opened: AsyncDisposableStack) {
  const { config, log, fetch = (url, init) => globalThis.fetch(url, init) } = options;
  const http = opened.adopt(createHttpUpstream(), (open) => open.close());
  const upstream = options.fetch === undefined ? http.send : fetchUpstream(options.fetch);
  const database = opened.adopt(await openHubDatabase(config), (open) => open.close());
  const store = createHubStore(database);
  const sealer = createSealer(config.keys);
  // Nobody looks at the gauges before there is a hub.
  const metrics = config.metricsPort === undefined ? undefined : createMetrics(() => hub.describe());
  const { addAuditEntry } = store;
  const chronicle = createChronicle({ log, metrics, addAuditEntry });
  opened.defer(() => chronicle.settled());
  const { onRenewal: observe, onStore } = chronicle;
  const hub = createHub({ config, store, sealer, observe, onStore, fetch });
  const directory = createCallerDirectory({ store, sealer, log });
  await directory.refresh();
  const grants = createUserGrantStore(database);
  const users = await startUserMode({ config, store: grants, sealer, chronicle, fetch, log }, opened);
  await hub.start();
  opened.defer(() => hub.stop());
  refreshRegularly(directory, config.pollSeconds, opened);
  sweepRegularly(store, config, opened);
  const pages = statusEndpoints({
    hub,
    store,
    grants,
    password: config.statusPassword,
    isOnOwnPort: config.statusPort !== undefined,
  });
  return { hub, users, callers: directory.desk, metrics, upstream, pages, ping: () => store.ping() };
}

async function serveMetrics(
  metrics: Metrics | undefined,
  { metricsPort = 0 }: HubConfig,
  opened: AsyncDisposableStack,
): Promise<string | undefined> {
  if (metrics === undefined) return undefined;
  const listener = await listenForMetrics(metrics, metricsPort);
  opened.defer(() => listener.stop());
  return listener.url;
}

/** Serves the status page on a port of its own, on loopback alone: like the metrics it needs no password there. */
async function serveStatus(
  pages: readonly Endpoint[],
  { config, observe }: { readonly config: HubConfig; readonly observe: RequestObserver },
  opened: AsyncDisposableStack,
): Promise<string | undefined> {
  if (config.statusPort === undefined) return undefined;
  const { fetch } = createEndpointApp(pages, observe);
  const listener = await listen({ host: "127.0.0.1", port: config.statusPort, fetch, refusal, isMalformed });
  opened.defer(() => listener.stop(statusStopMilliseconds));
  return `${listener.url}/status`;
}

interface UserModeSurroundings extends Required<Pick<ServiceOptions, "config" | "log" | "fetch">> {
  readonly store: UserGrantStore;
  readonly sealer: ReturnType<typeof createSealer>;
  readonly chronicle: Chronicle;
}

async function startUserMode(
  { config, store, sealer, chronicle, fetch, log }: UserModeSurroundings,
  opened: AsyncDisposableStack,
) {
  const observe = chronicle.onUser;
  if (config.keys.length > 1) resealInBackground({ store, sealer, log }, opened);
  const onFailure = () => log.warn("looking for consents that end failed; it is tried again");
  opened.defer(watchConsents({ config, store, observe, onFailure }));
  return createUserMode({ config, store, sealer, clock: monotonicClock, observe, fetch });
}

/** People may be many: nobody waits for all of theirs to be sealed anew. */
function resealInBackground(
  { store, sealer, log }: Pick<UserModeSurroundings, "store" | "sealer" | "log">,
  opened: AsyncDisposableStack,
): void {
  const stopping = new AbortController();
  const resealing = resealGrants(store, sealer, stopping.signal).then(
    (tally) => log.info({ ...tally }, "people's tokens are sealed with the newest key"),
    () => log.warn("sealing people's tokens anew failed; the next start tries it again"),
  );
  opened.defer(async () => {
    stopping.abort();
    await resealing;
  });
}

/** The log is told of every request, and so are the metrics where somebody reads them. */
function observerOf(log: Logger, metrics: Metrics | undefined): RequestObserver {
  const logRequest = logRequests(log);
  if (metrics === undefined) return logRequest;
  return (request) => {
    logRequest(request);
    metrics.countRequest(request.route, request.error?.type, request.milliseconds);
  };
}

/** Callers that were added or revoked elsewhere are noticed; while the store is away the known ones stay. */
function refreshRegularly(
  directory: CallerDirectory,
  pollSeconds: number,
  opened: AsyncDisposableStack,
): void {
  const timer = setInterval(() => void directory.refresh().catch(() => undefined), pollSeconds * 1000);
  opened.defer(() => clearInterval(timer));
}

function sweepRegularly(store: HubStore, { auditDays }: HubConfig, opened: AsyncDisposableStack): void {
  const timer = setInterval(() => {
    void store.sweepAuditEntries(auditDays).catch(() => undefined);
    void store.sweepSignatures().catch(() => undefined);
  }, sweepIntervalMilliseconds);
  opened.defer(() => clearInterval(timer));
}
