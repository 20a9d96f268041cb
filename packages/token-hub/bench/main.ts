/**
 * `npm run bench:hub`: the speed of the hub's token reads compared with a bare `node:http` server, alternating in one
 * run, and the time that its proxy adds to a call.
 *
 * Options: `--rounds N` (default 5), `--seconds N` per measurement (default 3).
 */
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { openDatabase } from "@survey-open-platform/database";
import { registerCaller, type CallerCredentials } from "../src/callers/register-caller.ts";
import { signatureOf } from "../src/callers/request-signature.ts";
import { readConfig } from "../src/config.ts";
import { createSealer } from "../src/encryption/sealer.ts";
import { migrations } from "../src/store/migrations/migrations.ts";
import type { Schema } from "../src/store/schema.ts";
import { createHubStore } from "../src/store/store.ts";
import { runLoad, startBareServer, startHubServer, type ServerProcess } from "./processes.ts";

const { values: options } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, seconds: { type: "string", default: "3" } },
});
const rounds = Number(options.rounds);
const seconds = Number(options.seconds);
const connections = 64;
const appid = "bench_team";
const tokenPath = `/v1/apps/${appid}/token`;
const proxyPath = `/proxy/${appid}/api/surveys`;

const folder = mkdtempSync(join(tmpdir(), "token-hub-bench-"));
try {
  const bare = await startBareServer();
  const config = writeConfig(bare);
  const caller = await addCaller(config);
  const hub = await startHubServer(config);
  // The hub knows added callers after a second.
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  console.log(`${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}\n`);
  await measureTokens({ bare, hub, caller });
  await measureProxy({ bare, hub, caller });
  await Promise.all([bare.stop(), hub.stop()]);
} finally {
  rmSync(folder, { recursive: true });
}

interface Stage {
  readonly bare: ServerProcess;
  readonly hub: ServerProcess;
  readonly caller: CallerCredentials;
}

async function measureTokens({ bare, hub, caller }: Stage): Promise<void> {
  const kinds = {
    "signed requests": () => signed(caller, tokenPath, Math.ceil((seconds + 1) * 40_000)),
    "bearer tokens": () => [bearer(caller, tokenPath)],
  };
  console.log(
    "| token read with | bare, 1/s | hub, 1/s | ratio, median (range) | bare, µs | hub, µs | refused |",
  );
  console.log("| --- | --- | --- | --- | --- | --- | --- |");
  for (const [kind, requests] of Object.entries(kinds)) {
    const runs: (readonly [Measured, Measured])[] = [];
    for (let round = 0; round < rounds; round += 1)
      runs.push([await measure(bare, [plain("/token")]), await measure(hub, requests())]);
    const ratios = runs.map(([yardstick, hubs]) => hubs.rate / yardstick.rate);
    const of = (index: 0 | 1, name: keyof Measured) => median(runs.map((run) => run[index][name]));
    const range = `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)}`;
    const cells = [
      kind,
      of(0, "rate").toFixed(0),
      of(1, "rate").toFixed(0),
      `**${median(ratios).toFixed(2)}** (${range})`,
      of(0, "processorTime").toFixed(1),
      of(1, "processorTime").toFixed(1),
      runs.reduce((sum, [, hubs]) => sum + hubs.refused, 0),
    ];
    console.log(`| ${cells.join(" | ")} |`);
  }
}

interface Measured {
  /** Responses per second. */
  readonly rate: number;
  /** Microseconds of the server's processor time per response. */
  readonly processorTime: number;
  readonly refused: number;
}

async function measure(server: ServerProcess, requests: readonly string[]): Promise<Measured> {
  const before = server.processorTime();
  const { requestsPerSecond: rate, answered, refused } = await load(server.port, requests);
  return { rate, processorTime: (server.processorTime() - before) / answered, refused };
}

/** At half of the proxy's maximum rate, compared with the same calls without it. */
async function measureProxy({ bare, hub, caller }: Stage): Promise<void> {
  const most = await load(hub.port, [bearer(caller, proxyPath)]);
  const rate = most.requestsPerSecond / 2;
  const added: number[] = [];
  let refused = most.refused;
  for (let round = 0; round < rounds; round += 1) {
    const direct = await load(bare.port, [plain("/api/surveys")], rate);
    const proxied = await load(hub.port, [bearer(caller, proxyPath)], rate);
    added.push(proxied.latency.p99 - direct.latency.p99);
    refused += proxied.refused;
  }
  const range = `${Math.min(...added).toFixed(2)} to ${Math.max(...added).toFixed(2)}`;
  console.log(
    `\nProxy: ${most.requestsPerSecond.toFixed(0)} calls a second; at half of that it adds ${median(added).toFixed(2)} ms (${range}) at the 99th percentile; ${refused} refused.`,
  );
}

async function load(port: number, requests: readonly string[], rate?: number) {
  const requestsFile = join(folder, "requests.json");
  writeFileSync(requestsFile, JSON.stringify(requests));
  return await runLoad({
    port,
    requestsFile,
    connections,
    seconds,
    warmupSeconds: 1,
    ...(rate !== undefined && { rate }),
  });
}

function plain(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`;
}

function bearer({ id, secret }: CallerCredentials, path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${id}.${secret}\r\n\r\n`;
}

/** Each works once, so there must be enough of them; they are signed for the moment in which they are sent. */
function signed({ id, secret }: CallerCredentials, target: string, count: number): readonly string[] {
  const time = Math.floor(Date.now() / 1000);
  return Array.from({ length: count }, () => {
    const nonce = randomBytes(16).toString("base64url");
    const signature = signatureOf(secret, { time, nonce, method: "GET", target, body: new Uint8Array() });
    const authorization = `SOP-HMAC-SHA256 caller=${id}, time=${time}, nonce=${nonce}, signature=${signature.toString("base64url")}`;
    return `GET ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: ${authorization}\r\n\r\n`;
  });
}

function writeConfig({ url }: ServerProcess): string {
  const path = join(folder, "token-hub.json");
  writeFileSync(join(folder, "hub.key"), randomBytes(32).toString("base64"));
  const application = { appid, secret: "bench-secret", base_url: url };
  writeFileSync(
    path,
    JSON.stringify({
      listen: "127.0.0.1:0",
      key_file: "hub.key",
      database: "sqlite:./hub.db",
      applications: [application],
    }),
  );
  return path;
}

async function addCaller(path: string): Promise<CallerCredentials> {
  const config = readConfig({ path, environment: {} });
  const database = openDatabase<Schema>({ address: config.database });
  try {
    await database.migrate(migrations);
    const parts = { store: createHubStore(database), sealer: createSealer(config.keys) };
    const rights = [{ appid, token: true, report: true, users: false, proxyPaths: ["/api/surveys"] }];
    return await registerCaller(parts, { name: "bench", rights });
  } finally {
    await database.close();
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}
