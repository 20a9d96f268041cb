import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMockPlatform, mockSample, type MockPlatform } from "@survey-open-platform/sdk/testing";
import { freePort } from "../../../packages/database/test/support/free-port.ts";
import { bareEnvironment } from "../../../scripts/processes/environments.ts";
import { TOKEN_HUB } from "../../../scripts/processes/programs.ts";
import { outputOf } from "../../../scripts/processes/run-program.ts";
import { NodeProcess } from "../nodes/node-process.ts";

const [, { appid, secret }] = mockSample.applications;

/** The team whose token the hubs keep. */
export const team = { appid, secret } as const;

/** The credentials of a business server. */
export interface HubCredentials {
  readonly callerId: string;
  readonly callerSecret: string;
}

/** Running hubs, their platform, and their callers. */
export interface HubStage extends AsyncDisposable {
  /** Only a team's newest token works. */
  readonly platform: MockPlatform;
  readonly platformUrl: string;
  readonly hubs: readonly NodeProcess[];
  readonly urls: readonly string[];
  /** How long the slowest hub took to start. */
  readonly startMilliseconds: number;
  /** May get and report tokens without a limit. */
  readonly caller: HubCredentials;
  readonly addCaller: (name: string) => Promise<HubCredentials>;
  readonly revokeCaller: (caller: HubCredentials) => Promise<void>;
}

/** Starts hubs from the built files, on a database, with a mock platform. */
export async function openHubStage(count: number, database: string): Promise<HubStage> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), "sop-hub-faults-"));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const platform = createMockPlatform();
  const platformUrl = await listen(platform, stack);
  writeFileSync(join(folder, "key"), randomBytes(32).toString("base64"), { mode: 0o600 });
  const hubs: NodeProcess[] = [];
  while (hubs.length < count) {
    const port = await freePort();
    const config = join(folder, `hub-${hubs.length}.json`);
    writeFileSync(config, JSON.stringify(settingsOf(port, database, platformUrl)));
    const command = [process.execPath, TOKEN_HUB, "serve", "--config", config] as const;
    hubs.push(stack.use(new NodeProcess({ command, port, folder, environment: bareEnvironment() })));
  }
  const { callers, addCaller } = callersOf(join(folder, "hub-0.json"));
  // This also creates the tables.
  const caller = await addCaller("servers", "--reports-per-minute=100000");
  const startMilliseconds = Math.max(...(await Promise.all(hubs.map((hub) => hub.start()))));
  const open = stack.move();
  return {
    platform,
    platformUrl,
    hubs,
    urls: hubs.map(({ url }) => url),
    startMilliseconds,
    caller,
    addCaller,
    revokeCaller: async ({ callerId }) => void (await callers("revoke", callerId)),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

/** The commands about callers. */
function callersOf(config: string) {
  const callers = (...words: readonly string[]) =>
    outputOf(process.execPath, [TOKEN_HUB, "callers", ...words, "--config", config], {
      env: bareEnvironment(),
    });
  const addCaller = async (name: string, ...words: readonly string[]): Promise<HubCredentials> => {
    // What the command prints.
    const added = JSON.parse(await callers("add", "--name", name, "--json", ...words)) as {
      readonly id: string;
      readonly secret: string;
    };
    return { callerId: added.id, callerSecret: added.secret };
  };
  return { callers, addCaller };
}

/** The mock platform behind a real socket. @returns its address */
async function listen(platform: MockPlatform, stack: AsyncDisposableStack): Promise<string> {
  const respond = async (path: string, method: string, response: ServerResponse) => {
    const reply = await platform.fetch(platform.baseUrl + path, { method });
    response.writeHead(reply.status, Object.fromEntries(reply.headers));
    response.end(await reply.text());
  };
  // The caller may be gone by the time of the response; the request takes effect anyway.
  const server = createServer(
    ({ url = "/", method = "GET" }, response) => void respond(url, method, response),
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  stack.defer(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => void server.close(resolve));
  });
  // It listens on a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function settingsOf(port: number, database: string, platformUrl: string) {
  // The faults cause more mints in a minute than a team needs in a month.
  const unlimited = { mints_per_hour: 1_000_000, mint_burst: 1_000_000 };
  return {
    listen: `127.0.0.1:${port}`,
    database,
    key_file: "./key",
    log_level: "info",
    poll_seconds: 0.2,
    // Short, so that waiting for a lease ends soon; the request still has time on a busy machine.
    lease_seconds: 2,
    request_timeout_seconds: 0.8,
    applications: [{ ...team, base_url: platformUrl, ...unlimited }],
  };
}
