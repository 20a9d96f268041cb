import { styleText } from "node:util";
import type { Finding, FindingLevel } from "./finding.ts";

const order: readonly FindingLevel[] = ["error", "warning", "note", "ok"];
const colours = { error: "red", warning: "yellow", note: "cyan", ok: "green" } as const;
const labelWidth = 10;

/** The findings in words, the gravest first, and how many there are of each level. */
export function reportFindings(findings: readonly Finding[]): string {
  const sorted = order.flatMap((level) => findings.filter((finding) => finding.level === level));
  const counts = order
    .slice(0, -1)
    .map((level) => countText(level, findings.filter((one) => one.level === level).length));
  return `${sorted.map(findingText).join("\n")}\n\n${counts.join(", ")}.`;
}

function findingText({ level, says, todo }: Finding): string {
  const label = styleText(colours[level], level.padEnd(labelWidth), { stream: process.stdout });
  return `${label}${says}${todo === undefined ? "" : `\n${" ".repeat(labelWidth)}To do: ${todo}`}`;
}

function countText(level: FindingLevel, count: number): string {
  return `${count} ${level}${count === 1 ? "" : "s"}`;
}
