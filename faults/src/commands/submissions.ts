import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, type Database } from "@survey-open-platform/database";
import { openSurveys } from "../submissions/open-surveys.ts";
import type { SurveySchema } from "@survey-open-platform/surveys";
import type { Engine, FaultCommand, FaultOptions, Outcome } from "../command.ts";
import { openStage, type Stage } from "../database/open-stage.ts";
import { checkSurvey } from "../submissions/check-survey.ts";
import { makeFaultySurvey } from "../submissions/faulty-survey.ts";
import { Submitter } from "../submissions/submitter.ts";

const submitterCounts = { sqlite: 1, postgres: 2 } as const satisfies Record<Engine, number>;
/** Confirmations of each process before the kill, so that even on a slow machine something can be lost. */
const leastConfirmed = 20;
/** Any user of the seed. */
const anyUser = 1;

/** `submissions`: answers that were confirmed are there once, and counted once, after a kill. */
export const submissions: FaultCommand = {
  name: "submissions",
  says: "Kills processes that store answers, and PostgreSQL too: no confirmed answer is lost, none is stored or counted twice",
  unit: "kills per engine",
  rounds: { full: 200, smoke: 3 },
  run,
};

interface Tally {
  readonly engine: Engine;
  kills: number;
  confirmed: number;
  stored: number;
  readonly violations: string[];
}

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const tallies: Tally[] = [];
  for (const engine of engines) {
    const tally = { engine, kills: 0, confirmed: 0, stored: 0, violations: [] };
    tallies.push(tally);
    await killOn(tally, rounds, progress);
  }
  return {
    rows: tallies.map(({ engine, kills, confirmed, stored }) => ({
      engine,
      processes: submitterCounts[engine],
      kills,
      "answers confirmed": confirmed,
      "answers stored": stored,
    })),
    violations: tallies.flatMap(({ engine, violations }) => violations.map((one) => `${engine}: ${one}`)),
    notes: [],
  };
}

async function killOn(tally: Tally, rounds: number, progress: FaultOptions["progress"]): Promise<void> {
  await using stage = await openStage(tally.engine);
  const database = openDatabase<SurveySchema>({ address: stage.database, patience: 10 });
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const killsDatabase = stage.postgres !== undefined && round % 3 === 0;
      progress(`${tally.engine}, kill ${round}: ${killsDatabase ? "the database" : "a process"}`);
      await submitAndKill({ stage, database, killsDatabase }, tally);
    }
  } finally {
    await database.close();
  }
}

interface Round {
  readonly stage: Stage;
  readonly database: Database<SurveySchema>;
  readonly killsDatabase: boolean;
}

async function submitAndKill({ stage, database, killsDatabase }: Round, tally: Tally): Promise<void> {
  const surveyId = await makeFaultySurvey(openSurveys(database), anyUser);
  const submitters = Array.from(
    { length: submitterCounts[tally.engine] },
    () => new Submitter(stage.database, surveyId),
  );
  await Promise.all(submitters.map((submitter) => submitter.confirmed(leastConfirmed)));
  await sleep(Math.random() * 100);
  if (killsDatabase) await stage.postgres?.kill();
  const killed = await Promise.all(submitters.map((submitter) => submitter.kill()));
  tally.kills += 1;
  if (killsDatabase) await stage.postgres?.start();
  const confirmations = killed.flatMap((process) => process.confirmations);
  const { answers, violations } = await checkSurvey(database, surveyId, confirmations);
  tally.confirmed += confirmations.length;
  tally.stored += answers;
  tally.violations.push(...violations, ...killed.flatMap(({ problems }) => problems));
}
