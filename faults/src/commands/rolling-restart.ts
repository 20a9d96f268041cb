import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childrenOf } from "../../../packages/database/test/support/postgres/process-family.ts";
import { RunningProgram } from "../../../scripts/processes/running-program.ts";
import {
  sizeOf,
  type FaultCommand,
  type FaultOptions,
  type Outcome,
  type Row,
  type Size,
} from "../command.ts";
import { openStage, type Stage } from "../database/open-stage.ts";
import { median } from "../figures.ts";
import type { NodeProcess } from "../nodes/node-process.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import { callUntil, makeCallMix, type CallTally } from "../rolling/honest-callers.ts";
import { until } from "../until.ts";

const nodeCount = 3;
/** Two show the same in the small size: a worker is stopped only when the one before it is replaced. */
const workerCounts = { full: 3, smoke: 2 } as const satisfies Record<Size, number>;
/** How long a proxy may take to notice that a node is ready again. */
const noticeMilliseconds = 1000;
/** Share of requests that may be answered 503 when the machine is too busy for the database's time limits; in the small size one slow moment is a larger share. */
const unavailableShares = { full: 0.02, smoke: 0.1 } as const satisfies Record<Size, number>;
/** Callers of the small size pause on average, so that they leave the processor to the processes that start. */
const pauses = { full: 0, smoke: 250 } as const satisfies Record<Size, number>;

/** `rolling-restart`: no call fails while everything is restarted in turn. */
export const rollingRestart: FaultCommand = {
  name: "rolling-restart",
  says: "Restarts nodes behind a proxy without retries, and workers on one port, in turn under load: no request fails",
  unit: "requests to each",
  rounds: { full: 50_000, smoke: 300 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const size = sizeOf(rollingRestart, rounds);
  const results: RestartResult[] = [];
  for (const engine of engines) {
    await using stage = await openStage(engine, { seed: { teams: 2 } });
    progress(`${engine}, ${workerCounts[size]} workers`);
    results.push(await restartWorkers(stage, workerCounts[size], rounds));
    // Several nodes need a database server.
    if (engine !== "postgres") continue;
    progress(`${engine}, ${nodeCount} nodes`);
    results.push(await restartNodes(stage, rounds));
  }
  return {
    rows: results.map(rowOf),
    violations: results.flatMap((result) => violationsOf(result, unavailableShares[size])),
    notes: [],
  };
}

/** The results of restarting some processes. */
interface RestartResult {
  readonly name: string;
  /** How many of them there are. */
  readonly count: number;
  readonly tally: CallTally;
  /** Milliseconds that each restart took, from the signal until the next process is ready. */
  readonly restarts: readonly number[];
}

function rowOf({ name, tally, restarts }: RestartResult): Row {
  return {
    "restarted in turn": name,
    requests: tally.sent,
    restarts: restarts.length,
    failed: tally.failed,
    "answered 503": tally.unavailable,
    "slowest answer, ms": tally.slowestMilliseconds.toFixed(0),
    "restart, ms: median": median(restarts).toFixed(0),
  };
}

function violationsOf({ name, count, tally, restarts }: RestartResult, share: number): readonly string[] {
  const { failed, unavailable, sent } = tally;
  const reasons = [...tally.problems].join("; ");
  return [
    ...(failed > 0 ? [`${name}: ${failed} requests failed: ${reasons}`] : []),
    ...(unavailable > sent * share
      ? [`${name}: ${unavailable} of ${sent} were answered 503: ${reasons}`]
      : []),
    ...(restarts.length < count ? [`${name}: only ${restarts.length} restarts`] : []),
  ];
}

async function restartNodes(stage: Stage, requests: number): Promise<RestartResult> {
  await using nodes = await startNodes(nodeCount, stage);
  const words = [join(import.meta.dirname, "../rolling/balancer-process.ts"), ...nodes.urls];
  await using balancer = new RunningProgram(process.execPath, words);
  const port = await balancer.printed("its port", ({ stdout }) => /"port":(\d+)/.exec(stdout)?.[1]);
  const restart = async (index: number) => {
    const node = nodes.all[index % nodeCount];
    await node?.stop();
    await node?.start();
    await sleep(noticeMilliseconds);
  };
  return await restartUnderLoad({
    name: `${stage.engine}, ${nodeCount} nodes behind a proxy`,
    url: `http://127.0.0.1:${port}`,
    nodes: nodes.all,
    count: nodeCount,
    requests,
    restart,
  });
}

async function restartWorkers(stage: Stage, count: number, requests: number): Promise<RestartResult> {
  // The lines that say which workers listen are of the level `info`.
  const environment = { SOP_LOG_LEVEL: "info" };
  await using nodes = await startNodes(1, { ...stage, parameters: [`--workers=${count}`], environment });
  const { all, first } = nodes;
  return await restartUnderLoad({
    name: `${stage.engine}, ${count} workers on one port`,
    url: first.url,
    nodes: all,
    count,
    requests,
    restart: () => restartWorker(first),
  });
}

/** Stops the worker that has run longest and waits until it is replaced. */
async function restartWorker(node: NodeProcess): Promise<void> {
  const [oldest, ...others] = (await childrenOf(node.pid)).toSorted((a, b) => a - b);
  if (oldest === undefined) throw new Error("there are no workers");
  process.kill(oldest, "SIGTERM");
  await until("a worker that got a stop signal is replaced", async () => {
    const now = await childrenOf(node.pid);
    const lines = node.log.matchAll(/"pid":(\d+),"msg":"worker listening"/g);
    const listening = new Set([...lines].map(([, pid]) => Number(pid)));
    return now.length > others.length && now.every((pid) => pid !== oldest && listening.has(pid));
  });
  await sleep(noticeMilliseconds);
}

/** What is restarted under load. */
interface RestartPlan {
  readonly name: string;
  readonly url: string;
  /** Their logs name the causes of failures. */
  readonly nodes: readonly NodeProcess[];
  /** How many there are to restart. */
  readonly count: number;
  /** Requests before it may end. */
  readonly requests: number;
  readonly restart: (index: number) => Promise<void>;
}

/** Restarts one after the other while callers make calls, until each was restarted. */
async function restartUnderLoad(plan: RestartPlan): Promise<RestartResult> {
  const { name, url, nodes, count, requests, restart } = plan;
  const problems = new Set<string>();
  const tally: CallTally = { sent: 0, failed: 0, unavailable: 0, slowestMilliseconds: 0, problems };
  const restarts: number[] = [];
  const isEnough = () => tally.sent >= requests && restarts.length >= count;
  const pauseMilliseconds = pauses[sizeOf(rollingRestart, requests)];
  const calling = callUntil(url, { mix: await makeCallMix(url), pauseMilliseconds, isEnough }, tally);
  while (!isEnough()) {
    const startedAt = performance.now();
    await restart(restarts.length);
    restarts.push(performance.now() - startedAt);
  }
  await calling;
  for (const { log } of nodes)
    for (const [, cause = ""] of log.matchAll(/"err":\{"type":"[^"]*","message":"([^"]*)"/g))
      problems.add(cause);
  return { name, count, tally, restarts };
}
