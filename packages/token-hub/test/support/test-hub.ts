import { openDatabase, type Database } from "@survey-open-platform/database";
import type { Fetch } from "@survey-open-platform/sdk";
import {
  createMockPlatform,
  type MockPlatform,
  type MockPlatformOptions,
} from "@survey-open-platform/sdk/testing";
import { onTestFinished } from "vitest";
import { makeTestDatabase } from "../../../database/test/support/test-database.ts";
import type { ApplicationConfig, HubConfig } from "../../src/config.ts";
import { DrainGates, type DrainGate } from "../../src/proxy/drain-gate.ts";
import { createSealer } from "@survey-open-platform/service";
import { createTeamTokens, type TeamTokens } from "../../src/team/team-tokens.ts";
import type { Clock } from "../../src/clock.ts";
import type { RenewalEvent } from "../../src/team/renewal-event.ts";
import { migrations } from "../../src/store/migrations/migrations.ts";
import type { Schema } from "../../src/store/schema.ts";
import { createHubStore, type HubStore } from "../../src/store/store.ts";

/** The team application of the mock platform's sample. */
export const team = { appid: "mock_team", secret: "mock-team-secret-for-tests-only-1" };

/** A key of tests. */
export const testKey = new Uint8Array(32).fill(7);

/** What an application has when a test says nothing else. */
export const usualApplication: ApplicationConfig = {
  ...team,
  mode: "team",
  baseUrl: "https://platform.example",
  allowInsecureHttp: false,
  renewalMarginSeconds: 300,
  foreignRefresher: "reclaim",
  probePath: "/api/surveys",
  mintsPerHour: 100_000,
  mintBurst: 100_000,
  consentSeconds: 2_592_000,
  consentNoticeSeconds: 259_200,
};

/** The settings that a test has unless it says otherwise. */
export const usualConfig: HubConfig = {
  host: "127.0.0.1",
  port: 0,
  metricsPort: undefined,
  database: "",
  keys: [testKey],
  leaseSeconds: 8,
  requestTimeoutSeconds: 3,
  pollSeconds: 1,
  drainSeconds: 1,
  logLevel: "silent",
  auditDays: 90,
  statusPort: undefined,
  statusPassword: undefined,
  applications: [usualApplication],
  secretFiles: [],
};

/** A database that several hubs may share, and a platform. */
export interface TestStage {
  readonly database: Database<Schema>;
  readonly store: HubStore;
  readonly platform: MockPlatform;
  /** Opens the same database once more, as another process would. */
  readonly openStore: () => Promise<HubStore>;
}

/** How a stage differs from the usual one. */
export interface StageOptions {
  readonly platform?: MockPlatformOptions;
  /** The database's clock; its own unless given. */
  readonly clock?: () => number;
}

/** Makes a database and a platform; they are gone when the test is finished. */
export async function makeStage({ platform = {}, clock }: StageOptions = {}): Promise<TestStage> {
  const address = await makeTestDatabase();
  const open = () => {
    const database = openDatabase<Schema>({ address, patience: 10, ...(clock && { clock }) });
    onTestFinished(() => database.close());
    return database;
  };
  const database = open();
  await database.migrate(migrations);
  return {
    database,
    store: createHubStore(database),
    platform: createMockPlatform(platform),
    openStore: async () => createHubStore(open()),
  };
}

/** A hub on a stage, and what it told. */
export interface TestHub {
  readonly hub: TeamTokens;
  readonly gateOf: (appid: string) => DrainGate;
  readonly events: readonly RenewalEvent[];
  /** How often an event of a kind was reported. */
  readonly count: (kind: RenewalEvent["kind"]) => number;
}

/** What a hub on a stage may be given. */
export interface TestHubOptions {
  readonly config?: Partial<HubConfig>;
  readonly application?: Partial<ApplicationConfig>;
  readonly clock?: Clock;
  readonly store?: HubStore;
  readonly fetch?: Fetch;
  /** What seals and opens; the key of tests unless given. */
  readonly keys?: readonly Uint8Array[];
  /** Whether it polls and renews by itself; true unless given. */
  readonly starts?: boolean;
}

/** Starts a hub; it is stopped when the test is finished. */
export async function startHub(stage: TestStage, options: TestHubOptions = {}): Promise<TestHub> {
  const { config, application, clock, store = stage.store, starts = true, keys = [testKey] } = options;
  const events: RenewalEvent[] = [];
  const settings = { ...usualConfig, applications: [{ ...usualApplication, ...application }], ...config };
  const gates = new DrainGates({ drainMilliseconds: settings.drainSeconds * 1000 });
  const gateOf = (appid: string) => gates.of(appid);
  const hub = createTeamTokens({
    config: settings,
    gateOf,
    store,
    sealer: createSealer(keys),
    observe: (_, event) => events.push(event),
    fetch: options.fetch ?? ((url, init) => stage.platform.fetch(url, init)),
    random: () => 0.5,
    ...(clock && { clock }),
  });
  if (starts) await hub.start();
  onTestFinished(() => hub.stop());
  return { hub, gateOf, events, count: (kind) => events.filter((event) => event.kind === kind).length };
}
