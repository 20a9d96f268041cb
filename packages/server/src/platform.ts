import { commandPatience, openDatabase, type Database } from "@survey-open-platform/database";
import {
  listen,
  listenForMetrics,
  type Listener,
  type ListenerOptions,
  type Logger,
} from "@survey-open-platform/service";
import { platformZone } from "@survey-open-platform/surveys";
import { createApp, type App } from "./app.ts";
import type { SettingInEffect } from "./config/read-config.ts";
import { type MailSettings, readMailSettings } from "./config/read-mail-settings.ts";
import { readKeyFile } from "./config/read-key-file.ts";
import type { Config } from "./config/settings.ts";
import { reportRegularly } from "./health/report-regularly.ts";
import { watchForUntrustedProxy } from "./http/untrusted-proxy.ts";
import { createMetrics, type Metrics } from "./http/metrics.ts";
import { logSecurityEvents } from "./http/log-security-events.ts";
import { refusal } from "./http/refusal.ts";
import { logRequests, type RequestObserver } from "./http/request-observer.ts";
import { requestLogDatabase } from "./http/request-log/request-log-database.ts";
import { RequestLog } from "./http/request-log/request-log.ts";
import type { RequestLogSchema } from "./http/request-log/request-log-schema.ts";
import type { PageRoute } from "./session/page-route.ts";
import { readProviders } from "./session/providers/read-providers.ts";
import { countIssuedTokens } from "./store/tokens/count-issued-tokens.ts";
import { migrations } from "./store/migrations/migrations.ts";
import { BounceReader } from "./mail/bounce-reader.ts";
import { MailDeliverer } from "./mail/mail-deliverer.ts";
import { WebhookDeliverer } from "./webhooks/webhook-deliverer.ts";
import type { StorePolicy } from "./store/installation/policy.ts";
import type { Schema } from "./store/schema/schema.ts";
import { SigningKeys } from "./grants/openid/signing-keys.ts";
import { createStore, type Store } from "./store/store.ts";
import { sweepUploads } from "./store/surveys/sweep-uploads.ts";
import { uploadFolder } from "./store/surveys/upload-folder.ts";

/** Time that requests under way get when the platform stops; with what follows it stays below ten seconds. */
const stopGraceMilliseconds = 8000;
const sweepIntervalMilliseconds = 60_000;

/** The platform's database, opened and migrated. */
export type PlatformDatabase = Awaited<ReturnType<typeof openPlatformDatabase>>;

/** What a platform is started with. */
export interface PlatformOptions {
  readonly config: Config;
  /** What administrators see of the settings. */
  readonly settings: readonly SettingInEffect[];
  readonly log: Logger;
  /** Aborts when the process is asked to end; the start then rejects with its reason instead of listening. */
  readonly stopping?: AbortSignal | undefined;
  /** The pages of the demo; there are none without it. */
  readonly demoPages?: ((store: Store) => readonly PageRoute[]) | undefined;
  /** Where the pages are, for links in mails, when no setting says it. */
  readonly mailOrigin?: (() => string) | undefined;
  /** What has to be in the database before anything is served. */
  readonly beforeListening?: ((database: PlatformDatabase) => Promise<void>) | undefined;
  /** What can only be done once the address is known; until it is done the platform says that it is not ready. */
  readonly onceAddressed?: ((database: PlatformDatabase, url: string) => Promise<void>) | undefined;
  /** Set for a worker: its supervisor has prepared the database, serves the metrics and knows whether the node is ready. */
  readonly supervised?: { readonly isReady: () => boolean };
  /** Where a worker counts. */
  readonly metrics?: Metrics | undefined;
}

/** A running platform. */
export interface Platform {
  readonly url: string;
  stop(): Promise<void>;
}

/** Opens and migrates the database of the settings. @throws when it cannot be used */
export async function openPlatformDatabase(config: DatabaseSettings, clock?: () => number) {
  const database = openMigratedDatabase(config, clock);
  await database.migrate(migrations);
  return database;
}

type DatabaseSettings = Pick<Config, "database"> &
  Partial<Pick<Config, "databaseConnections">> & {
    /** How many times as long as a request its users may wait for it; as long as a command, unless given. */
    readonly patience?: number;
  };

function openMigratedDatabase(config: DatabaseSettings, clock?: () => number) {
  const { database: address, patience = commandPatience } = config;
  return openDatabase<Schema>({
    address,
    patience,
    ...(config.databaseConnections !== undefined && { connections: config.databaseConnections }),
    ...(clock && { clock }),
  });
}

/** The part of the settings that the store's verbs follow. */
export function storePolicyOf(config: Config): StorePolicy {
  return {
    authorizationCodeSeconds: config.authorizationCodeTtl,
    userAccessTokenSeconds: config.userAccessTokenTtl,
    bearerTokenSeconds: config.accessTokenTtl,
    refreshTokenSeconds: config.userRefreshTokenTtl,
    teamAccessTokenSeconds: config.teamAccessTokenTtl,
    tokenRequests: { perMinute: config.tokenRequestsPerMinute, burst: config.tokenRequestBurst },
    failedSecrets: { perMinute: config.failedSecretsPerMinute, burst: config.failedSecretsPerMinute },
    draftBytes: config.halfFilledMegabytes * 1024 * 1024,
    sendsMail: config.mail !== undefined,
    zone: platformZone(config.timeZone),
  };
}

/** Starts serving. @throws when the database or an address cannot be used; nothing is left open then */
export async function startPlatform(options: PlatformOptions): Promise<Platform> {
  const { config, settings, log } = options;
  const { providers } = readProviders(config, process.env);
  const mail = readMailSettings(config, options.mailOrigin);
  await using opened = new AsyncDisposableStack();
  // A worker that is replaced while a newer release migrates goes on serving beside it, like the others.
  const open = options.supervised === undefined ? openPlatformDatabase : openMigratedDatabase;
  const database = opened.adopt(await open({ ...config, patience: 1 }), (closing) => closing.close());
  options.stopping?.throwIfAborted();
  await prepare(database, options);
  options.stopping?.throwIfAborted();
  let ready = false;
  const ownStore = openStore(database, options);
  const requestLog = opened.adopt(requestLogOf(options, database, ownStore), (closing) => closing.close());
  const { store, observe } = await observed({ store: ownStore, requestLog }, options, opened);
  const isReady = options.supervised?.isReady ?? (() => ready);
  const demoPages = options.demoPages?.(store) ?? [];
  let listener: Listener | undefined;
  const listeningAt = () => listener?.url;
  const signingKeys = new SigningKeys(store, readKeyFile(config));
  const served = { store, signingKeys, requestLog, config, log };
  const app = createApp({ ...served, settings, observe, isReady, demoPages, providers, listeningAt });
  await startRegularWork(served, opened);
  const deliverers = deliverersOf({ store, log, config, mail });
  const listening = (listener = await listenFor(app, options));
  // Responses close their connections from the first moment, however long receivers of events take.
  opened.defer(() =>
    Promise.all([listening.stop(stopGraceMilliseconds), ...deliverers.map((one) => one.stop())]).then(
      () => undefined,
    ),
  );
  requestLog.start();
  for (const deliverer of deliverers) deliverer.start();
  await options.onceAddressed?.(database, listening.url);
  ready = true;
  tellListening(listening.url, options);
  // Before anything else ends the platform says that it is not ready.
  opened.defer(() => Promise.resolve(void (ready = false)));
  const running = opened.move();
  return { url: listening.url, stop: () => stopRunning(running, log) };
}

/** What sends what is due: events of webhooks, and mails if a mail server is set; and what reads those that came back. */
function deliverersOf({
  mail,
  store,
  log,
  config,
}: Pick<RegularWork, "store" | "log" | "config"> & { readonly mail: MailSettings | undefined }) {
  const webhooks = new WebhookDeliverer({ store, log, opened: config.webhookAllow });
  if (mail === undefined) return [webhooks];
  const { bounces: address, bounceMailbox: mailbox } = mail;
  const mails = new MailDeliverer({ store, log, settings: mail });
  return mailbox === undefined
    ? [webhooks, mails]
    : [webhooks, mails, new BounceReader({ store, log, address, mailbox })];
}

interface RegularWork {
  readonly store: Store;
  readonly signingKeys: SigningKeys;
  readonly requestLog: RequestLog;
  readonly config: Config;
  readonly log: Logger;
}

/** Starts what is done again and again, whether requests come or not. */
async function startRegularWork(work: RegularWork, opened: AsyncDisposableStack): Promise<void> {
  const { store, signingKeys, config, log } = work;
  opened.adopt(sweepRegularly(store, config, log), (sweeper) => sweeper.stop());
  opened.adopt(renewSigningKeys(signingKeys, log), clearInterval);
  opened.adopt(await reportRegularly(work), clearInterval);
}

async function stopRunning(running: AsyncDisposable, log: Logger): Promise<void> {
  log.info("stopping");
  await running[Symbol.asyncDispose]();
  log.info("stopped");
}

/** On a busy database server, where several nodes may start at once, a start may wait longer than a request. */
async function prepare(
  database: PlatformDatabase,
  { config, beforeListening }: PlatformOptions,
): Promise<void> {
  if (beforeListening === undefined) return;
  if (database.engine === "sqlite") return await beforeListening(database);
  const patient = openMigratedDatabase(config);
  try {
    await beforeListening(patient);
  } finally {
    await patient.close();
  }
}

function openStore(database: PlatformDatabase, { config, log }: PlatformOptions): Store {
  return createStore(database, storePolicyOf(config), logSecurityEvents(log));
}

function requestLogOf(
  { config, log }: PlatformOptions,
  database: PlatformDatabase,
  store: Store,
): RequestLog {
  // On PostgreSQL the database has these tables too.
  const sameDatabase = database as unknown as Database<RequestLogSchema>;
  return new RequestLog({
    database: requestLogDatabase({ address: config.database, database: sameDatabase, log }),
    findApplicationIds: (appids) => store.findApplicationIds(appids),
    mostLines: config.requestLogLines,
    log,
  });
}

function listenFor({ api, pages }: App, options: PlatformOptions): Promise<Listener> {
  const { host, port } = options.config;
  const watching = warningOfUntrustedProxy(options);
  return listen({ host, port, native: api, fetch: pages.fetch, refusal, ...watching });
}

function tellListening(url: string, { log, supervised }: PlatformOptions): void {
  if (supervised) log.info({ url, pid: process.pid }, "worker listening");
  else log.info({ url }, "listening");
}

/** A platform that does not know of the proxy in front of it says so in its log. */
function warningOfUntrustedProxy({ config, log }: PlatformOptions): Pick<ListenerOptions, "onFirstRequest"> {
  const watch = watchForUntrustedProxy(config, (found) =>
    log.warn(
      found,
      "requests have forwarded headers that no setting trusts; if a proxy is in front, set these",
    ),
  );
  return watch === undefined ? {} : { onFirstRequest: watch };
}

/** Logs requests and, with a port for it, counts them and the tokens; without one nothing is in between. */
async function observed(
  { store, requestLog }: { readonly store: Store; readonly requestLog: RequestLog },
  options: PlatformOptions,
  opened: AsyncDisposableStack,
): Promise<{ readonly store: Store; readonly observe: RequestObserver }> {
  const logRequest = logRequests(options.log);
  const metrics = options.metrics ?? (await listeningMetrics(options, opened));
  if (metrics === undefined) return { store, observe: logRequest };
  metrics.watchRequestLog(() => requestLog.counts);
  return {
    store: countIssuedTokens(store, metrics.countToken),
    observe(request) {
      logRequest(request);
      metrics.countRequest(request);
    },
  };
}

async function listeningMetrics(
  { config, log, supervised }: PlatformOptions,
  opened: AsyncDisposableStack,
): Promise<Metrics | undefined> {
  if (supervised || config.metricsPort === undefined) return undefined;
  const metrics = createMetrics();
  const listener = await listenForMetrics(metrics, config.metricsPort);
  opened.defer(() => listener.stop());
  log.info({ url: listener.url }, "metrics");
  return metrics;
}

/** Keeps the tables small, one sweep at a time, in steps that leave room for requests in between. */
function sweepRegularly(store: Store, config: Config, log: Logger): Sweeper {
  const stopping = new AbortController();
  const uploads = uploadFolder(config);
  let running: Promise<void> | undefined;
  const sweep = async () => {
    while (!stopping.signal.aborted && (await store.sweepExpired()) > 0) await new Promise(setImmediate);
    try {
      // Before files, which may be many: what waited is not to be read for long.
      if (!stopping.signal.aborted) await store.rewriteWaitingAnswers();
    } finally {
      // A table that somebody reads for long is no reason to keep files.
      if (uploads !== undefined && !stopping.signal.aborted) await sweepUploads(store, uploads);
    }
  };
  const timer = setInterval(() => {
    running ??= sweep()
      .catch((error: unknown) => log.warn({ err: error }, "sweeping expired rows failed; it is tried again"))
      .finally(() => (running = undefined));
  }, sweepIntervalMilliseconds);
  timer.unref();
  return {
    async stop() {
      stopping.abort();
      clearInterval(timer);
      await running;
    },
  };
}

/** Makes the next key before it is due. A failed try is made again: a day lies between its publishing and its first signature. */
function renewSigningKeys(keys: SigningKeys, log: Logger): NodeJS.Timeout {
  const renew = () =>
    keys
      .keepFresh()
      .catch((error: unknown) => log.warn({ err: error }, "making a signing key failed; it is tried again"));
  return setInterval(() => void renew(), 3_600_000).unref();
}

interface Sweeper {
  /** Resolves when the sweep under way has ended. */
  stop(): Promise<void>;
}
