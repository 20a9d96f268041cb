import { setTimeout as sleep } from "node:timers/promises";
import type { Engine, FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { askUntilServed } from "../hub/ask-hub.ts";
import { openHubStage } from "../hub/open-hub-stage.ts";
import { stormReports, type StormPlan, type StormResult } from "../hub/report-storm.ts";

/** The probe of the reported token is so slow that all reports arrive before its response. */
const slowMilliseconds = { full: 2000, small: 500 } as const;
const manyReports = 2000;
/** Ten thousand requests in one turn occupy a busy machine for seconds, which delays the platform's responses too. */
const patientTimes = { request_timeout_seconds: 15, lease_seconds: 40 } as const;

/** `hub-reports`: any number of simultaneous reports of the same dead token causes one mint. */
export const hubReports: FaultCommand = {
  name: "hub-reports",
  says: "Reports one dead version many times in the same instant: one mint, and all callers get that token",
  unit: "reports per engine",
  rounds: { full: 10_000, smoke: 500 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const results: Storm[] = [];
  for (const engine of engines) {
    progress(`${engine}: ${rounds} reports`);
    results.push(await storm(engine, rounds));
  }
  return {
    table: {
      columns: [
        "engine",
        "hubs",
        "reports",
        "all sent before the first answer",
        "mints",
        "answered with the new token",
        "told to try again before",
        "ms",
      ],
      rows: results.map(rowOf),
    },
    violations: results.flatMap(violationsOf),
  };
}

/** The results of simultaneous reports on one engine. */
interface Storm {
  readonly engine: Engine;
  readonly hubs: number;
  readonly reports: number;
  readonly mints: number;
  readonly wasSimultaneous: boolean;
  readonly served: number;
  /** Refusals after which a client waits and reports again. */
  readonly postponed: number;
  readonly milliseconds: number;
  /** Other responses. */
  readonly strange: readonly string[];
}

const newVersion = "version 2";
const passing = ["storage_unavailable", "upstream_unavailable", "upstream_timeout", "token_unavailable"];
const attempts = 5;
const pauseMilliseconds = 1000;

async function storm(engine: Engine, reports: number): Promise<Storm> {
  await using stage = await openHubStage({ engine, settings: patientTimes });
  const { urls, caller, platform } = stage;
  const tokens = await Promise.all(urls.map((url) => askUntilServed(url, caller)));
  const version = tokens[0]?.version ?? 0;
  const delayMilliseconds = slowMilliseconds[reports > manyReports ? "full" : "small"];
  await platform.inject({ kind: "slow_response", on: "data", times: urls.length, delayMilliseconds });
  const before = await platform.expire();
  const { answers, wasSimultaneous, milliseconds } = await reportUntilServed({
    urls,
    caller,
    version,
    reports,
  });
  const { mints } = await platform.look();
  return {
    engine,
    hubs: urls.length,
    reports,
    mints: mints - before.mints,
    wasSimultaneous,
    served: answers.get(newVersion) ?? 0,
    postponed: passing.reduce((sum, type) => sum + (answers.get(type) ?? 0), 0),
    milliseconds,
    strange: [...answers.keys()].filter((answer) => ![newVersion, ...passing].includes(answer)),
  };
}

/** Sends all reports at once, and the postponed ones again, as clients do. */
async function reportUntilServed(plan: StormPlan): Promise<StormResult> {
  const first = await stormReports(plan);
  const answers = new Map(first.answers);
  const left = () => plan.reports - (answers.get(newVersion) ?? 0);
  for (let attempt = 1; attempt < attempts && left() > 0; attempt += 1) {
    await sleep(pauseMilliseconds);
    const again = await stormReports({ ...plan, reports: left() });
    for (const [answer, times] of again.answers) answers.set(answer, (answers.get(answer) ?? 0) + times);
  }
  return { ...first, answers };
}

function rowOf({ engine, hubs, reports, wasSimultaneous, mints, served, postponed, milliseconds }: Storm) {
  const simultaneous = wasSimultaneous ? "yes" : "no";
  return [engine, hubs, reports, simultaneous, mints, served, postponed, milliseconds.toFixed(0)];
}

function violationsOf({ engine, mints, served, reports, strange }: Storm): readonly string[] {
  return [
    ...(mints === 1 ? [] : [`${engine}: ${mints} mints for one dead version`]),
    ...(served === reports ? [] : [`${engine}: ${reports - served} reports never got the new token`]),
    ...strange.map((answer) => `${engine}: a report was answered ${answer}`),
  ];
}
