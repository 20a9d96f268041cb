import { readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { join } from "node:path";
import { bareName, besideName } from "./contenders.ts";
import {
  median,
  microsecondsPerRequest,
  pairedRatios,
  requestsPerSecond,
  type Latency,
  type RoundFigures,
} from "./figures.ts";
import type { Measured, ScenarioFigures } from "./measure.ts";
import type { ContenderFigures } from "./scenario-lane.ts";

/** Most resident memory after any scenario with 100,000 live tokens, in MB. */
const memoryTarget = 200;

/** Day, machine and runtime. */
export function machineText(): string {
  const model = cpus()[0]?.model ?? "unknown";
  return `${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${model}), Node ${process.versions.node}`;
}

/** The tables of platform and hub beside the bare server, in Markdown. */
export function mainTables({ scenarios, others }: Measured): string {
  const lines = scenarios.flatMap(linesOf);
  const most = Math.max(...lines.map(({ one }) => memoryOf(one)));
  const isBeside = lines.some(({ one }) => one.contender === besideName);
  return [
    `Other programs used at most ${Math.max(...others).toFixed(2)} of ${cpus().length} cores during the measurement.`,
    tableOf(columns, lines),
    "Latency at 70 % of the saturating rate, in ms:",
    tableOf(
      latencyColumns,
      lines.filter(({ one }) => one.latencies.length > 0),
    ),
    ...(isBeside ? [besideTable(scenarios)] : []),
    `Most resident memory of the platform or the hub after a scenario: ${most.toFixed(0)} MB (target at most ${memoryTarget}: ${most <= memoryTarget ? "reached" : "missed"}).`,
  ].join("\n\n");
}

/** One line of the table: a scenario, and one contender beside the bare server. */
interface Line extends ScenarioFigures {
  readonly bare: ContenderFigures;
  readonly one: ContenderFigures;
}

/** The lines of a scenario, one for each contender but the bare server. */
function linesOf(figures: ScenarioFigures): readonly Line[] {
  const bare = figures.contenders.find(({ contender }) => contender === bareName);
  if (bare === undefined) return [];
  return figures.contenders.filter((one) => one !== bare).map((one) => ({ ...figures, bare, one }));
}

type Column = readonly [head: string, text: (line: Line) => string];

const scenarioColumn: Column = [
  "scenario",
  ({ scenario, one }) => (one.contender === besideName ? `${scenario.title}, ${besideName}` : scenario.title),
];

/** Processor time first, rate second. */
const columns: readonly Column[] = [
  scenarioColumn,
  ["bytes", ({ one }) => String(one.responseBytes)],
  ["bare, µs", ({ bare }) => middle(bare, microsecondsPerRequest).toFixed(1)],
  ["µs", ({ one }) => middle(one, microsecondsPerRequest).toFixed(1)],
  ["ratio, median (range)", (line) => spreadText(timeRatios(line))],
  ["target", (line) => targetText(line.scenario.target, median(timeRatios(line)))],
  ["bare, 1/s", ({ bare }) => middle(bare, requestsPerSecond).toFixed(0)],
  ["1/s", ({ one }) => middle(one, requestsPerSecond).toFixed(0)],
  ["memory, MB", ({ one }) => memoryOf(one).toFixed(0)],
];

const latencyColumns: readonly Column[] = [
  scenarioColumn,
  ["ms, p50 / p99", ({ one }) => latencyText(one)],
  ["bare, p50 / p99", ({ bare }) => latencyText(bare)],
];

function middle({ rounds }: ContenderFigures, figureOf: (round: RoundFigures) => number): number {
  return median(rounds.map(figureOf));
}

/** The largest of all starts, in MB. */
function memoryOf({ residentMegabytes }: ContenderFigures): number {
  return Math.max(...residentMegabytes);
}

/** The bare server's processor time per request, divided by the contender's, round by round. */
function timeRatios({ bare, one }: Line): readonly number[] {
  return pairedRatios(bare.rounds, one.rounds, microsecondsPerRequest);
}

function latencyText({ latencies }: ContenderFigures): string {
  const middleOf = (name: keyof Latency) => median(latencies.map((latency) => latency[name])).toFixed(2);
  return `${middleOf("p50")} / ${middleOf("p99")}`;
}

/** Both checkouts in the same rounds: how much processor time and time this one takes, in times of the other. */
function besideTable(scenarios: readonly ScenarioFigures[]): string {
  const rows = scenarios.map(({ scenario, contenders }) => {
    const [own, other] = ["platform", besideName].map(
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
  const [half, least, most] = [median(figures), Math.min(...figures), Math.max(...figures)];
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

function markdownTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
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
