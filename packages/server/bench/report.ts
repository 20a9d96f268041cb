import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { bareName } from "./contenders.ts";
import {
  databaseMicrosecondsPerRequest,
  meanCores,
  median,
  microsecondsPerRequest,
  pairedRatios,
  requestsPerSecond,
  spreadOf,
  type Latency,
  type RoundFigures,
} from "./figures.ts";
import type { ScenarioFigures } from "./measure.ts";
import type { ContenderFigures } from "./scenario-lane.ts";

/** Most resident memory after all scenarios with 100,000 live tokens, in MB. */
const memoryTarget = 200;

/** Day, machine and runtime. */
export function machineText(): string {
  const model = cpus()[0]?.model ?? "unknown";
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${model}), Node ${process.versions.node}`;
}

/** The tables of platform and hub beside the bare server, in Markdown. */
export function mainTables(scenarios: readonly ScenarioFigures[], starts: number): string {
  const lines = scenarios.flatMap((figures) => linesOf(figures, starts));
  const others = meanCores(scenarios.flatMap((figures) => figures.others));
  const most = Math.max(...lines.map(({ one }) => memoryOf(one)));
  const names = new Set(lines.map(({ one }) => one.contender));
  const contender = names.size > 1 ? [contenderColumn] : [];
  return [
    `Other programs used ${others.toFixed(2)} of ${cpus().length} cores during the measurement.`,
    tableOf(columns(lines, contender), lines),
    "Latency at 70 % of the saturating rate, in ms:",
    tableOf(
      latencyColumns(contender),
      lines.filter(({ one }) => one.latencies.length > 0),
    ),
    ...(names.has("beside") ? [besideTable(scenarios)] : []),
    `Most resident memory of the platform or the hub after a scenario: ${most.toFixed(0)} MB (target at most ${memoryTarget}: ${most <= memoryTarget ? "reached" : "missed"}).`,
  ].join("\n\n");
}

/** One line of the table: a scenario, and one contender beside the bare server. */
interface Line extends ScenarioFigures {
  readonly bare: ContenderFigures;
  readonly one: ContenderFigures;
  readonly starts: number;
}

/** The lines of a scenario, one for each contender but the bare server. */
function linesOf(figures: ScenarioFigures, starts: number): readonly Line[] {
  const bare = figures.contenders.find(({ contender }) => contender === bareName);
  if (bare === undefined) return [];
  return figures.contenders.filter((one) => one !== bare).map((one) => ({ ...figures, bare, one, starts }));
}

type Column = readonly [head: string, text: (line: Line) => string];

/** Processor time first, rate second. */
function columns(lines: readonly Line[], contender: readonly Column[]): readonly Column[] {
  const hasDatabase = lines.some((line) => databaseTime(line) > 0);
  return [
    ["scenario", ({ scenario }) => scenario.title],
    ...contender,
    ["bytes", ({ one }) => String(one.responseBytes)],
    ["bare, µs", ({ bare }) => middle(bare, microsecondsPerRequest).toFixed(1)],
    ["µs", ({ one }) => middle(one, microsecondsPerRequest).toFixed(1)],
    ...(hasDatabase ? [["database, µs", (line) => databaseTime(line).toFixed(1)] satisfies Column] : []),
    ["ratio, median (range)", (line) => spreadText(timeRatios(line))],
    ["of each start", (line) => ofEachStart(line).join(", ")],
    ["target", (line) => targetText(line.scenario.target, judgedRatio(line))],
    ["bare, 1/s", ({ bare }) => middle(bare, requestsPerSecond).toFixed(0)],
    ["1/s", ({ one }) => middle(one, requestsPerSecond).toFixed(0)],
    ["ratio of rates", (line) => median(rateRatios(line)).toFixed(2)],
    ["memory, MB", ({ one }) => memoryOf(one).toFixed(0)],
    ["others, cores", ({ others }) => meanCores(others).toFixed(2)],
  ];
}

const contenderColumn: Column = ["contender", ({ one }) => one.contender];

function latencyColumns(contender: readonly Column[]): readonly Column[] {
  return [
    ["scenario", ({ scenario }) => scenario.title],
    ...contender,
    ["ms, p50 / p99", ({ one }) => latencyText(one)],
    ["bare, p50 / p99", ({ bare }) => latencyText(bare)],
  ];
}

function middle({ rounds }: ContenderFigures, figureOf: (round: RoundFigures) => number): number {
  return median(rounds.map(figureOf));
}

/** 0 where there is no database server. */
function databaseTime({ one }: Line): number {
  return middle(one, databaseMicrosecondsPerRequest);
}

/** The largest of all starts, in MB. */
function memoryOf({ residentMegabytes }: ContenderFigures): number {
  return Math.max(...residentMegabytes);
}

/** The bare server's processor time per request, divided by the contender's, round by round. */
function timeRatios({ bare, one }: Line): readonly number[] {
  return pairedRatios(bare.rounds, one.rounds, microsecondsPerRequest);
}

function rateRatios({ bare, one }: Line): readonly number[] {
  return pairedRatios(one.rounds, bare.rounds, requestsPerSecond);
}

function ofEachStart(line: Line): readonly string[] {
  const ratios = timeRatios(line);
  const size = Math.ceil(ratios.length / line.starts);
  return Array.from({ length: line.starts }, (_, start) =>
    median(ratios.slice(start * size, (start + 1) * size)).toFixed(2),
  );
}

/**
 * With a database server the processor time of the platform is only a part of the cost, so a target holds for the
 * rate too there.
 */
function judgedRatio(line: Line): number {
  const ratio = median(timeRatios(line));
  return databaseTime(line) > 0 ? Math.min(ratio, median(rateRatios(line))) : ratio;
}

function latencyText({ latencies }: ContenderFigures): string {
  const middleOf = (name: keyof Latency) => median(latencies.map((latency) => latency[name])).toFixed(2);
  return `${middleOf("p50")} / ${middleOf("p99")}`;
}

/** Both checkouts in the same rounds: how much processor time and time this one takes, in times of the other. */
function besideTable(scenarios: readonly ScenarioFigures[]): string {
  const rows = scenarios.map(({ scenario, contenders }) => {
    const [own, other] = ["platform", "beside"].map(
      (name) => contenders.find(({ contender }) => contender === name)?.rounds ?? [],
    );
    const ratios = [microsecondsPerRequest, requestsPerSecond].map((figureOf) =>
      pairedRatios(own ?? [], other ?? [], figureOf),
    );
    return [scenario.title, ...ratios.map(spreadText)];
  });
  const head = ["scenario", "processor time of platform / beside", "rate of platform / beside"];
  return markdownTable(head, rows);
}

function spreadText(figures: readonly number[]): string {
  const { median: half, least, most } = spreadOf(figures);
  return `**${half.toFixed(2)}** (${least.toFixed(2)} to ${most.toFixed(2)})`;
}

/** Whether a target of at least so much is reached. */
export function targetText(target: number | undefined, figure: number): string {
  if (target === undefined) return "";
  return `${target.toFixed(2)} ${figure >= target ? "reached" : "missed"}`;
}

function tableOf(shown: readonly Column[], lines: readonly Line[]): string {
  const head = shown.map(([name]) => name);
  return markdownTable(
    head,
    lines.map((line) => shown.map(([, text]) => text(line))),
  );
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
