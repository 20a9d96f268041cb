import { setTimeout as sleep } from "node:timers/promises";
import { sizeOf, type FaultCommand, type FaultOptions, type Outcome, type Size } from "../command.ts";
import { openStage } from "../database/open-stage.ts";
import { BreakableLink } from "../isolation/breakable-link.ts";
import { outages, type Outage, type Way } from "../isolation/outage.ts";
import { NodeWatch, type SeenCall } from "../isolation/watch-node.ts";
import { askForTeamToken, typeOf, useTeamToken } from "../ledger/platform-calls.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import type { NodeProcess } from "../nodes/node-process.ts";

/** How long a node is without its database: longer than the time limit of a response. */
const outageMilliseconds = 4000;
/** Time limits of a response during the outage, and of the recovery after it. */
const targets = { answer: 3000, healing: 5000 } as const;
/** On a busy machine everything takes longer; this factor is the limit. */
const leniency = 3;
/** Healing includes the restart of PostgreSQL and new connections. */
const healingLeniency = 8;
const patienceMilliseconds = 60_000;

/** `isolation`: a node without its database reports this in time, accepts no stale token, and recovers by itself. */
export const isolation: FaultCommand = {
  name: "isolation",
  says: "Disconnects a node from its database: 503 within 3 s, no stale token accepted, recovered within 5 s after it is back",
  unit: "times each outage",
  rounds: { full: 5, smoke: 1 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  if (!engines.includes("postgres")) return { table: tableOf([]), violations: [], notes: [onlyPostgres] };
  await using stage = await openStage("postgres", { teams: 2 });
  const { postgres } = stage;
  if (postgres === undefined) throw new Error("a stage of PostgreSQL has one");
  await using link = await BreakableLink.to(postgres.port);
  const linked = new URL(stage.database);
  linked.port = String(link.port);
  await using lonely = await startNodes(1, { ...stage, database: linked.href });
  await using others = await startNodes(1, stage);
  const [[node], [other]] = [lonely.all, others.all];
  if (node === undefined || other === undefined) throw new Error("two nodes were started");
  const scene = { node, other, way: { link, postgres }, size: sizeOf(isolation, rounds) };
  const tallies = outages.map(newTally);
  for (let round = 0; round < rounds; round += 1) {
    for (const tally of tallies) {
      progress(tally.outage.name);
      await happen(scene, tally);
    }
  }
  return {
    table: tableOf(tallies),
    violations: tallies.flatMap((tally) =>
      tally.problems.map((problem) => `${tally.outage.name}: ${problem}`),
    ),
    notes: tallies.flatMap(slownessOf),
  };
}

const onlyPostgres = "a node has its SQLite file beside it and cannot be cut off from it";

/** The results of one kind of outage. Times in milliseconds, the longest of all rounds. */
interface Tally {
  readonly outage: Outage;
  answers: number;
  unavailable: number;
  slowestAnswer: number;
  slowestHealing: number;
  /** Calls of the other node that were refused during the outage. */
  refusedElsewhere: number;
  stale: number;
  readonly problems: string[];
}

function newTally(outage: Outage): Tally {
  const none = {
    answers: 0,
    unavailable: 0,
    slowestAnswer: 0,
    slowestHealing: 0,
    refusedElsewhere: 0,
    stale: 0,
  };
  return { outage, ...none, problems: [] };
}

function tableOf(tallies: readonly Tally[]) {
  return {
    columns: [
      "outage",
      "answers meanwhile",
      "of them 503",
      "slowest answer, ms",
      "stale tokens accepted",
      "other node refused",
      "as before after, ms: slowest",
    ],
    rows: tallies.map((tally) => [
      tally.outage.name,
      tally.answers,
      tally.unavailable,
      tally.slowestAnswer.toFixed(0),
      tally.outage.isOfOne ? tally.stale : "",
      tally.outage.isOfOne ? tally.refusedElsewhere : "",
      tally.slowestHealing.toFixed(0),
    ]),
  };
}

interface Scene {
  /** The node that loses its database. */
  readonly node: NodeProcess;
  readonly other: NodeProcess;
  readonly way: Way;
  readonly size: Size;
}

async function happen({ node, other, way, size }: Scene, tally: Tally): Promise<void> {
  const { outage } = tally;
  const old = await issue(other);
  const watch = new NodeWatch(node.url, old, size);
  await sleep(300);
  const beganAt = performance.now();
  await outage.begin(way);
  // The other node issues a newer token, which the disconnected node cannot see.
  const newest = outage.isOfOne ? await issue(other, tally) : old;
  const staleFrom = outage.isOfOne ? performance.now() : Infinity;
  await sleep(outageMilliseconds - (performance.now() - beganAt));
  const endedAt = performance.now();
  await outage.end(way);
  tally.slowestHealing = Math.max(tally.slowestHealing, await healing(node, newest, tally));
  await watch.stop();
  judge(watch.calls, { beganAt, endedAt, staleFrom }, tally);
}

/** Requests a token of the first team until one is issued. */
async function issue({ url }: NodeProcess, tally?: Tally): Promise<string> {
  const deadline = performance.now() + patienceMilliseconds;
  while (performance.now() < deadline) {
    const result = await askForTeamToken(url);
    if (result.status !== "none" && result.body.code === "OK")
      return String(result.body.data["access_token"]);
    if (tally !== undefined) tally.refusedElsewhere += 1;
    await sleep(50);
  }
  throw new Error("a node with its database gave no token");
}

/** @returns the milliseconds until the node accepts the newest token and is ready */
async function healing(node: NodeProcess, newest: string, { problems }: Tally): Promise<number> {
  const startedAt = performance.now();
  const isWell = async () => typeOf(await useTeamToken(node.url, newest)) === "" && (await node.isReady());
  while (!(await isWell())) {
    if (performance.now() - startedAt > patienceMilliseconds) {
      problems.push(`the node did not heal within ${patienceMilliseconds} ms`);
      break;
    }
    await sleep(20);
  }
  return performance.now() - startedAt;
}

/** The times of the outage's events. */
interface Span {
  readonly beganAt: number;
  readonly endedAt: number;
  /** From this time on the used token is overridden. */
  readonly staleFrom: number;
}

function judge(calls: readonly SeenCall[], { beganAt, endedAt, staleFrom }: Span, tally: Tally): void {
  const meanwhile = calls.filter(({ calledAt }) => calledAt >= beganAt && calledAt < endedAt);
  const stale = calls.filter(
    ({ kind, calledAt, result }) => kind === "read" && calledAt >= staleFrom && isDone(result),
  );
  const slowest = Math.max(0, ...meanwhile.map(({ calledAt, answeredAt }) => answeredAt - calledAt));
  const strange = new Set(meanwhile.flatMap(({ result }) => strangeness(result)));
  tally.answers += meanwhile.length;
  tally.unavailable += meanwhile.filter(({ result }) => result.status === 503).length;
  tally.slowestAnswer = Math.max(tally.slowestAnswer, slowest);
  tally.stale += stale.length;
  if (stale.length > 0) tally.problems.push(`${stale.length} times a stale token was accepted`);
  if (!meanwhile.some(({ result }) => result.status === 503)) tally.problems.push("no call got 503");
  for (const problem of strange) tally.problems.push(problem);
  if (slowest > leniency * targets.answer) tally.problems.push(`an answer took ${slowest.toFixed(0)} ms`);
  if (tally.slowestHealing > healingLeniency * targets.healing)
    tally.problems.push(`healing took ${tally.slowestHealing.toFixed(0)} ms`);
}

function isDone(result: SeenCall["result"]): boolean {
  return result.status !== "none" && result.body.code === "OK";
}

/** Every response other than success, unavailable and, once the token is overridden, invalid. */
function strangeness(result: SeenCall["result"]): readonly string[] {
  if (result.status === "none") return [`a call had no answer: ${result.reason}`];
  const isExpected =
    isDone(result) || ["storage_unavailable", "invalid_token"].includes(result.body.error.type);
  return isExpected ? [] : [`a call was answered ${result.status} ${result.body.error.type}`];
}

function slownessOf({ outage, slowestAnswer, slowestHealing }: Tally): readonly string[] {
  return [
    ...(slowestAnswer > targets.answer
      ? [`${outage.name}: an answer took ${slowestAnswer.toFixed(0)} ms`]
      : []),
    ...(slowestHealing > targets.healing
      ? [`${outage.name}: healing took ${slowestHealing.toFixed(0)} ms`]
      : []),
  ];
}
