import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { LoadResult } from "./load.ts";
import { runLoad, type ServerProcess } from "./processes.ts";
import type { SeededPaths } from "./seed.ts";

/** The scenarios, and the target for the median ratio to the bare server. */
const scenarioKinds = [
  { name: "GET /api/surveys/{survey_id}, token checked", paths: "survey", target: 0.45, once: false },
  { name: "GET /api/oauth2/user, token checked", paths: "user", target: 0.45, once: false },
  { name: "team token issue, durable", paths: "teamToken", target: 0.25, once: false },
  { name: "code exchange, durable", paths: "exchange", target: undefined, once: true },
] as const;

const connections = 64;
const warmupSeconds = 1;
/** Share of the saturating rate at which latency is measured. */
const latencyLoad = 0.7;

/** One scenario over all rounds. Rates are medians in requests per second, latencies in milliseconds. */
export interface ScenarioFigures {
  readonly name: string;
  readonly target: number | undefined;
  readonly answerBytes: number;
  readonly bareRate: number;
  readonly rate: number;
  readonly ratios: readonly number[];
  readonly refused: number;
  /** At 70 % of the scenario's own saturating rate; absent for requests that work once only. */
  readonly latency: LoadResult["latency"] | undefined;
  readonly bareLatency: LoadResult["latency"];
}

/** The input of the measurements. */
export interface Setting {
  readonly bare: ServerProcess;
  readonly platform: ServerProcess;
  readonly paths: SeededPaths;
  readonly directory: string;
  readonly rounds: number;
  readonly seconds: number;
}

/** Measures every scenario, alternating between bare server and platform. */
export async function measureScenarios(setting: Setting): Promise<readonly ScenarioFigures[]> {
  const figures: ScenarioFigures[] = [];
  for (const kind of scenarioKinds) figures.push(await measureScenario(setting, kind));
  return figures;
}

type ScenarioKind = (typeof scenarioKinds)[number];

async function measureScenario(
  setting: Setting,
  { name, paths, target, once }: ScenarioKind,
): Promise<ScenarioFigures> {
  const { bare, platform, directory, rounds, seconds } = setting;
  const all = setting.paths[paths];
  const answerBytes = await sizeOfAnswer(platform, all.at(-1) ?? "/");
  const file = (lines: readonly string[]) => writeLines(directory, lines);
  const bareFile = file([`/?bytes=${answerBytes}`]);
  const load = (port: number, pathsFile: string, rate?: number) =>
    runLoad({
      port,
      pathsFile,
      connections,
      seconds,
      warmupSeconds,
      once: once && port === platform.port,
      ...(rate && { rate }),
    });
  const measured: { readonly bareRate: number; readonly rate: number; readonly refused: number }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const share = once ? all.slice(partStart(all, round, rounds), partStart(all, round + 1, rounds)) : all;
    const yardstick = await load(bare.port, bareFile);
    const result = await load(platform.port, file(share));
    console.log(
      `${name}: ${Math.round(yardstick.requestsPerSecond)} bare, ${Math.round(result.requestsPerSecond)}/s`,
    );
    measured.push({
      bareRate: yardstick.requestsPerSecond,
      rate: result.requestsPerSecond,
      refused: result.refused,
    });
  }
  const rate = median(measured.map((one) => one.rate));
  const bareRate = median(measured.map((one) => one.bareRate));
  return {
    name,
    target,
    answerBytes,
    bareRate,
    rate,
    ratios: measured.map((one) => one.rate / one.bareRate),
    refused: measured.reduce((sum, one) => sum + one.refused, 0),
    latency: once ? undefined : (await load(platform.port, file(all), rate * latencyLoad)).latency,
    bareLatency: (await load(bare.port, bareFile, bareRate * latencyLoad)).latency,
  };
}

function partStart(all: readonly string[], part: number, parts: number): number {
  // The last path was used to measure the size of an answer.
  return Math.floor(((all.length - 1) * part) / parts);
}

let files = 0;

function writeLines(directory: string, lines: readonly string[]): string {
  const file = join(directory, `paths-${(files += 1)}`);
  writeFileSync(file, `${lines.join("\n")}\n`);
  return file;
}

async function sizeOfAnswer({ port }: ServerProcess, path: string): Promise<number> {
  const reply = await fetch(`http://127.0.0.1:${port}${path}`);
  return (await reply.arrayBuffer()).byteLength;
}

/** The middle one of some figures. */
export function median(figures: readonly number[]): number {
  const sorted = figures.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = 0, high = 0] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[middle]];
  return (low + high) / 2;
}
