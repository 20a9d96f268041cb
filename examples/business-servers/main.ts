/**
 * Three business servers share one team token through a token hub, while the hub is killed repeatedly and another
 * program renews the token without it. The last line of the output is the number of failed calls: none.
 *
 *   PLATFORM_URL=… APPID=… SECRET=… SECONDS=20 node main.ts
 */
import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { createClient, fromHub, requestTeamToken } from "@survey-open-platform/sdk";
import { addCaller, countAudit, HubProcess, writeHubSettings, type Caller } from "./hub-process.ts";
import { tallyText, type Tally } from "./tally.ts";

const { PLATFORM_URL: platformUrl = "http://127.0.0.1:8787", SECONDS: seconds = "20" } = process.env;
const { APPID: appid = "demo_northstar_team" } = process.env;
const { SECRET: secret = "demo-secret-northstar-team-0000000003" } = process.env;
const servers = ["orders", "stock", "reports"];

const folder = mkdtempSync(join(tmpdir(), "business-servers-"));
const { path: config, port } = await writeHubSettings(folder, { platformUrl, appid, secret });
const callers = new Map<string, Caller>();
for (const name of [...servers, "witness"]) callers.set(name, await addCaller(config, name));
const hub = new HubProcess(config, port);
const children: ChildProcess[] = [];
try {
  await untilReady();
  children.push(...servers.map(startServer));
  const caused = await causeFailures(Number(seconds) * 1000);
  const tallies = await Promise.all(children.map(endServer));
  const audit = await countAudit(config);
  console.log(tallyText(tallies));
  console.log(
    `The hub was killed ${caused.kills} times and had ${audit.get("minted") ?? 0} tokens minted; ` +
      `other programs renewed ${caused.foreign} times, which the hub noticed ${audit.get("foreign_refresher") ?? 0} times.`,
  );
  const failed = tallies.reduce((sum, { failures }) => sum + failures.length, 0);
  console.log(`${failed} calls failed.`);
  if (failed > 0) process.exitCode = 1;
} finally {
  for (const child of children) child.kill();
  await hub.stop();
  rmSync(folder, { recursive: true });
}

async function untilReady(): Promise<void> {
  for (let attempt = 0; attempt < 1000; attempt += 1) {
    const response = await fetch(`${hub.url}/readyz`).catch(() => undefined);
    if (response?.ok === true) return;
    await sleep(100);
  }
  throw new Error("The hub did not become ready");
}

function startServer(name: string): ChildProcess {
  const { id: CALLER_ID, secret: CALLER_SECRET } = callerCalled(name);
  const environment = { PLATFORM_URL: platformUrl, HUB_URL: hub.url, APPID: appid };
  return fork(join(import.meta.dirname, "business-server.ts"), {
    env: { ...process.env, ...environment, CALLER_ID, CALLER_SECRET },
  });
}

function callerCalled(name: string): Caller {
  const caller = callers.get(name);
  if (caller === undefined) throw new Error(`There is no caller ${name}`);
  return caller;
}

/** Kills the hub, and when it is back renews the token without it, in turn. */
async function causeFailures(milliseconds: number) {
  const end = Date.now() + milliseconds;
  const done = { kills: 0, foreign: 0 };
  const witness = startWitness();
  while (Date.now() < end) {
    await sleep(1_000);
    hub.kill();
    done.kills += 1;
    await untilReady();
    // What a forgotten script does: it has the team's secret and requests a token of its own.
    await requestTeamToken({ baseUrl: platformUrl }, { appid, secret });
    done.foreign += 1;
    await witness();
  }
  return done;
}

/** Another caller of the hub. @returns a call that succeeds when the hub has a valid token again */
function startWitness(): () => Promise<unknown> {
  const { id: callerId, secret: callerSecret } = callerCalled("witness");
  const source = fromHub({ hubUrl: hub.url }, { appid, callerId, callerSecret });
  const { surveys } = createClient({ platform: { baseUrl: platformUrl }, source });
  return () => surveys.list({ perPage: 1 });
}

async function endServer(child: ChildProcess): Promise<Tally> {
  const finished = once(child, "message");
  child.send("end");
  // The message that the server sends when it stops.
  const [tally] = (await finished) as [Tally];
  return tally;
}
