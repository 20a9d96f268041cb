import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import {
  meanCores,
  microsecondsPerRequest,
  pairedRatios,
  requestsPerSecond,
  median,
  spreadOf,
} from "./figures.ts";
import { growthName } from "./growth.ts";
import type { Measured } from "./measure.ts";
import { latencyTable, linesOf, markdownTable, pairTable, ratioTable, spreadText } from "./report.ts";
import { workerNames } from "./workers.ts";

/** Everything that one run measured. */
export interface RunReport {
  /** When, on which machine and how. */
  readonly settings: string;
  readonly starts: number;
  readonly hasBeside: boolean;
  readonly growthSizes: readonly number[];
  readonly main?: Measured | undefined;
  readonly postgres?: Measured | undefined;
  readonly growth?: Measured | undefined;
  readonly workers?: Measured | undefined;
}

/** The parts that were measured. */
export function partsOf({ main, postgres, growth, workers }: RunReport): readonly Measured[] {
  return [main, postgres, growth, workers].filter((part) => part !== undefined);
}

/** Day, machine and runtime. */
export function machineText(): string {
  const model = cpus()[0]?.model ?? "unknown";
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${model}), Node ${process.versions.node}`;
}

/** Most resident memory after all scenarios with 100,000 live tokens, in MB. */
const memoryTarget = 200;

/** The tables of a run, in Markdown. */
export function reportText(report: RunReport): string {
  const { main, postgres, growth, workers } = report;
  return [
    report.settings,
    othersText(partsOf(report)),
    ...(main === undefined ? [] : [...ratioTexts(main, report), memoryText(main, report)]),
    ...(postgres === undefined ? [] : ["On PostgreSQL:", ...ratioTexts(postgres, report)]),
    ...(growth === undefined ? [] : [growthTable(growth, report.growthSizes)]),
    ...(workers === undefined ? [] : [pairTable(workers.scenarios, workerNames)]),
  ].join("\n\n");
}

function othersText(parts: readonly Measured[]): string {
  const uses = parts.flatMap(({ scenarios }) => scenarios.flatMap(({ others }) => others));
  return `Other programs used ${meanCores(uses).toFixed(2)} of ${cpus().length} cores during the measurement.`;
}

function ratioTexts({ scenarios }: Measured, { starts, hasBeside }: RunReport): readonly string[] {
  const lines = scenarios.flatMap((figures) => linesOf(figures, starts));
  const beside = hasBeside ? [pairTable(scenarios, ["platform", "beside"])] : [];
  return [
    ratioTable(lines),
    "Latency at 70 % of the saturating rate, in ms:",
    latencyTable(lines),
    ...beside,
  ];
}

function memoryText({ scenarios }: Measured, { starts }: RunReport): string {
  const lines = scenarios.flatMap((figures) => linesOf(figures, starts));
  const most = Math.max(
    ...lines.filter(({ contender }) => contender === "platform").map((line) => line.residentMegabytes),
  );
  const verdict = most <= memoryTarget ? "reached" : "missed";
  return `Most resident memory of the platform or the hub after a scenario: ${most.toFixed(0)} MB (target at most ${memoryTarget}: ${verdict}).`;
}

/** The most that a check with so many live tokens may take, in times of one with the fewest. */
function growthTarget(liveTokens: number): number {
  return liveTokens <= 1_000_000 ? 1.2 : 1.4;
}

function growthTable({ scenarios }: Measured, sizes: readonly number[]): string {
  const contenders = scenarios[0]?.contenders ?? [];
  const few = contenders[0]?.rounds ?? [];
  const rows = sizes.slice(1).flatMap((size) => {
    const many = contenders.find(({ contender }) => contender === growthName(size));
    if (many === undefined) return [];
    const ratio = spreadOf(pairedRatios(many.rounds, few, microsecondsPerRequest));
    const target = growthTarget(size);
    const verdict = `at most ${target.toFixed(2)} ${ratio.median <= target ? "reached" : "missed"}`;
    const rates = [few, many.rounds].map((rounds) => median(rounds.map(requestsPerSecond)).toFixed(0));
    const memory = Math.max(...many.residentMegabytes).toFixed(0);
    return [[size.toLocaleString("en"), spreadText(ratio), verdict, rates.toReversed().join(" / "), memory]];
  });
  const fewest = (sizes[0] ?? 0).toLocaleString("en");
  return markdownTable(
    [
      "live tokens",
      `processor time of a check, in times of ${fewest}`,
      "target",
      `1/s, of ${fewest}`,
      "memory, MB",
    ],
    rows,
  );
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
