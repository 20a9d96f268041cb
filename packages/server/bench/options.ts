import { parseArgs } from "node:util";
import type { Timing } from "./measure.ts";
import { hubScenarios, oneTeamScenario, platformScenarios } from "./scenarios.ts";

export const help = `Usage: npm run bench -- [options]

Compares the platform and the token hub with a bare node:http server; see docs/performance.md.

  --only NAMES   Measure these scenarios only, with commas in between, such as user,team-token,hub-bearer
  --beside DIR   Also measure the built platform and hub of another checkout, such as an older release that has bearer tokens
  --rounds N     Rounds per scenario and start of the servers, default 5
  --json FILE    Write all figures
  --write        Write the tables into docs/performance.md
  --smoke        Few tokens and short turns: shows that everything works, and no meaningful figure
  --help         Print this

Instead of the main table:

  --postgres     Measure on a PostgreSQL, which is started for it
  --consent      Measure the consent page of a user with 10,000 surveys, on both engines`;

/** What is measured. */
export type Part = "main" | "postgres" | "consent";

/** What is asked for. */
export interface BenchOptions {
  readonly part: Part;
  readonly only: readonly string[];
  readonly beside: string | undefined;
  readonly timing: Timing;
  readonly liveTokens: number;
  /** Surveys of the user in `--consent`, and how often each page is asked for. */
  readonly consent: { readonly surveys: number; readonly times: number };
  readonly json: string | undefined;
  readonly write: boolean;
  readonly help: boolean;
}

const usual = {
  liveTokens: 100_000,
  consent: { surveys: 10_000, times: 100 },
  timing: { starts: 2, turns: 4, turnMilliseconds: 150, warmUpMilliseconds: 1000, latencyMilliseconds: 1000 },
} as const;

const smoke = {
  liveTokens: 2000,
  consent: { surveys: 100, times: 5 },
  timing: { starts: 2, turns: 2, turnMilliseconds: 50, warmUpMilliseconds: 50, latencyMilliseconds: 100 },
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
  postgres: flag,
  consent: flag,
} as const;

const parts = ["postgres", "consent"] as const satisfies readonly Part[];

/** @throws Error that says which option is wrong */
export function readOptions(words: readonly string[]): BenchOptions {
  const { values } = parseArgs({ args: [...words], options: definitions });
  const [part = "main", another] = parts.filter((name) => values[name]);
  if (another !== undefined) throw new Error(`--${part} and --${another} are measured one after the other`);
  const { timing, ...sizes } = values.smoke ? smoke : usual;
  const rounds = Number(values.rounds ?? (values.smoke ? 1 : 5));
  if (!Number.isSafeInteger(rounds) || rounds < 1)
    throw new Error("--rounds must be a whole number from 1 on");
  const { beside, json, write, help: isHelp } = values;
  const only = scenarioNames(values.only);
  return { ...sizes, part, only, beside, json, write, help: isHelp, timing: { ...timing, rounds } };
}

function scenarioNames(text: string): readonly string[] {
  const names = text.split(",").filter(Boolean);
  const known = [...platformScenarios, oneTeamScenario, ...hubScenarios].map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return names;
  throw new Error(`--only: there is no scenario ${unknown.join(", ")}, but ${known.join(", ")}`);
}
