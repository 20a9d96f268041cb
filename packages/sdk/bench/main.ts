/**
 * `npm run bench:sdk`: the cost of `call` compared with plain `fetch` and the same response, against a server in
 * another process. Both make the same number of sequential calls, in short alternating turns, so that other load on
 * the machine affects both; the result is the median of the ratios of neighbouring turns. A fetch with a time limit,
 * as in `call`, costs more than one without: it is measured too.
 */
import { once } from "node:events";
import { fork } from "node:child_process";
import { join } from "node:path";
import { call, type Platform } from "@survey-open-platform/sdk";
import { endChildrenWithThisProcess } from "../../../scripts/processes/end-children.ts";

const callsPerTurn = 20;
const turns = 500;
const request = { appid: "my_team", accessToken: "sopt_0123456789abcdef", path: "/api/surveys" };

async function plain({ baseUrl }: Platform, init?: RequestInit): Promise<unknown> {
  const query = new URLSearchParams({ appid: request.appid, access_token: request.accessToken });
  const response = await fetch(`${baseUrl}${request.path}?${query.toString()}`, init);
  // The server of this benchmark returns nothing else.
  const { code, data } = (await response.json()) as { code: string; data: unknown };
  if (code !== "OK") throw new Error(code);
  return data;
}

async function measure(send: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  for (let sent = 0; sent < callsPerTurn; sent += 1) await send();
  return performance.now() - startedAt;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;
}

endChildrenWithThisProcess();
const server = fork(join(import.meta.dirname, "server.ts"));
const [port]: unknown[] = await once(server, "message");
const platform: Platform = { baseUrl: `http://127.0.0.1:${String(port)}` };
const byFetch = () => plain(platform);
const byTimedFetch = () => plain(platform, { signal: AbortSignal.timeout(10_000) });
const byCall = () => call(platform, request);

/** The median of how much longer one takes than the other. */
async function compare(one: () => Promise<unknown>, other: () => Promise<unknown>): Promise<string> {
  const ratios: number[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    // The second one runs on a warmer machine, so the order alternates too.
    const first = await measure(turn % 2 === 0 ? one : other);
    const second = await measure(turn % 2 === 0 ? other : one);
    ratios.push(turn % 2 === 0 ? first / second : second / first);
  }
  return median(ratios).toFixed(3);
}

for (const warm of [byFetch, byTimedFetch, byCall])
  for (let turn = 0; turn < 20; turn += 1) await measure(warm);
console.log(`medians over ${turns * callsPerTurn} sequential calls of each`);
console.log(`call / fetch                  ${await compare(byCall, byFetch)}`);
console.log(`call / fetch with a timeout   ${await compare(byCall, byTimedFetch)}`);
console.log(`fetch / fetch (the noise)     ${await compare(byFetch, byFetch)}`);
server.kill();
