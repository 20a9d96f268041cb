import { openDatabase } from "@survey-open-platform/database";
import { createApp } from "./app.ts";
import type { Config } from "./config.ts";
import { listen } from "./http/listener.ts";
import { logRequests } from "./http/request-observer.ts";
import type { Logger } from "./log.ts";
import type { PageRoute } from "./session/serve-page.tsx";
import { migrations } from "./store/migrations/migrations.ts";
import type { StorePolicy } from "./store/policy.ts";
import type { Schema } from "./store/schema.ts";
import { createStore, type Store } from "./store/store.ts";

/** Time that requests under way get when the platform stops; with what follows it stays below ten seconds. */
const stopGraceMilliseconds = 8000;
const sweepIntervalMilliseconds = 60_000;

/** What a platform is started with. */
export interface PlatformOptions {
  readonly config: Config;
  readonly log: Logger;
  readonly demoPages?: readonly PageRoute[];
}

/** A running platform. */
export interface Platform {
  readonly url: string;
  stop(): Promise<void>;
}

/** Opens and migrates the database of the settings. @throws when it cannot be used */
export async function openPlatformDatabase(config: Pick<Config, "database">, clock?: () => number) {
  const database = openDatabase<Schema>({ address: config.database, ...(clock && { clock }) });
  await database.migrate(migrations);
  return database;
}

/** The part of the settings that the store's verbs follow. */
export function storePolicyOf(config: Config): StorePolicy {
  return {
    authorizationCodeSeconds: config.authorizationCodeTtl,
    userAccessTokenSeconds: config.userAccessTokenTtl,
    refreshTokenSeconds: config.userRefreshTokenTtl,
    teamAccessTokenSeconds: config.teamAccessTokenTtl,
    tokenRequests: { perMinute: config.tokenRequestsPerMinute, burst: config.tokenRequestBurst },
    failedSecrets: { perMinute: config.failedSecretsPerMinute, burst: config.failedSecretsPerMinute },
  };
}

/** Starts serving. @throws when the database or the address cannot be used */
export async function startPlatform({ config, log, demoPages = [] }: PlatformOptions): Promise<Platform> {
  const database = await openPlatformDatabase(config);
  const store = createStore(database, storePolicyOf(config));
  let ready = true;
  const app = createApp({ config, store, observe: logRequests(log), isReady: () => ready, demoPages });
  const listener = await listen({ host: config.host, port: config.port, fetch: app.fetch });
  const sweeper = sweepRegularly(store, log);
  log.info({ url: listener.url }, "listening");
  return {
    url: listener.url,
    async stop() {
      ready = false;
      log.info("stopping");
      await listener.stop(stopGraceMilliseconds);
      clearInterval(sweeper);
      await database.close();
      log.info("stopped");
    },
  };
}

/** Keeps the tables small, in steps that leave room for requests in between. */
function sweepRegularly(store: Store, log: Logger): NodeJS.Timeout {
  const sweep = async () => {
    while ((await store.sweepExpired()) > 0) await new Promise(setImmediate);
  };
  const timer = setInterval(() => {
    sweep().catch((error: unknown) =>
      log.warn({ err: error }, "sweeping expired rows failed; it is tried again"),
    );
  }, sweepIntervalMilliseconds);
  return timer.unref();
}
