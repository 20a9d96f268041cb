/**
 * `npm run bench:sdk`: what `call` costs over plain `fetch` with the same answer, against a server in another
 * process. Both make the same number of sequential calls, in short turns, so that what else the machine does falls
 * on both; what is quoted is the median of the ratios of neighbouring turns.
 */
import { once } from "node:events";
import { fork } from "node:child_process";
import { join } from "node:path";
import { call, type Platform } from "@survey-open-platform/sdk";

const callsPerTurn = 20;
const turns = 500;
const request = { appid: "my_team", accessToken: "sopt_0123456789abcdef", path: "/api/surveys" };

async function plain({ baseUrl }: Platform): Promise<unknown> {
  const query = new URLSearchParams({ appid: request.appid, access_token: request.accessToken });
  const answer = await fetch(`${baseUrl}${request.path}?${query.toString()}`);
  // The server of this benchmark answers nothing else.
  const { code, data } = (await answer.json()) as { code: string; data: unknown };
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

const server = fork(join(import.meta.dirname, "server.ts"));
const [port]: unknown[] = await once(server, "message");
const platform: Platform = { baseUrl: `http://127.0.0.1:${String(port)}` };
const byFetch = () => plain(platform);
const byCall = () => call(platform, request);

for (let turn = 0; turn < 50; turn += 1) await measure(turn % 2 === 0 ? byFetch : byCall);
const pairs: { readonly fetched: number; readonly called: number }[] = [];
for (let turn = 0; turn < turns; turn += 1) {
  // Whoever goes second meets a warmer machine: they take turns at that too.
  const first = await measure(turn % 2 === 0 ? byFetch : byCall);
  const second = await measure(turn % 2 === 0 ? byCall : byFetch);
  pairs.push(turn % 2 === 0 ? { fetched: first, called: second } : { fetched: second, called: first });
}
server.kill();
const perCall = (values: readonly number[]) => ((median(values) * 1000) / callsPerTurn).toFixed(0);
const ratio = median(pairs.map(({ fetched, called }) => called / fetched)).toFixed(3);
const fetched = perCall(pairs.map((pair) => pair.fetched));
const called = perCall(pairs.map((pair) => pair.called));
console.log(`call / fetch: ${ratio} over ${turns * callsPerTurn} calls of each`);
console.log(`median turn: fetch ${fetched} µs a call, call ${called} µs a call`);
