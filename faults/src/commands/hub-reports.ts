import type { Engine, FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { askForToken } from "../hub/ask-hub.ts";
import { openHubStage } from "../hub/open-hub-stage.ts";
import { stormReports, type StormResult } from "../hub/report-storm.ts";

/** The look at the reported token takes so long that all reports are there before it has an answer. */
const slowMilliseconds = { full: 2000, small: 500 } as const;
const manyReports = 2000;
/** Ten thousand requests in one turn keep a busy machine from everything else for seconds, answers of the platform too. */
const patientTimes = { request_timeout_seconds: 15, lease_seconds: 40 } as const;

/** `hub-reports`: however many report the same dead token at once, one token is minted. */
export const hubReports: FaultCommand = {
  name: "hub-reports",
  says: "Reports one dead version many times in the same instant: one mint, and everybody gets it",
  unit: "reports per engine",
  rounds: { full: 10_000, smoke: 1000 },
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
      columns: ["engine", "hubs", "reports", "all sent before the first answer", "mints", "answers", "ms"],
      rows: results.map(rowOf),
    },
    violations: results.flatMap(violationsOf),
  };
}

/** What a storm on one engine came to. */
interface Storm extends StormResult {
  readonly engine: Engine;
  readonly hubs: number;
  readonly reports: number;
  readonly mints: number;
}

async function storm(engine: Engine, reports: number): Promise<Storm> {
  await using stage = await openHubStage({ engine, settings: patientTimes });
  const { urls, caller, platform } = stage;
  const tokens = await Promise.all(urls.map((url) => askForToken(url, caller)));
  const version = tokens[0]?.version ?? 0;
  const delayMilliseconds = slowMilliseconds[reports > manyReports ? "full" : "small"];
  await platform.inject({ kind: "slow_answer", on: "data", times: urls.length, delayMilliseconds });
  const before = await platform.expire();
  const result = await stormReports({ urls, caller, version, reports });
  const { mints } = await platform.look();
  return { ...result, engine, hubs: urls.length, reports, mints: mints - before.mints };
}

function rowOf({ engine, hubs, reports, wasSimultaneous, mints, answers, milliseconds }: Storm) {
  const simultaneous = wasSimultaneous ? "yes" : "no";
  return [engine, hubs, reports, simultaneous, mints, answersText(answers), milliseconds.toFixed(0)];
}

function answersText(answers: StormResult["answers"]): string {
  return [...answers].map(([answer, times]) => `${times} x ${answer}`).join(", ");
}

function violationsOf({ engine, mints, answers, reports }: Storm): readonly string[] {
  const isRight = answers.get("version 2") === reports;
  return [
    ...(mints === 1 ? [] : [`${engine}: ${mints} mints for one dead version`]),
    ...(isRight ? [] : [`${engine}: not all reports were answered with version 2: ${answersText(answers)}`]),
  ];
}
