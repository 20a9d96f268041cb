import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { childrenOf } from "../../../packages/database/test/support/postgres/process-family.ts";
import { RunningProgram } from "../../../scripts/processes/running-program.ts";
import {
  sizeOf,
  type Engine,
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

const nodeCount = 3;
/** Two show the same in the small size: a worker is stopped only when the one before it is replaced. */
const workerCounts = { full: 3, smoke: 2 } as const satisfies Record<Size, number>;
/** How long a proxy may take to notice that a node is ready again. */
const noticeMilliseconds = 1000;
/** Share of requests that may be answered 503 when the machine is too busy for the database's time limits. */
const unavailableShare = 0.02;
/** The same in the small size, where one slow moment is a larger share. */
const unavailableShareWhenSmall = 0.1;
const requestsToJudge = 50_000;
/** Callers of the small size pause on average, so that they leave the processor to the processes that start. */
const pauseMillisecondsWhenSmall = 250;
const workerPatienceMilliseconds = 30_000;

/** `rolling-restart`: no call fails while everything is restarted in turn. */
export const rollingRestart: FaultCommand = {
  name: "rolling-restart",
  says: "Restarts nodes behind a proxy without retries, and workers on one port, in turn under load: no request fails",
  unit: "requests to each",
  rounds: { full: requestsToJudge, smoke: 300 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const results: RestartResult[] = [];
  for (const engine of engines) {
    await using stage = await openStage(engine, { teams: 2 });
    const workerCount = workerCounts[sizeOf(rollingRestart, rounds)];
    progress(`${engine}, ${workerCount} workers`);
    results.push(await restartWorkers(stage, workerCount, rounds));
    // Several nodes need a database server.
    if (engine !== "postgres") continue;
    progress(`${engine}, ${nodeCount} nodes`);
    results.push(await restartNodes(stage, rounds));
  }
  return {
    rows: results.map(rowOf),
    violations: results.flatMap(violationsOf),
    notes: [],
  };
}

/** The results of restarting some processes. */
interface RestartResult {
  readonly engine: Engine;
  readonly what: string;
  /** How many of them there are. */
  readonly count: number;
  readonly tally: CallTally;
  /** Milliseconds that each restart took, from the signal until the next process is ready. */
  readonly restarts: readonly number[];
}

function rowOf({ engine, what, tally, restarts }: RestartResult): Row {
  return {
    engine,
    "restarted in turn": what,
    requests: tally.sent,
    restarts: restarts.length,
    failed: tally.failed,
    "503": tally.unavailable,
    "slowest answer, ms": tally.slowestMilliseconds.toFixed(0),
    "restart, ms: median": median(restarts).toFixed(0),
  };
}

function violationsOf({ engine, what, count, tally, restarts }: RestartResult): readonly string[] {
  const reasons = [...tally.problems].join("; ");
  return [
    ...(tally.failed > 0 ? [`${engine}, ${what}: ${tally.failed} requests failed: ${reasons}`] : []),
    ...(tally.unavailable > mostUnavailable(tally)
      ? [`${engine}, ${what}: ${tally.unavailable} of ${tally.sent} requests were answered 503: ${reasons}`]
      : []),
    ...(restarts.length < count ? [`${engine}, ${what}: only ${restarts.length} restarts`] : []),
  ];
}

function mostUnavailable({ sent }: CallTally): number {
  return sent * (sent < requestsToJudge ? unavailableShareWhenSmall : unavailableShare);
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
  const what = `${nodeCount} nodes behind a proxy`;
  const load = await restartUnderLoad(`http://127.0.0.1:${port}`, { requests, count: nodeCount, restart });
  for (const { log } of nodes.all) noteCauses(log, load.tally);
  return { engine: stage.engine, what, count: nodeCount, ...load };
}

async function restartWorkers(stage: Stage, count: number, requests: number): Promise<RestartResult> {
  await using nodes = await startNodes(1, {
    ...stage,
    parameters: [`--workers=${count}`],
    // The lines that say which workers listen.
    environment: { SOP_LOG_LEVEL: "info" },
  });
  const [node] = nodes.all;
  if (node === undefined) throw new Error("one node was started");
  const what = `${count} workers on one port`;
  const restart = () => restartWorker(node);
  const load = await restartUnderLoad(node.url, { requests, count, restart });
  noteCauses(node.log, load.tally);
  return { engine: stage.engine, what, count, ...load };
}

/** Stops the worker that has run longest and waits until it is replaced. */
async function restartWorker(node: NodeProcess): Promise<void> {
  const [oldest, ...others] = (await childrenOf(node.pid)).toSorted((a, b) => a - b);
  if (oldest === undefined) throw new Error("there are no workers");
  process.kill(oldest, "SIGTERM");
  const deadline = performance.now() + workerPatienceMilliseconds;
  const isReplaced = async () => {
    const now = await childrenOf(node.pid);
    const listening = listeningIn(node.log);
    return now.length > others.length && now.every((pid) => pid !== oldest && listening.has(pid));
  };
  while (!(await isReplaced())) {
    if (performance.now() > deadline) throw new Error("a worker that got a stop signal was not replaced");
    await sleep(50);
  }
  await sleep(noticeMilliseconds);
}

/** The processes of the workers that have ever listened. */
function listeningIn(log: string): ReadonlySet<number> {
  const lines = log.matchAll(/"pid":(\d+),"msg":"worker listening"/g);
  return new Set([...lines].map(([, pid]) => Number(pid)));
}

/** The log lines of a node about its own failures. */
function noteCauses(log: string, { problems }: CallTally): void {
  for (const [, cause = ""] of log.matchAll(/"err":\{"type":"[^"]*","message":"([^"]*)"/g))
    problems.add(cause);
}

/** What is restarted under load. */
interface RestartPlan {
  /** Requests before it may end. */
  readonly requests: number;
  /** How many there are to restart. */
  readonly count: number;
  readonly restart: (index: number) => Promise<void>;
}

/** Restarts one after the other while callers make calls, until each was restarted. */
async function restartUnderLoad(
  url: string,
  { requests, count, restart }: RestartPlan,
): Promise<Pick<RestartResult, "tally" | "restarts">> {
  const tally: CallTally = {
    sent: 0,
    failed: 0,
    unavailable: 0,
    slowestMilliseconds: 0,
    problems: new Set(),
  };
  const restarts: number[] = [];
  const isEnough = () => tally.sent >= requests && restarts.length >= count;
  const pauseMilliseconds = requests < requestsToJudge ? pauseMillisecondsWhenSmall : 0;
  const plan = { mix: await makeCallMix(url), pauseMilliseconds, isEnough };
  const calling = callUntil(url, plan, tally);
  while (!isEnough()) {
    const startedAt = performance.now();
    await restart(restarts.length);
    restarts.push(performance.now() - startedAt);
  }
  await calling;
  return { tally, restarts };
}
