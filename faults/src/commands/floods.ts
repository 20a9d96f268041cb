import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { residentMegabytes } from "../../../packages/server/bench/processor-time.ts";
import { RunningProgram } from "../../../scripts/processes/running-program.ts";
import type { FaultCommand, FaultOptions, Outcome, Row } from "../command.ts";
import { openStage } from "../database/open-stage.ts";
import type { FloodTally } from "../floods/flood.ts";
import { floodNames, type FloodName } from "../floods/floods.ts";
import { honestLoad, honestRequests, type HonestFigures } from "../floods/honest-load.ts";
import { startNodes } from "../nodes/start-nodes.ts";
import type { NodeProcess } from "../nodes/node-process.ts";

/** Fewer rounds are shown but not judged: a single p99 says more about the machine than about the platform. */
const roundsToJudge = 5;
/** Duration of one measurement, and of the start of a flood before it. */
const pace = {
  judged: { seconds: 2, riseMilliseconds: 2000 },
  shown: { seconds: 0.4, riseMilliseconds: 600 },
} as const;
/** The limit of failures has its default here; a proxy header names the addresses of the sign-ins. */
const parameters = ["--trust-proxy=1", "--failed-secrets-per-minute=10"] as const;
const mostTimesQuiet = 2;
/** Below this a doubled p99 is within the noise of timers and the scheduler. */
const noticeableMilliseconds = 5;
const mostMegabytes = 400;

/** `floods`: legitimate clients are measured with and without hostile ones beside them. */
export const floods: FaultCommand = {
  name: "floods",
  says: "Floods a node in five ways: no legitimate client is refused or waits more than twice as long, and memory stays bounded",
  unit: "measurements beside each flood",
  rounds: { full: 7, smoke: 1 },
  run: runFloods,
};

async function runFloods({ rounds, progress }: FaultOptions): Promise<Outcome> {
  await using stage = await openStage("sqlite", { teams: 2 });
  await using nodes = await startNodes(1, { ...stage, parameters: [...parameters] });
  const [node] = nodes.all;
  if (node === undefined) throw new Error("one node was started");
  const requests = await honestRequests(node.url);
  const honest = { node, requests, ...pace[rounds < roundsToJudge ? "shown" : "judged"] };
  await measure(honest);
  const results: FloodResult[] = [];
  for (const name of floodNames()) {
    progress(name);
    results.push(await besideFlood(name, honest, rounds));
  }
  return {
    rows: results.map(rowOf),
    violations: results.flatMap((result) => violationsOf(result, rounds)),
    notes: rounds < roundsToJudge ? [`latency is judged from ${roundsToJudge} rounds on`] : [],
  };
}

interface Honest {
  readonly node: NodeProcess;
  readonly requests: readonly string[];
  readonly seconds: number;
  readonly riseMilliseconds: number;
}

function measure({ node, requests, seconds }: Honest): Promise<HonestFigures> {
  return honestLoad({ port: node.port, requests, seconds });
}

/** The measurements beside one flood; arrays have one entry per round. */
interface FloodResult {
  readonly name: FloodName;
  readonly quiet: readonly HonestFigures[];
  readonly flooded: readonly HonestFigures[];
  /** Resident memory before the flood and at its maximum, in MB. */
  readonly memory: { readonly before: number; readonly most: number };
  readonly did: string;
}

/** Alternates between quiet and flooded, because the machine's own speed varies. */
async function besideFlood(name: FloodName, honest: Honest, rounds: number): Promise<FloodResult> {
  const { pid, port } = honest.node;
  const [quiet, flooded]: [HonestFigures[], HonestFigures[]] = [[], []];
  const before = residentMegabytes(pid);
  const memory = [before];
  let did = "";
  for (let round = 0; round < rounds; round += 1) {
    quiet.push(await measure(honest));
    await using flood = await startFlood(name, port);
    await sleep(honest.riseMilliseconds);
    flooded.push(await measure(honest));
    memory.push(residentMegabytes(pid));
    const { connections, answered, closed } = flood.tally;
    did = `${connections} open, ${answered} answered, ${closed} closed`;
  }
  return { name, quiet, flooded, memory: { before, most: Math.max(...memory) }, did };
}

function rowOf(result: FloodResult): Row {
  const { name, quiet, flooded, memory, did } = result;
  return {
    flood: name,
    "honest answers": sumOf([...quiet, ...flooded], "answered"),
    refused: sumOf([...quiet, ...flooded], "refused"),
    "quiet p50 / p99, ms": latencies(quiet),
    "flooded p50 / p99, ms": latencies(flooded),
    "p99 ratio": ratioOf(result).toFixed(2),
    "memory before / most, MB": `${memory.before.toFixed(0)} / ${memory.most.toFixed(0)}`,
    "the flood's last turn": did,
  };
}

function violationsOf(result: FloodResult, rounds: number): readonly string[] {
  const { name, quiet, flooded, memory } = result;
  const refused = sumOf([...quiet, ...flooded], "refused");
  const p99 = quietOf(flooded, "p99");
  const isSlow = rounds >= roundsToJudge && ratioOf(result) > mostTimesQuiet && p99 > noticeableMilliseconds;
  return [
    ...(refused > 0 ? [`${name}: ${refused} legitimate requests were refused`] : []),
    ...(isSlow ? [`${name}: legitimate clients wait ${ratioOf(result).toFixed(1)} times as long`] : []),
    ...(memory.most > mostMegabytes ? [`${name}: ${memory.most.toFixed(0)} MB of memory`] : []),
  ];
}

/** The flooded p99 divided by the quiet one. */
function ratioOf({ quiet, flooded }: FloodResult): number {
  return quietOf(flooded, "p99") / quietOf(quiet, "p99");
}

function latencies(figures: readonly HonestFigures[]): string {
  return `${quietOf(figures, "p50").toFixed(1)} / ${quietOf(figures, "p99").toFixed(1)}`;
}

/** Of the better rounds, because other load on the machine only adds time. */
function quietOf(figures: readonly HonestFigures[], percentile: "p50" | "p99"): number {
  const ascending = figures.map(({ latency }) => latency[percentile]).toSorted((a, b) => a - b);
  return ascending[Math.floor((ascending.length - 1) / 4)] ?? 0;
}

function sumOf(figures: readonly HonestFigures[], what: "answered" | "refused"): number {
  return figures.reduce((sum, one) => sum + one[what], 0);
}

/** A running flood. */
interface RunningFlood extends AsyncDisposable {
  /** Its tally, at most a quarter of a second old. */
  readonly tally: Readonly<FloodTally>;
}

/** Starts a flood on a port of this machine and waits for its first output. */
async function startFlood(name: FloodName, port: number): Promise<RunningFlood> {
  await using stack = new AsyncDisposableStack();
  const words = [join(import.meta.dirname, "../floods/flood-process.ts"), name, String(port)];
  const program = stack.use(new RunningProgram(process.execPath, words));
  await program.printed("a tally", lastTally);
  const running = stack.move();
  return {
    get tally() {
      return lastTally(program) ?? none;
    },
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

const none: FloodTally = { connections: 0, answered: 0, closed: 0 };

/** Each line is a tally. */
function lastTally({ stdout }: { readonly stdout: string }): FloodTally | undefined {
  const line = stdout.split("\n").at(-2);
  return line === undefined ? undefined : (JSON.parse(line) as FloodTally);
}
