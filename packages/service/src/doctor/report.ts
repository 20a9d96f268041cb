import { styleText } from "node:util";
import type { CommandArguments } from "../command-line/command.ts";
import type { Finding, FindingLevel } from "./finding.ts";

const order: readonly FindingLevel[] = ["error", "warning", "note", "ok"];
const colours = { error: "red", warning: "yellow", note: "cyan", ok: "green" } as const;
const labelWidth = 10;
const widest = 100;
/** Below this a terminal does not know its width, or nothing could be read in it anyway. */
const narrowest = 40;

/** Prints findings in words or as JSON; with an error among them the exit code is 1. */
export function printFindings(findings: readonly Finding[], asJson: boolean): void {
  const isWell = findings.every(({ level }) => level !== "error");
  console.log(
    asJson
      ? JSON.stringify({ ok: isWell, findings }, null, 2)
      : reportFindings(findings, process.stdout.columns),
  );
  if (!isWell) process.exitCode = 1;
}

/** The argument of a `doctor` command that asks for JSON. */
export const jsonArgument = {
  json: { type: "boolean", description: "Print the findings as JSON." },
} as const satisfies CommandArguments;

/** The findings in words, the gravest first, and how many there are of each level. */
export function reportFindings(findings: readonly Finding[], columns = 80): string {
  const width = (columns < narrowest ? 80 : Math.min(columns, widest)) - labelWidth;
  const sorted = order.flatMap((level) => findings.filter((finding) => finding.level === level));
  return `${sorted.map((finding) => findingText(finding, width)).join("\n")}\n\n${countText(findings)}`;
}

function findingText({ level, deviation, says, todo, compensation }: Finding, width: number): string {
  const label = styleText(colours[level], level.padEnd(labelWidth), { stream: process.stdout });
  const head = deviation === undefined ? says : `${deviation}: ${says}`;
  if (level === "ok") return `${label}${wrap(head, width)}`;
  const lines = [
    head,
    ...(todo === undefined ? [] : [`To do: ${todo}`]),
    ...(compensation === undefined ? [] : [`Until then: ${compensation}`]),
  ];
  return `${label}${lines.map((line) => wrap(line, width)).join(`\n${" ".repeat(labelWidth)}`)}\n`;
}

/** Breaks a line between words; further lines begin below the first. */
function wrap(text: string, width: number): string {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join(`\n${" ".repeat(labelWidth)}`);
}

function countText(findings: readonly Finding[]): string {
  const count = (level: FindingLevel, name: string) => {
    const many = findings.filter((finding) => finding.level === level).length;
    return `${many} ${name}${many === 1 ? "" : "s"}`;
  };
  return `${count("error", "error")}, ${count("warning", "warning")}, ${count("note", "note")}.`;
}
