import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase, type Database } from "@survey-open-platform/database";
import type { SurveySchema } from "@survey-open-platform/surveys";
import { joinVerdicts, type Engine, type FaultCommand, type FaultOptions, type Outcome } from "../command.ts";
import { openStage, type Stage } from "../database/open-stage.ts";
import { checkEvents, checkSurvey } from "../submissions/check-survey.ts";
import { makeFaultySurvey } from "../submissions/faulty-survey.ts";
import { Submitter } from "../submissions/submitter.ts";

/** Processes that submit. */
const processCount = 2;
/** Confirmations of each process before the kill, so that even on a slow machine something can be lost. */
const leastConfirmed = 20;
/** `submissions`: confirmed answers are there and counted once after kills, and each has one event. */
export const submissions: FaultCommand = {
  name: "submissions",
  says: "Kills processes that store answers, and PostgreSQL too: each confirmed answer is stored and counted once, and has one event",
  unit: "kills per engine",
  rounds: { full: 200, smoke: 3 },
  run,
};

interface Tally {
  readonly engine: Engine;
  readonly counts: Record<"kills" | "confirmed" | "stored" | "events", number>;
  readonly violations: string[];
}

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const tallies: Tally[] = [];
  for (const engine of engines) {
    const counts = { kills: 0, confirmed: 0, stored: 0, events: 0 };
    const tally = { engine, counts, violations: [] };
    tallies.push(tally);
    await killOn(tally, rounds, progress);
  }
  return {
    rows: tallies.map(({ engine, counts }) => ({ engine, ...counts })),
    ...joinVerdicts(
      tallies.map(({ engine, violations }) => joinVerdicts([{ violations, notes: [] }], engine)),
    ),
  };
}

async function killOn(tally: Tally, rounds: number, progress: FaultOptions["progress"]): Promise<void> {
  await using stage = await openStage(tally.engine);
  await using stack = new AsyncDisposableStack();
  const database = openDatabase<SurveySchema>({ address: stage.database, patience: 10 });
  stack.defer(() => database.close());
  for (let round = 1; round <= rounds; round += 1) {
    progress(`${tally.engine}, kill ${round}`);
    await submitAndKill({ stage, database }, tally, round);
  }
}

interface Scene {
  readonly stage: Stage;
  readonly database: Database<SurveySchema>;
}

/** Kills the submitting processes at different moments, and every third time PostgreSQL before them. */
async function submitAndKill({ stage, database }: Scene, tally: Tally, round: number): Promise<void> {
  const surveyId = await makeFaultySurvey(database);
  const submitters = Array.from({ length: processCount }, () => new Submitter(stage.database, surveyId));
  await Promise.all(submitters.map((submitter) => submitter.confirmed(leastConfirmed)));
  await sleep(Math.random() * 300);
  const killed = round % 3 === 0 ? stage.postgres : undefined;
  await killed?.kill();
  const submitted = await Promise.all(submitters.map((submitter) => submitter.kill()));
  await killed?.start();
  const confirmations = submitted.flatMap((process) => process.confirmations);
  const watched = { surveyId, confirmations };
  const { answers, violations } = await checkSurvey(database, watched);
  const checked = await checkEvents(database.reader, watched);
  tally.counts.kills += 1;
  tally.counts.confirmed += confirmations.length;
  tally.counts.stored += answers;
  tally.counts.events += checked.events;
  const problems = submitted.flatMap(({ problems: some }) => some);
  tally.violations.push(...violations, ...checked.violations, ...problems);
}
