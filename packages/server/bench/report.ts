import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { GrowthFigures } from "./growth.ts";
import type { PostgresFigures } from "./postgres.ts";
import { median, type ScenarioFigures } from "./scenarios.ts";

/** Everything that one run measured. */
export interface Report {
  readonly scenarios: readonly ScenarioFigures[];
  /** Resident memory of the platform's process at the end, in MB. */
  readonly memory: number;
  readonly growth: GrowthFigures | undefined;
  readonly postgres: PostgresFigures | undefined;
}

/** The report as a Markdown table. */
export function reportTable({ scenarios, memory, growth, postgres }: Report): string {
  const further = [
    `Resident memory afterwards, 100,000 live tokens: ${memory.toFixed(0)} MB (target below 150).`,
    ...(growth === undefined ? [] : [growthText(growth)]),
  ];
  return [
    scenarioTable(scenarios),
    ...further,
    ...(postgres === undefined
      ? []
      : ["On PostgreSQL:", scenarioTable(postgres.scenarios), gainText(postgres)]),
  ].join("\n\n");
}

function growthText({ few, many, ratios }: GrowthFigures): string {
  return `Time per token check with ${many} live tokens, in times of that with ${few}: ${median(ratios).toFixed(2)} (target at most 1.2).`;
}

function gainText({ gathering, workers }: PostgresFigures): string {
  return [
    `Token checks of 64 concurrent callers with gathering, in times of those without: ${medianAndRange(gathering)} (target at least 2.5).`,
    `Requests of two workers, in times of one: ${medianAndRange(workers)} (target at least 1.5 where cores allow; here the load, the workers and PostgreSQL shared ${cpus().length} cores).`,
  ].join(" ");
}

function medianAndRange(ratios: readonly number[]): string {
  return `**${median(ratios).toFixed(2)}** (${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)})`;
}

function scenarioTable(scenarios: readonly ScenarioFigures[]): string {
  const rows = scenarios.map((one) => [
    one.name,
    `${one.answerBytes}`,
    `${Math.round(one.bareRate)}`,
    `${Math.round(one.rate)}`,
    medianAndRange(one.ratios),
    one.target === undefined ? "" : `${one.target}`,
    one.latency === undefined ? "" : `${one.latency.p50.toFixed(2)} / ${one.latency.p99.toFixed(2)}`,
    `${one.bareLatency.p50.toFixed(2)} / ${one.bareLatency.p99.toFixed(2)}`,
    `${one.refused}`,
  ]);
  const head = [
    ["scenario", "answer, bytes", "bare, 1/s", "platform, 1/s", "ratio, median (range)", "target"],
    ["ms at 70 %, p50 / p99", "bare, p50 / p99", "refused"],
  ].flat();
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
const begin = "<!-- bench:begin -->";
const end = "<!-- bench:end -->";

/** Writes the table between the marks in docs/benchmarks.md. */
export function writeReport(report: Report): void {
  const file = join(import.meta.dirname, "../../../docs/benchmarks.md");
  const text = readFileSync(file, "utf8");
  const machine = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}`;
  const before = text.slice(0, text.indexOf(begin));
  const after = text.slice(text.indexOf(end));
  writeFileSync(file, `${before}${begin}\n\n${machine}\n\n${reportTable(report)}\n\n${after}`);
}
