import {
  type Engine,
  type FaultCommand,
  type FaultOptions,
  type Outcome,
  type Row,
  sizeOf,
} from "../command.ts";
import { type AnswerTimes, measureAnswers } from "../mails/measure-answers.ts";
import { startMailing } from "../mails/start-mailing.ts";

/** How many times as long as without a mailing the slowest hundredth of answers may take. */
const mostTimes = 1.5;

/** `mailing`: a node hands mails over while people answer a survey: their answers take hardly longer than without. */
export const mailing: FaultCommand = {
  name: "mailing",
  says: "Sends answers while a node hands mails over, and while it does not: the slowest hundredth takes at most 1.5 times as long (judged in the full size, on a quiet machine)",
  unit: "mails per engine",
  rounds: { full: 10_000, smoke: 100 },
  run,
};

async function run({ rounds, engines, progress }: FaultOptions): Promise<Outcome> {
  const isJudged = sizeOf(mailing, rounds) === "full";
  const rows: Row[] = [];
  const violations: string[] = [];
  for (const engine of engines) {
    const times = await answerMeanwhile(engine, rounds);
    const [quiet, during] = [p99Of(times.quiet), p99Of(times.mailing)];
    const counts = { "answers, quiet": times.quiet.length, "answers, mailing": times.mailing.length };
    rows.push({
      engine,
      ...counts,
      "p99, quiet, ms": quiet.toFixed(1),
      "p99, mailing, ms": during.toFixed(1),
    });
    progress(`${engine}: p99 ${quiet.toFixed(1)} ms, while mails are sent ${during.toFixed(1)} ms`);
    if (isJudged && during > quiet * mostTimes)
      violations.push(
        `${engine}: answers took ${(during / quiet).toFixed(2)} times as long while mails were sent`,
      );
  }
  return { rows, violations, notes: [] };
}

/** How long answers take, at one node and without kills, while it hands mails over, and while it does not. */
async function answerMeanwhile(engine: Engine, count: number): Promise<AnswerTimes> {
  const options = { isFaulty: false, environment: { SOP_TRUST_PROXY: "1" } };
  await using started = await startMailing(engine, count, options);
  const { nodes, server, database } = started;
  const { id, hash } = await database.reader.kysely
    .selectFrom("surveys")
    .select(["id", "hash"])
    .executeTakeFirstOrThrow();
  const survey = { url: nodes.first.url, path: `/s2/${id}/${hash}/` };
  return await measureAnswers(survey, server, () => server.taken.size >= count);
}

function p99Of(milliseconds: readonly number[]): number {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0;
}
