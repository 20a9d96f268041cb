import { setTimeout } from "node:timers/promises";
import { exportedAnswers, platformZone, surveyColumns, writeCsv } from "@survey-open-platform/surveys";
import { latencyOf } from "../figures.ts";
import { choicesOf, makeSurvey } from "./filled-survey.ts";
import type { OpenStore, SurveyFigure } from "./measure-surveys.ts";

const userId = 1;
const turns = 10;
const submissionsPerTurn = 100;
const millisecondsBetween = 10;
const mostMegabytes = 64;
const mostFirstByteMilliseconds = 200;
const mostTimes = 1.5;

/** What a CSV export of many answers with twenty columns costs: memory, the first byte, and others who submit meanwhile. */
export async function measureExport(open: OpenStore, surveyId: number): Promise<readonly SurveyFigure[]> {
  const submit = await submitter(open);
  const { firstByteMilliseconds, grownMegabytes } = await runExport(open, surveyId);
  const times = await compareWithExport(submit, exportAgainAndAgain(open, surveyId));
  const { engine } = open;
  return [
    {
      engine,
      what: "memory that a CSV export adds",
      figure: `${grownMegabytes.toFixed(0)} MB`,
      target: `at most ${mostMegabytes} MB`,
      isReached: grownMegabytes <= mostMegabytes,
    },
    {
      engine,
      what: "first answers of a CSV export",
      figure: `${firstByteMilliseconds.toFixed(0)} ms`,
      target: `at most ${mostFirstByteMilliseconds} ms`,
      isReached: firstByteMilliseconds <= mostFirstByteMilliseconds,
    },
    {
      engine,
      what: "p99 of a submission during an export in times of a quiet one",
      figure: times.toFixed(2),
      target: `at most ${mostTimes}`,
      isReached: times <= mostTimes,
    },
  ];
}

async function runExport(open: OpenStore, surveyId: number) {
  const startedAt = performance.now();
  const before = process.memoryUsage().rss;
  const chunks = await csvOf(open, surveyId);
  // The first chunk has the titles.
  await chunks.next();
  await chunks.next();
  const firstByteMilliseconds = performance.now() - startedAt;
  let most = before;
  for await (const _ of chunks) most = Math.max(most, process.memoryUsage().rss);
  return { firstByteMilliseconds, grownMegabytes: (most - before) / 1_000_000 };
}

async function csvOf({ store }: OpenStore, surveyId: number): Promise<AsyncGenerator<Uint8Array>> {
  const definitions = await store.surveys.definitionsOf(surveyId);
  const versions = definitions.map(({ version, definition }) => ({ version, pages: definition.pages }));
  const upTo = await store.surveys.newestSerial(surveyId);
  return writeCsv({
    columns: surveyColumns({ versions, customArguments: [] }),
    answers: exportedAnswers(store.surveys, { surveyId, after: 0, upTo }),
    zone: platformZone("Asia/Shanghai"),
  });
}

/** Chunk after chunk, without an end. */
async function* exportAgainAndAgain(open: OpenStore, surveyId: number): AsyncGenerator<Uint8Array> {
  for (;;) yield* await csvOf(open, surveyId);
}

/**
 * Submits in turns with and without an export, because the time of a write to the disk changes from one minute to the next.
 *
 * @returns p99 of a submission during the export in times of one without
 */
async function compareWithExport(
  submit: () => Promise<unknown>,
  chunks: AsyncGenerator<Uint8Array>,
): Promise<number> {
  const quiet: number[] = [];
  const meanwhile: number[] = [];
  // Compiled before either is measured.
  for (let turn = 0; turn < turns; turn += 1) await submitDuring(chunks, submit);
  for (let turn = 0; turn < turns; turn += 1) {
    quiet.push(...(await submitRegularly(submit)));
    meanwhile.push(...(await submitDuring(chunks, submit)));
  }
  return p99(meanwhile) / p99(quiet);
}

function p99(milliseconds: readonly number[]): number {
  return latencyOf(Float64Array.from(milliseconds)).p99;
}

/** Takes chunks of the export until all answers have been submitted; the next turn goes on behind the last one. */
async function submitDuring(
  chunks: AsyncGenerator<Uint8Array>,
  submit: () => Promise<unknown>,
): Promise<readonly number[]> {
  const done = new AbortController();
  const submitting = submitRegularly(submit).finally(() => done.abort());
  while (!done.signal.aborted) await chunks.next();
  return submitting;
}

/** Submits to a survey of its own. */
async function submitter({ store }: OpenStore): Promise<() => Promise<unknown>> {
  const { id: surveyId } = await makeSurvey(store.surveys, userId);
  const answer = { surveyId, version: 1, values: choicesOf(1), customArguments: {}, respondent: undefined };
  const facts = { startedAt: 0, channel: "link", ua: "phone", referrer: "", address: "", onceKey: null };
  return () => store.surveys.submitAnswer({ ...answer, ...facts });
}

/** Submits at regular times, or at once when it is behind. @returns the time of each in milliseconds */
async function submitRegularly(submit: () => Promise<unknown>): Promise<readonly number[]> {
  const taken: number[] = [];
  const beganAt = performance.now();
  for (let at = 0; at < submissionsPerTurn; at += 1) {
    const wait = beganAt + at * millisecondsBetween - performance.now();
    if (wait > 0) await setTimeout(wait);
    const startedAt = performance.now();
    await submit();
    taken.push(performance.now() - startedAt);
  }
  return taken;
}
