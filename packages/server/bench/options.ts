import { parseArgs } from "node:util";
import type { Timing } from "./measure.ts";
import { scenarios, type Scenario } from "./scenarios.ts";

export const help = `Usage: npm run bench -- [options]

Compares the platform and the token hub with a bare node:http server; see docs/performance.md.

  --only NAMES   Measure these scenarios only, with commas in between, such as user,team-token,hub-bearer
  --beside DIR   Also measure the built platform and hub of another checkout, such as an older release that has bearer tokens
  --rounds N     Rounds per scenario and start of the servers, default 5
  --json FILE    Write all figures
  --write        Write the tables into docs/performance.md
  --smoke        Few tokens and short turns: shows that everything works, and no meaningful figure
  --help         Print this`;

/** What is asked for. */
export interface BenchOptions {
  readonly scenarios: readonly Scenario[];
  readonly beside: string | undefined;
  readonly timing: Timing;
  readonly liveTokens: number;
  readonly json: string | undefined;
  readonly write: boolean;
  readonly help: boolean;
}

const usual = {
  liveTokens: 100_000,
  timing: { starts: 2, turns: 4, turnMilliseconds: 150, warmUpTurns: 7, latencyMilliseconds: 1000 },
} as const;

const smoke = {
  liveTokens: 2000,
  timing: { starts: 2, turns: 2, turnMilliseconds: 50, warmUpTurns: 1, latencyMilliseconds: 100 },
} as const;

const flag = { type: "boolean", default: false } as const;
const definitions = {
  only: { type: "string", default: "" },
  beside: { type: "string" },
  rounds: { type: "string" },
  json: { type: "string" },
  write: flag,
  smoke: flag,
  help: flag,
} as const;

/** @throws Error that says which option is wrong */
export function readOptions(words: readonly string[]): BenchOptions {
  const { values } = parseArgs({ args: [...words], options: definitions });
  const { timing, ...sizes } = values.smoke ? smoke : usual;
  const rounds = Number(values.rounds ?? (values.smoke ? 1 : 5));
  if (!Number.isSafeInteger(rounds) || rounds < 1)
    throw new Error("--rounds must be a whole number from 1 on");
  const { beside, json, write, help: isHelp } = values;
  const chosen = scenariosCalled(values.only.split(",").filter(Boolean));
  return { ...sizes, scenarios: chosen, beside, json, write, help: isHelp, timing: { ...timing, rounds } };
}

/** All of them unless some are named. */
function scenariosCalled(names: readonly string[]): readonly Scenario[] {
  const known = scenarios.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0)
    throw new Error(`--only: there is no scenario ${unknown.join(", ")}, but ${known.join(", ")}`);
  return names.length === 0 ? scenarios : scenarios.filter(({ name }) => names.includes(name));
}
