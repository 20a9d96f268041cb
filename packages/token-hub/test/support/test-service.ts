import { randomBytes } from "node:crypto";
import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openDatabase } from "@survey-open-platform/database";
import type { Fetch } from "@survey-open-platform/sdk";
import { createMockPlatform, type MockPlatform } from "@survey-open-platform/sdk/testing";
import { pino } from "pino";
import { expect, onTestFinished, vi } from "vitest";
import type { CallerRights } from "../../src/callers/caller-rights.ts";
import { registerCaller } from "../../src/callers/register-caller.ts";
import { readConfig } from "../../src/config.ts";
import { createSealer } from "@survey-open-platform/service";
import { startService, type Service } from "../../src/service.ts";
import type { Schema } from "../../src/store/schema.ts";
import { createHubStore } from "../../src/store/store.ts";
import { team } from "./test-hub.ts";

/** A whole hub with its sockets, beside a mock platform. */
export interface TestService extends Service {
  readonly platform: MockPlatform;
  readonly key: string;
  readonly folder: string;
  /** Everything that was logged so far, line by line. */
  readonly logged: string[];
  /** Adds a caller as the command line does, and waits until the hub knows it. */
  readonly addCaller: (
    rights?: Partial<CallerRights>,
  ) => Promise<{ readonly id: string; readonly secret: string; readonly bearer: string }>;
  /** Asks with a bearer secret. */
  readonly ask: (path: string, bearer: string, init?: Omit<RequestInit, "headers">) => Promise<Response>;
  /** Starts another hub on the same database. @returns its address */
  readonly startAnother: () => Promise<string>;
  /** Every file that the hub has written, by name, as text. */
  readonly files: () => Readonly<Record<string, string>>;
}

/** How a service differs from the usual one. */
export interface TestServiceOptions {
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Further files in the folder of the settings. */
  readonly files?: Readonly<Record<string, string>>;
  /** Stands between the hub and the platform. */
  /** Time that requests under way get when the hub stops; none unless a test is about it. */
  readonly stopGraceMilliseconds?: number;
  readonly wrapFetch?: (platform: MockPlatform) => Fetch;
}

/** Starts a hub as `token-hub serve` does; it is gone when the test is finished. */
export async function startTestService({
  settings = {},
  files = {},
  stopGraceMilliseconds = 0,
  wrapFetch,
}: TestServiceOptions = {}): Promise<TestService> {
  const folder = mkdtempSync(join(tmpdir(), "token-hub-test-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const key = randomBytes(32).toString("base64");
  for (const [name, text] of Object.entries({ ...files, "hub.key": key }))
    writeFileSync(join(folder, name), text);
  const path = join(folder, "token-hub.json");
  const application = { ...team, base_url: "https://platform.example" };
  const usual = {
    listen: "127.0.0.1:0",
    metrics_port: 0,
    key_file: "hub.key",
    database: "sqlite:./hub.db",
    poll_seconds: 0.05,
  };
  writeFileSync(path, JSON.stringify({ ...usual, applications: [application], ...settings }));
  const platform = createMockPlatform();
  const logged: string[] = [];
  const log = pino({ level: "trace", base: null }, { write: (line: string) => void logged.push(line) });
  const config = readConfig({ path, environment: {} });
  const fetch = wrapFetch?.(platform) ?? ((url, init) => platform.fetch(url, init));
  const service = await startService({ config, log, fetch, stopGraceMilliseconds });
  const ask: TestService["ask"] = (target, bearer, init = {}) =>
    globalThis.fetch(service.url + target, {
      ...init,
      headers: { authorization: bearer, connection: "close" },
    });
  let isStopped = false;
  const stop = async () => {
    if (!isStopped) await service.stop();
    isStopped = true;
  };
  onTestFinished(stop);
  const database = openDatabase<Schema>({ address: config.database });
  onTestFinished(() => database.close());
  const parts = { store: createHubStore(database), sealer: createSealer(config.keys) };
  return {
    ...service,
    stop,
    platform,
    key,
    folder,
    logged,
    async startAnother() {
      const another = await startService({
        config: { ...config, metricsPort: undefined },
        log,
        fetch,
        stopGraceMilliseconds,
      });
      onTestFinished(() => another.stop());
      return another.url;
    },
    async addCaller(rights = {}) {
      const all = {
        appid: team.appid,
        token: true,
        report: true,
        users: false,
        proxyPaths: ["/api/surveys"],
        ...rights,
      };
      const { id, secret } = await registerCaller(parts, { name: "shop", rights: [all] });
      const bearer = `Bearer ${id}.${secret}`;
      await vi.waitFor(
        async () => expect((await ask("/v1/apps/unknown/token", bearer)).status).not.toBe(401),
        {
          timeout: 45_000,
          interval: 20,
        },
      );
      return { id, secret, bearer };
    },
    ask,
    files: () =>
      Object.fromEntries(
        globSync(join(folder, "**"))
          .filter((file) => statSync(file).isFile() && !/hub\.key$|token-hub\.json$/.test(file))
          .map((file) => [file.slice(folder.length + 1), readFileSync(file, "latin1")]),
      ),
  };
}
