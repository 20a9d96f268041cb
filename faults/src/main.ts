import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { endChildrenWithThisProcess } from "../../scripts/processes/end-children.ts";
import { engines, runCommand, type FaultCommand, type Outcome, type Result } from "./command.ts";
import { diskErrors } from "./commands/disk-errors.ts";
import { failover } from "./commands/failover.ts";
import { failoverPatroni } from "./commands/failover-patroni.ts";
import { histories } from "./commands/histories.ts";
import { kills } from "./commands/kills.ts";
import { mailing } from "./commands/mailing.ts";
import { mails } from "./commands/mails.ts";
import { powerCut } from "./commands/power-cut.ts";
import { submissions } from "./commands/submissions.ts";

/** Every command, in the order in which a run without names takes them. */
const commands: readonly FaultCommand[] = [
  histories,
  kills,
  submissions,
  mails,
  mailing,
  powerCut,
  diskErrors,
  failover,
  failoverPatroni,
];

/**
 * `npm run faults [-- NAME…]`: breaks processes, databases and networks on purpose and checks whether the platform's
 * promises hold. Prints a table for each command and exits with 1 when a promise was broken.
 */
const usage = `npm run faults -- [NAME…] [--rounds N] [--engine sqlite|postgres] [--smoke] [--json FILE] [--list]

  --rounds N   how often, in each command's own unit
  --engine E   on this engine only
  --smoke      the small size that the test run uses
  --json FILE  writes the results to a file too
`;

/** @throws Error that says which option or name is wrong */
function readWords(words: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      rounds: { type: "string" },
      engine: { type: "string" },
      smoke: { type: "boolean", default: false },
      json: { type: "string" },
      list: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  const rounds = values.rounds === undefined ? undefined : readRounds(values.rounds);
  return { ...values, rounds, engines: readEngines(values.engine), commands: chosen(positionals) };
}

async function main(given: ReturnType<typeof readWords>): Promise<number> {
  if (given.help) return say(usage);
  if (given.list) return say(commands.map(describe).join("\n"));
  const size = given.smoke ? "smoke" : "full";
  const results: Result[] = [];
  for (const command of given.commands) {
    const result = await runCommand(command, {
      rounds: given.rounds ?? command.rounds[size],
      engines: given.engines,
      progress: (line) => process.stderr.write(`  ${line}\n`),
    });
    results.push(result);
    say(report(result));
  }
  if (given.json !== undefined) writeFileSync(given.json, `${JSON.stringify(results, null, 2)}\n`);
  return results.some(({ violations }) => violations.length > 0) ? 1 : 0;
}

function chosen(names: readonly string[]): readonly FaultCommand[] {
  const unknown = names.filter((name) => !commands.some((command) => command.name === name));
  if (unknown.length > 0) throw new Error(`there is no command called ${unknown.join(", ")}; try --list`);
  return names.length === 0 ? commands : commands.filter(({ name }) => names.includes(name));
}

function readRounds(text: string): number {
  const rounds = Number(text);
  if (!Number.isSafeInteger(rounds) || rounds < 1) throw new Error("--rounds must be a whole number from 1");
  return rounds;
}

function readEngines(text: string | undefined) {
  const wanted = engines.filter((engine) => text === undefined || engine === text);
  if (wanted.length === 0) throw new Error(`--engine must be one of ${engines.join(", ")}`);
  return wanted;
}

function describe({ name, says, unit, rounds }: FaultCommand): string {
  return `${name.padEnd(20)} ${says} (${rounds.full} ${unit}; ${rounds.smoke} with --smoke)`;
}

function report(result: Result): string {
  const { name, count, unit, seconds, rows, notes, violations } = result;
  const verdict = violations.length === 0 ? "0 violations" : `${violations.length} VIOLATIONS`;
  return [
    `\n${name}: ${verdict} (${count} ${unit}, ${seconds} s)\n`,
    formatTable(rows),
    ...notes.map((note) => `note: ${note}`),
    ...violations.map((violation) => `VIOLATION: ${violation}`),
  ].join("\n");
}

/** Markdown with aligned columns, so that it reads the same at a terminal and in a document. */
function formatTable(rows: Outcome["rows"]): string {
  const columns = Object.keys(rows[0] ?? {});
  const lines = [columns, ...rows.map((row) => columns.map((column) => String(row[column])))];
  const widths = columns.map((_, at) => Math.max(3, ...lines.map((line) => line[at]?.length ?? 0)));
  const format = (cells: readonly string[]) =>
    `| ${widths.map((width, at) => (cells[at] ?? "").padEnd(width)).join(" | ")} |`;
  const [head = [], ...body] = lines;
  return [format(head), format(widths.map((width) => "-".repeat(width))), ...body.map(format)].join("\n");
}

function say(text: string): 0 {
  console.log(text);
  return 0;
}

function readOrSay(words: readonly string[]) {
  try {
    return readWords(words);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return undefined;
  }
}

endChildrenWithThisProcess();
const given = readOrSay(process.argv.slice(2));
process.exitCode = given === undefined ? 2 : await main(given);
