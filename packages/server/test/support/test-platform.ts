import { onTestFinished } from "vitest";
import type { Database } from "@survey-open-platform/database";
import type { OnFinished, OpenedSample, Sample } from "../../../database/test/support/sample.ts";
import { openTestDatabase } from "../../../database/test/support/test-database.ts";
import { serveWithoutSocket } from "../../../service/test/support/without-socket.ts";
import { createApp, type App } from "../../src/app.ts";
import { applyDeclaration } from "../../src/declaration/apply-declaration.ts";
import { readConfig, settingsInEffect } from "../../src/config/read-config.ts";
import type { ErrorProblem } from "../../src/errors.ts";
import type { SettingName } from "../../src/config/settings.ts";
import type { ObservedRequest } from "../../src/http/request-observer.ts";
import { platformZone } from "@survey-open-platform/surveys";
import { openPlatformDatabase, storePolicyOf } from "../../src/platform.ts";
import { SigningKeys } from "../../src/grants/openid/signing-keys.ts";
import { readProviders } from "../../src/session/providers/read-providers.ts";
import type { Schema } from "../../src/store/schema/schema.ts";
import { createStore, type Store } from "../../src/store/store.ts";
import type { RequestLog } from "../../src/http/request-log/request-log.ts";
import { sampleDeclaration } from "./sample-declaration.ts";
import { testRequestLog } from "./test-request-log.ts";

/** The envelope of an answer under `/api/`. */
export interface Envelope<Data = Record<string, unknown>> {
  readonly code: string;
  readonly error: {
    readonly type: string;
    readonly message?: string;
    readonly problems?: readonly ErrorProblem[];
  };
  readonly data: Data;
  readonly request_id: string;
}

/**
 * A platform without a socket: the whole request handler on a database of its own, and a clock that tests move. On
 * SQLite it is one node; on PostgreSQL it is three, and each request goes to the next of them.
 */
export interface TestPlatform {
  /** The request handlers of the node whose turn it is. */
  readonly app: App;
  readonly store: Store;
  /** Those of all nodes, {@link store} the first. */
  readonly stores: readonly Store[];
  /** Of the database; a command that is given it works beside the platform. */
  readonly address: string;
  readonly database: Database<Schema>;
  readonly clock: { now: number };
  /** Every request so far, as the log would tell it. */
  readonly observed: readonly ObservedRequest[];
  /** Where it listens, which is nowhere unless a test says so. */
  readonly place: { url?: string };
  /** The request log, as the first node sees it. */
  readonly requestLog: RequestLog;
  /** Writes what the nodes have noted for the request log; they do not do so by themselves. */
  writeRequestLog(): Promise<void>;
  /** Calls the API: the parameters that are undefined are left out. */
  call<Data = Record<string, unknown>>(
    path: string,
    parameters: Readonly<Record<string, string | number | undefined>>,
  ): Promise<Envelope<Data>>;
  /** Sends any request. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
}

/** When every test begins. */
export const testStart = Date.UTC(2026, 10, 21, 8, 0, 0);

/** Starts a platform with the sample data; it is gone when the test is finished, or when `onFinished` says. */
export async function startTestPlatform(
  settings: Readonly<Partial<Record<SettingName, string>>> = {},
  onFinished: OnFinished = onTestFinished,
): Promise<TestPlatform> {
  const clock = { now: testStart };
  const opened = await openTestDatabase<Schema>(sample, () => clock.now, onFinished);
  return platformOn({ ...opened, clock, onFinished }, settings);
}

/** A platform on a database that is open already, with what is in it. */
export function platformOn(
  { address, database, otherNodes = [], clock, onFinished = onTestFinished }: PlatformParts,
  settings: Readonly<Partial<Record<SettingName, string>>> = {},
): TestPlatform {
  const sources = { flags: {}, environment: {}, defaults: { database: address, ...settings } };
  const config = readConfig(sources);
  const { providers } = readProviders(config, {});
  const observed: ObservedRequest[] = [];
  const place: { url?: string } = {};
  const observe = (request: ObservedRequest) => void observed.push(request);
  const nodeOn = (opened: Database<Schema>) => {
    const store = createStore(opened, storePolicyOf(config));
    return { store, requestLog: testRequestLog({ config, database: opened, clock, store, onFinished }) };
  };
  const first = nodeOn(database);
  const nodes = [first, ...otherNodes.map(nodeOn)];
  const makeApp = (node: (typeof nodes)[number]) =>
    createApp({
      config,
      settings: settingsInEffect(sources),
      ...node,
      signingKeys: new SigningKeys(node.store, undefined),
      observe,
      log: { warn: () => undefined },
      isReady: () => true,
      listeningAt: () => place.url,
      providers,
    });
  const apps = inTurn(nodes.map((node) => onFirstUse(() => makeApp(node))));
  const fetch = (path: string, init?: RequestInit) =>
    sendToApp(apps()(), `http://platform.example${path}`, init);
  return {
    get app() {
      return apps()();
    },
    ...first,
    stores: nodes.map((node) => node.store),
    database,
    address,
    clock,
    observed,
    place,
    async writeRequestLog() {
      for (const node of nodes) await node.requestLog.flush();
    },
    fetch,
    async call<Data>(path: string, parameters: Readonly<Record<string, string | number | undefined>>) {
      const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
      const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
      const reply = await fetch(`${path}?${query.toString()}`);
      // Every answer under /api/ has this shape; a test of its own holds that.
      return (await reply.json()) as Envelope<Data>;
    },
  };
}

/** Sends a request as the listener does: to the API first, and to the pages when that leaves it. */
export async function sendToApp({ api, pages }: App, url: string, init?: RequestInit): Promise<Response> {
  return serveWithoutSocket(api, url, init) ?? pages.request(url, init);
}

type PlatformParts = Pick<TestPlatform, "database" | "clock"> &
  Pick<OpenedSample<Schema>, "address"> &
  Partial<OpenedSample<Schema>> & { readonly onFinished?: OnFinished };

/** Many tests make no request, or fewer than there are nodes, and the request handlers of one take milliseconds to make. */
function onFirstUse<Made>(make: () => Made): () => Made {
  let made: { readonly value: Made } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** @returns what gives the first, the second and so on, and then the first again */
function inTurn<Item>(items: readonly Item[]): () => Item {
  let turn = 0;
  return () => {
    const item = items[turn % items.length];
    if (item === undefined) throw new Error("there is nothing to take turns");
    turn += 1;
    return item;
  };
}

/** Made once and copied from then on: hashing passwords takes its time. */
const sample: Sample = {
  subject: "sample declaration",
  async fill(address) {
    const database = await openPlatformDatabase({ database: address }, () => testStart);
    await applyDeclaration(database, sampleDeclaration, { zone: platformZone("Asia/Shanghai") });
    await database.close();
  },
};
