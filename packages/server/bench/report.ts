import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import type { GrowthFigures } from "./growth.ts";
import { median, type ScenarioFigures } from "./scenarios.ts";

/** Everything that one run measured. */
export interface Report {
  readonly scenarios: readonly ScenarioFigures[];
  /** Resident memory of the platform's process at the end, in MB. */
  readonly memory: number;
  readonly growth: GrowthFigures | undefined;
}

/** The report as a Markdown table. */
export function reportTable({ scenarios, memory, growth }: Report): string {
  const rows = scenarios.map((one) => [
    one.name,
    `${one.answerBytes}`,
    `${Math.round(one.bareRate)}`,
    `${Math.round(one.rate)}`,
    `**${median(one.ratios).toFixed(2)}** (${Math.min(...one.ratios).toFixed(2)} to ${Math.max(...one.ratios).toFixed(2)})`,
    one.target === undefined ? "" : `${one.target}`,
    one.latency === undefined ? "" : `${one.latency.p50.toFixed(2)} / ${one.latency.p99.toFixed(2)}`,
    `${one.bareLatency.p50.toFixed(2)} / ${one.bareLatency.p99.toFixed(2)}`,
    `${one.refused}`,
  ]);
  const head = [
    ["scenario", "answer, bytes", "bare, 1/s", "platform, 1/s", "ratio, median (range)", "target"],
    ["ms at 70 %, p50 / p99", "bare, p50 / p99", "refused"],
  ].flat();
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  const further = [
    `Resident memory afterwards, 100,000 live tokens: ${memory.toFixed(0)} MB (target below 150).`,
  ];
  if (growth !== undefined) {
    further.push(
      `Time per token check with ${growth.many} live tokens, in times of that with ${growth.few}: ${median(growth.ratios).toFixed(2)} (target at most 1.2).`,
    );
  }
  return [...lines, "", ...further].join("\n");
}

const begin = "<!-- bench:begin -->";
const end = "<!-- bench:end -->";

/** Puts the table between the marks in docs/benchmarks.md. */
export function writeReport(report: Report): void {
  const file = join(import.meta.dirname, "../../../docs/benchmarks.md");
  const text = readFileSync(file, "utf8");
  const machine = `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model ?? "unknown"}), Node ${process.versions.node}`;
  const before = text.slice(0, text.indexOf(begin));
  const after = text.slice(text.indexOf(end));
  writeFileSync(file, `${before}${begin}\n\n${machine}\n\n${reportTable(report)}\n\n${after}`);
}
