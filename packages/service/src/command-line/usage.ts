import { styleText } from "node:util";
import type { Command } from "./command.ts";

/** What the help of a program says. */
export interface ProgramHelp {
  readonly name: string;
  /** What the program is, in one line. */
  readonly summary: string;
  /** In the order in which they are listed. */
  readonly commands: readonly Command[];
}

/** The help of one command: what it does, and each argument with its default and variable. */
export function commandUsage(program: string, { meta, args, takesSeveral }: Command): string {
  const named = Object.entries(args).map(([name, { type, valueHint, description = "" }]) => ({
    isPositional: type === "positional",
    title: titleOf(name, type, valueHint),
    description,
  }));
  const positionals = named.filter(({ isPositional }) => isPositional);
  const options = named.filter(({ isPositional }) => !isPositional);
  const several = takesSeveral === true ? "…" : "";
  const line = [program, meta.name, ...positionals.map(({ title }) => title + several), "[options]"].join(
    " ",
  );
  return [
    `${meta.description}.`,
    `${heading("Usage:")} ${line}`,
    ...(positionals.length === 0 ? [] : [`${heading("Arguments:")}\n${positionals.map(entry).join("\n")}`]),
    `${heading("Options:")}\n${[...options, helpOption].map(entry).join("\n")}`,
  ].join("\n\n");
}

/** The help of the whole command line. */
export function mainUsage({ name, summary, commands }: ProgramHelp): string {
  return [
    summary,
    `${heading("Usage:")} ${name} <command> [options]`,
    commandList(commands),
    `${heading("Options:")}\n  --help      Explain a command, as in ${name} serve --help\n  --version   Print the version`,
    `New here? Run ${name} demo.`,
  ].join("\n\n");
}

/** The help of the commands whose names begin with the same word. */
export function groupUsage({ name }: ProgramHelp, commands: readonly Command[]): string {
  const [first = ""] = commands[0]?.meta.name.split(" ") ?? [];
  return [
    `${heading("Usage:")} ${name} ${first} <command> [options]`,
    commandList(commands),
    `${heading("Options:")}\n  --help   Explain a command, as in ${name} ${commands[0]?.meta.name} --help`,
  ].join("\n\n");
}

function commandList(commands: readonly Command[]): string {
  const width = Math.max(...commands.map(({ meta }) => meta.name.length));
  const lines = commands.map(({ meta }) => `  ${meta.name.padEnd(width)}   ${meta.description}`);
  return `${heading("Commands:")}\n${lines.join("\n")}`;
}

interface Entry {
  readonly title: string;
  readonly description: string;
}

const helpOption: Entry = { title: "--help", description: "Print this" };

function titleOf(name: string, type: string | undefined, valueHint: string | undefined): string {
  if (type === "positional") return name.toUpperCase();
  return type === "boolean" ? `--${name}` : `--${name} <${valueHint ?? "value"}>`;
}

function entry({ title, description }: Entry): string {
  return [`  ${title}`, ...description.split("\n").map((line) => `      ${line}`)].join("\n");
}

/** Plain where the terminal takes no colours or NO_COLOR is set. */
function heading(text: string): string {
  return styleText("bold", text, { stream: process.stdout });
}
