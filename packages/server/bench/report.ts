import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import {
  databaseMicrosecondsPerRequest,
  microsecondsPerRequest,
  meanCores,
  median,
  pairedRatios,
  requestsPerSecond,
  spreadOf,
  type Spread,
  type Latency,
} from "./figures.ts";
import { bareName } from "./contenders.ts";
import type { ContenderFigures } from "./scenario-lane.ts";
import type { ScenarioFigures } from "./measure.ts";

/** Most resident memory after all scenarios with 100,000 live tokens, in MB. */
const memoryTarget = 200;

/** Day, machine and runtime. */
export function machineText(): string {
  const model = cpus()[0]?.model ?? "unknown";
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${model}), Node ${process.versions.node}`;
}

/** The tables of platform and hub beside the bare server, in Markdown. */
export function mainTables(
  scenarios: readonly ScenarioFigures[],
  { starts, hasBeside }: { readonly starts: number; readonly hasBeside: boolean },
): string {
  const lines = scenarios.flatMap((figures) => linesOf(figures, starts));
  const others = meanCores(scenarios.flatMap((figures) => figures.others));
  const most = Math.max(...lines.map(({ residentMegabytes }) => residentMegabytes));
  return [
    `Other programs used ${others.toFixed(2)} of ${cpus().length} cores during the measurement.`,
    ratioTable(lines),
    "Latency at 70 % of the saturating rate, in ms:",
    latencyTable(lines),
    ...(hasBeside ? [pairTable(scenarios, ["platform", "beside"])] : []),
    `Most resident memory of the platform or the hub after a scenario: ${most.toFixed(0)} MB (target at most ${memoryTarget}: ${most <= memoryTarget ? "reached" : "missed"}).`,
  ].join("\n\n");
}

/** One line of the table: a scenario, and one contender beside the bare server. */
interface Line {
  readonly scenario: string;
  readonly contender: string;
  readonly responseBytes: number;
  readonly target: number | undefined;
  /** Processor time per request, in microseconds. */
  readonly bareMicroseconds: number;
  readonly microseconds: number;
  /** The bare server's processor time per request, divided by the contender's, round by round. */
  readonly ratio: Spread;
  /** The median of that for each start of the servers. */
  readonly ratioOfStarts: readonly number[];
  /** The same in requests per second. */
  readonly bareRate: number;
  readonly rate: number;
  readonly rateRatio: Spread;
  /** 0 where there is no database server. */
  readonly databaseMicroseconds: number;
  readonly latency: Latency | undefined;
  readonly bareLatency: Latency | undefined;
  /** After the scenario, the largest of all starts, in MB. */
  readonly residentMegabytes: number;
  readonly coresOfOthers: number;
}

/** The lines of a scenario, one for each contender but the bare server. */
function linesOf(figures: ScenarioFigures, starts: number): readonly Line[] {
  const bare = figures.contenders.find(({ contender }) => contender === bareName);
  if (bare === undefined) return [];
  return figures.contenders
    .filter((one) => one !== bare)
    .map((one) => lineOf(figures, { bare, one, starts }));
}

function lineOf(
  { scenario, others }: ScenarioFigures,
  { bare, one, starts }: { bare: ContenderFigures; one: ContenderFigures; starts: number },
): Line {
  const ratios = pairedRatios(bare.rounds, one.rounds, microsecondsPerRequest);
  return {
    scenario: scenario.title,
    contender: one.contender,
    responseBytes: one.responseBytes,
    target: scenario.target,
    bareMicroseconds: median(bare.rounds.map(microsecondsPerRequest)),
    microseconds: median(one.rounds.map(microsecondsPerRequest)),
    ratio: spreadOf(ratios),
    ratioOfStarts: parts(ratios, starts).map(median),
    bareRate: median(bare.rounds.map(requestsPerSecond)),
    rate: median(one.rounds.map(requestsPerSecond)),
    rateRatio: spreadOf(pairedRatios(one.rounds, bare.rounds, requestsPerSecond)),
    databaseMicroseconds: median(one.rounds.map(databaseMicrosecondsPerRequest)),
    latency: latencyOf(one),
    bareLatency: latencyOf(bare),
    residentMegabytes: Math.max(...one.residentMegabytes),
    coresOfOthers: meanCores(others),
  };
}

function latencyOf({ latencies }: ContenderFigures): Latency | undefined {
  if (latencies.length === 0) return undefined;
  return { p50: median(latencies.map(({ p50 }) => p50)), p99: median(latencies.map(({ p99 }) => p99)) };
}

/** Figures in as many equal parts. */
function parts(figures: readonly number[], count: number): readonly (readonly number[])[] {
  const size = Math.ceil(figures.length / count);
  return Array.from({ length: count }, (_, part) => figures.slice(part * size, (part + 1) * size));
}

/** Processor time first, rate second. */
function ratioTable(lines: readonly Line[]): string {
  const hasDatabase = lines.some(({ databaseMicroseconds }) => databaseMicroseconds > 0);
  const contenders = new Set(lines.map(({ contender }) => contender));
  return markdownTable(
    [
      "scenario",
      ...(contenders.size > 1 ? ["contender"] : []),
      "bytes",
      "bare, µs",
      "µs",
      ...(hasDatabase ? ["database, µs"] : []),
      "ratio, median (range)",
      "of each start",
      "target",
      "bare, 1/s",
      "1/s",
      "ratio of rates",
      "memory, MB",
      "others, cores",
    ],
    lines.map((line) => [
      line.scenario,
      ...(contenders.size > 1 ? [line.contender] : []),
      String(line.responseBytes),
      line.bareMicroseconds.toFixed(1),
      line.microseconds.toFixed(1),
      ...(hasDatabase ? [line.databaseMicroseconds.toFixed(1)] : []),
      spreadText(line.ratio),
      line.ratioOfStarts.map((ratio) => ratio.toFixed(2)).join(", "),
      targetText(line.target, judgedRatio(line)),
      line.bareRate.toFixed(0),
      line.rate.toFixed(0),
      line.rateRatio.median.toFixed(2),
      line.residentMegabytes.toFixed(0),
      line.coresOfOthers.toFixed(2),
    ]),
  );
}

/**
 * With a database server the processor time of the platform is only a part of the cost, so a target holds for the
 * rate too there.
 */
function judgedRatio({ databaseMicroseconds, ratio, rateRatio }: Line): number {
  return databaseMicroseconds > 0 ? Math.min(ratio.median, rateRatio.median) : ratio.median;
}

function latencyTable(lines: readonly Line[]): string {
  return markdownTable(
    ["scenario", "contender", "ms, p50 / p99", "bare, p50 / p99"],
    lines
      .filter(({ latency }) => latency !== undefined)
      .map((line) => [
        line.scenario,
        line.contender,
        latencyText(line.latency),
        latencyText(line.bareLatency),
      ]),
  );
}

function latencyText(latency: Latency | undefined): string {
  return latency === undefined ? "" : `${latency.p50.toFixed(2)} / ${latency.p99.toFixed(2)}`;
}

/** Two contenders in the same rounds: how much processor time and time the first one takes, in times of the second. */
function pairTable(
  scenarios: readonly ScenarioFigures[],
  [first, second]: readonly [string, string],
): string {
  const rows = scenarios.flatMap(({ scenario, contenders }) => {
    const one = contenders.find(({ contender }) => contender === first);
    const other = contenders.find(({ contender }) => contender === second);
    if (one === undefined || other === undefined) return [];
    const time = pairedRatios(one.rounds, other.rounds, microsecondsPerRequest);
    const rate = pairedRatios(one.rounds, other.rounds, requestsPerSecond);
    return [[scenario.title, spreadText(spreadOf(time)), spreadText(spreadOf(rate))]];
  });
  const head = [`processor time of ${first} / ${second}`, `rate of ${first} / ${second}`];
  return markdownTable(["scenario", ...head], rows);
}

function spreadText({ median: middle, least, most }: Spread): string {
  return `**${middle.toFixed(2)}** (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

/** Whether a target of at least so much is reached. */
export function targetText(target: number | undefined, figure: number): string {
  if (target === undefined) return "";
  return `${target.toFixed(2)} ${figure >= target ? "reached" : "missed"}`;
}

export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

const begin = "<!-- bench:begin -->";
const end = "<!-- bench:end -->";

/** Puts a text between the marks in docs/performance.md. */
export function writeReport(text: string): void {
  const file = join(import.meta.dirname, "../../../docs/performance.md");
  const page = readFileSync(file, "utf8");
  const [before, after] = [page.slice(0, page.indexOf(begin)), page.slice(page.indexOf(end))];
  writeFileSync(file, `${before}${begin}\n\n${text}\n\n${after}`);
}
