import { checkPort } from "./check-port.ts";
import { commandPatience, openDatabase, retryWhileUnavailable } from "@survey-open-platform/database";
import type { Fetch } from "@survey-open-platform/sdk";
import { listen, listenForMetrics, type Logger, createSealer } from "@survey-open-platform/service";
import { everyFewSeconds, inBackground } from "./background-work.ts";
import { CallerDirectory } from "./callers/caller-directory.ts";
import type { CallerAuthenticator } from "./callers/caller.ts";
import { monotonicClock } from "./clock.ts";
import type { HubConfig } from "./config.ts";
import { createEventRecorder } from "./event-recorder.ts";
import { serveEndpoints } from "./http/serve-endpoints.ts";
import type { Endpoint } from "./http/endpoint.ts";
import { isMalformed, refusal } from "./http/refusal.ts";
import { logRequests, type RequestObserver } from "./http/request-observer.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { DrainGates, type DrainGate } from "./proxy/drain-gate.ts";
import { createHttpUpstream } from "./proxy/http-upstream.ts";
import { proxyEndpoint } from "./proxy/proxy-endpoint.ts";
import { fetchUpstream, type Upstream } from "./proxy/upstream.ts";
import { statusEndpoints } from "./status-page/status-endpoints.tsx";
import { migrations } from "./store/migrations/migrations.ts";
import type { Schema } from "./store/schema.ts";
import { createHubStore, type HubStore } from "./store/store.ts";
import { createUserGrantStore } from "./store/user-grant-store.ts";
import { dropInEndpoint } from "./team/drop-in-endpoint.ts";
import { reportEndpoint } from "./team/report-endpoint.ts";
import { createTeamTokens, type TeamTokens } from "./team/team-tokens.ts";
import { tokenEndpoint } from "./team/token-endpoint.ts";
import { watchEndpoint } from "./team/watch-endpoint.ts";
import { watchConsents } from "./users/consent-watch.ts";
import { resealGrants } from "./users/reseal-grants.ts";
import { createUserMode, type UserMode } from "./users/user-mode.ts";
import { usersEndpoints } from "./users/users-endpoints.ts";

/** Time that requests under way get when the hub stops, unless it is started with another one. */
const usualStopGraceMilliseconds = 8_000;
/** The status page has no request that takes longer. */
const statusStopMilliseconds = 500;
const sweepSeconds = 600;

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
  /** Time that requests under way get when the hub stops; 8 seconds unless given. */
  readonly stopGraceMilliseconds?: number;
}

/**
 * Opens and migrates the hub's database.
 *
 * @param patience how many times as long as a request its users may wait for it; as long as a command, unless given
 * @throws when it cannot be used
 */
export async function openHubDatabase(
  { database: address }: Pick<HubConfig, "database">,
  patience = commandPatience,
) {
  const database = openDatabase<Schema>({ address, patience });
  await database.migrate(migrations);
  return database;
}

/** Starts serving. @throws when the database or an address cannot be used; nothing is left open then */
export async function startService(options: ServiceOptions): Promise<Service> {
  const { config, log, stopGraceMilliseconds = usualStopGraceMilliseconds } = options;
  await using opened = new AsyncDisposableStack();
  await checkPort(config);
  const core = await startCore(options, opened);
  options.stopping?.throwIfAborted();
  const metricsUrl = await serveMetrics(core.metrics, config, opened);
  const closing = new AbortController();
  const observe = observerOf(log, core.metrics);
  const statusUrl = await serveStatus(core.pages, { config, observe, stopGraceMilliseconds }, opened);
  const pages = statusUrl === undefined ? core.pages : [];
  const endpoints = endpointsOf({ ...core, pages, closing: closing.signal });
  const health = { ping: core.ping, isReady: () => !closing.signal.aborted };
  const handlers = serveEndpoints(endpoints, { observe, health });
  const { host, port } = config;
  const listener = await listen({ host, port, ...handlers, refusal, isMalformed });
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

/** What the endpoints are made from. */
export interface EndpointDependencies {
  readonly store: HubStore;
  readonly hub: TeamTokens;
  readonly users: UserMode;
  readonly callers: CallerAuthenticator;
  /** What proxied calls of an application pass. */
  readonly gateOf: (appid: string) => DrainGate;
  readonly upstream: Upstream;
  /** Aborted when the hub begins to stop. */
  readonly closing: AbortSignal;
  /** Pages, with paths that no other endpoint has; none when they are served elsewhere. */
  readonly pages?: readonly Endpoint[];
}

/** Every endpoint, for callers and for browsers. */
export function endpointsOf(dependencies: EndpointDependencies): readonly Endpoint[] {
  const { store, hub, users, callers, closing, upstream, gateOf, pages = [] } = dependencies;
  const team = { hub, callers, closing };
  return [
    tokenEndpoint(team),
    reportEndpoint(team),
    watchEndpoint(team),
    dropInEndpoint({ ...team, store }),
    proxyEndpoint({ ...team, upstream, gateOf }),
    ...usersEndpoints({ users, callers }),
    ...pages,
  ];
}

/** Everything but what listens. */
async function startCore(options: ServiceOptions, opened: AsyncDisposableStack) {
  const { config, log } = options;
  const core = await openCore(options, opened);
  const { store, grants, sealer, callers, recorder, hub } = core;
  await retryWhileUnavailable(() => callers.refresh(), options.stopping);
  if (config.keys.length > 1)
    inBackground(
      "sealing users' tokens with the newest key",
      (signal) => resealGrants(grants, sealer, signal),
      { log, opened },
    );
  const onFailure = () => log.warn("looking for consents that end failed; it is tried again");
  opened.defer(watchConsents({ config, store: grants, observe: recorder.onUser, onFailure }));
  opened.defer(() => hub.stop());
  await retryWhileUnavailable(() => hub.start(), options.stopping);
  // Callers that were added or revoked elsewhere; while the store is away the known ones stay.
  everyFewSeconds(config.pollSeconds, () => callers.refresh(), opened);
  everyFewSeconds(sweepSeconds, () => store.sweepAuditEntries(config.auditDays), opened);
  everyFewSeconds(sweepSeconds, () => store.sweepSignatures(), opened);
  const { statusPassword: password, statusPort } = config;
  const pages = statusEndpoints({ hub, store, grants, password, isOnOwnPort: statusPort !== undefined });
  return { ...core, pages, ping: () => store.ping() };
}

/** Opens and connects the parts; nothing runs yet. */
async function openCore(options: ServiceOptions, opened: AsyncDisposableStack) {
  const { config, log, fetch = (url, init) => globalThis.fetch(url, init) } = options;
  const http = opened.adopt(createHttpUpstream(), (open) => open.close());
  const upstream = options.fetch === undefined ? http.send : fetchUpstream(options.fetch);
  const database = opened.adopt(await openHubDatabase(config, 1), (open) => open.close());
  const [store, grants] = [createHubStore(database), createUserGrantStore(database)];
  const sealer = createSealer(config.keys);
  // The gauges are read only once there is a hub.
  const metrics = config.metricsPort === undefined ? undefined : createMetrics(() => hub.describe());
  const recorder = createEventRecorder({ log, metrics, addAuditEntry: store.addAuditEntry });
  opened.defer(() => recorder.settled());
  const { onRenewal, onStore, onUser: observe } = recorder;
  const gates = new DrainGates({ drainMilliseconds: config.drainSeconds * 1000 });
  const gateOf = (appid: string) => gates.of(appid);
  const hub = createTeamTokens({ config, store, sealer, gateOf, observe: onRenewal, onStore, fetch });
  const users = createUserMode({ config, store: grants, sealer, clock: monotonicClock, observe, fetch });
  const callers = new CallerDirectory({ store, sealer, log });
  return { store, grants, sealer, metrics, recorder, hub, users, callers, gateOf, upstream };
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

interface StatusOptions {
  readonly config: HubConfig;
  readonly observe: RequestObserver;
  readonly stopGraceMilliseconds: number;
}

/** Serves the status page on a port of its own, on loopback alone: like the metrics it needs no password there. */
async function serveStatus(
  pages: readonly Endpoint[],
  { config, observe, stopGraceMilliseconds }: StatusOptions,
  opened: AsyncDisposableStack,
): Promise<string | undefined> {
  if (config.statusPort === undefined) return undefined;
  const handlers = serveEndpoints(pages, { observe });
  const address = { host: "127.0.0.1", port: config.statusPort };
  const listener = await listen({ ...address, ...handlers, refusal, isMalformed });
  opened.defer(() => listener.stop(Math.min(statusStopMilliseconds, stopGraceMilliseconds)));
  return `${listener.url}/status`;
}

/** Every request is logged, and counted when metrics are served. */
function observerOf(log: Logger, metrics: Metrics | undefined): RequestObserver {
  const logRequest = logRequests(log);
  if (metrics === undefined) return logRequest;
  return (request) => {
    logRequest(request);
    metrics.countRequest(request.route, request.error?.type, request.milliseconds);
  };
}
