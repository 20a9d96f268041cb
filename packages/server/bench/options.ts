import { parseArgs } from "node:util";
import type { Timing } from "./scenario-run.ts";
import { hubScenarios, oneTeamScenario, platformScenarios } from "./scenarios.ts";

export const help = `Usage: npm run bench -- [options]

Compares the platform and the token hub with a bare node:http server; see docs/performance.md.

  --only NAMES       Measure these scenarios only, with commas in between, such as user,team-token,hub-bearer
  --beside DIR       Also measure the built platform and hub of another checkout, such as an older release
  --postgres         Also measure on a PostgreSQL, which is started for it
  --growth           Also measure token checks with 1,000, 1,000,000 and 10,000,000 live tokens
  --growth-sizes N   Other numbers of live tokens, with commas in between
  --growth-folder DIR Keep the databases of --growth in a folder, and use those that are there; their tokens are valid for a day
  --surveys          Only measure submissions, results, answering pages, lists of answers and exports, on both engines
  --survey-answers N Answers of the large survey, default 1,000,000
  --workers          Also compare two workers with one
  --floors           Only compare with a server that does nothing but what each call cannot do without
  --profile          Only sample what the platform does in each scenario, and print it in groups
  --no-main          Leave out the main table
  --rounds N         Rounds per scenario and start of the servers, default 5
  --turns N          Turns of each server in a round, default 4
  --starts N         How many times all servers are started, default 2
  --tokens N         Live tokens in the database, default 100,000
  --json FILE        Write all figures
  --write            Write the tables into docs/performance.md
  --smoke            Few tokens and short turns: shows that everything works, and no meaningful figure
  --help             Print this`;

/** What is asked for. */
export interface BenchOptions {
  readonly only: readonly string[];
  readonly beside: string | undefined;
  readonly main: boolean;
  readonly postgres: boolean;
  readonly growth: boolean;
  readonly growthSizes: readonly number[];
  readonly growthFolder: string | undefined;
  readonly surveys: boolean;
  readonly surveyAnswers: number;
  readonly workers: boolean;
  readonly floors: boolean;
  readonly profile: boolean;
  readonly liveTokens: number;
  readonly timing: Timing;
  readonly json: string | undefined;
  readonly write: boolean;
  readonly help: boolean;
}

const usualTiming = { turnMilliseconds: 150, warmUpMilliseconds: 1000, latencyMilliseconds: 1000 };

const smokeTiming: Timing = {
  starts: 2,
  rounds: 1,
  turns: 2,
  turnMilliseconds: 50,
  warmUpMilliseconds: 50,
  latencyMilliseconds: 100,
};

const flag = { type: "boolean", default: false } as const;
const definitions = {
  only: { type: "string", default: "" },
  beside: { type: "string" },
  main: { type: "boolean", default: true },
  postgres: flag,
  growth: flag,
  "growth-sizes": { type: "string" },
  "growth-folder": { type: "string" },
  surveys: flag,
  "survey-answers": { type: "string" },
  workers: flag,
  floors: flag,
  profile: flag,
  rounds: { type: "string", default: "5" },
  turns: { type: "string", default: "4" },
  starts: { type: "string", default: "2" },
  tokens: { type: "string" },
  json: { type: "string" },
  write: flag,
  smoke: flag,
  help: flag,
} as const;

/** @throws Error that says which option is wrong */
export function readOptions(words: readonly string[]): BenchOptions {
  const { values } = parseArgs({ args: [...words], allowNegative: true, options: definitions });
  const { smoke, "growth-sizes": sizes, "survey-answers": answers, tokens } = values;
  const usualSizes = smoke ? "1000,4000" : "1000,1000000,10000000";
  return {
    ...values,
    beside: values.beside,
    json: values.json,
    only: scenarioNames(values.only),
    growthFolder: values["growth-folder"],
    growthSizes: (sizes ?? usualSizes).split(",").map((size) => count("growth-sizes", size)),
    surveyAnswers: count("survey-answers", answers ?? (smoke ? "5000" : "1000000")),
    liveTokens: count("tokens", tokens ?? (smoke ? "2000" : "100000")),
    timing: smoke ? smokeTiming : { ...usualTiming, ...lengthsOf(values) },
  };
}

/** Scenarios of all parts; the part that is measured may not have all of them. */
const scenarios = [...platformScenarios, oneTeamScenario, ...hubScenarios];

function scenarioNames(text: string): readonly string[] {
  const names = text.split(",").filter(Boolean);
  const known = scenarios.map(({ name }) => name);
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return names;
  throw new Error(`--only: there is no scenario ${unknown.join(", ")}, but ${known.join(", ")}`);
}

function lengthsOf({ starts, rounds, turns }: Readonly<Record<"starts" | "rounds" | "turns", string>>) {
  return {
    starts: count("starts", starts),
    rounds: count("rounds", rounds),
    turns: count("turns", turns),
  };
}

function count(option: string, text: string): number {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 1)
    throw new Error(`--${option} must be a whole number from 1 on`);
  return number;
}
