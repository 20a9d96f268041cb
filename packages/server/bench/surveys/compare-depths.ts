import { listAnswerRecords } from "@survey-open-platform/surveys";
import { runSteps } from "@survey-open-platform/database";
import { latencyOf, type Spread } from "../figures.ts";
import { spreadText } from "../report.ts";
import { countAnswers, readContent } from "../../src/surveys/results/survey-results.ts";
import { measureExport } from "./measure-export.ts";
import type { OpenStore, SurveyFigure, SurveySizes } from "./measure-surveys.ts";
import { compareInTurns, type Turns, type Work } from "./turns.ts";

const perPage = 100;
const mostTimes = 1.2;
const mostMilliseconds = 20;
const latencySamples = 1000;

/** What results, lists of answers and exports cost with many answers, the first two beside few. */
export async function compareDepths(
  open: OpenStore,
  { large, small }: { readonly large: number; readonly small: number },
  { many, rounds, turnMilliseconds }: SurveySizes,
): Promise<readonly SurveyFigure[]> {
  const turns = { rounds, milliseconds: turnMilliseconds, callers: 1 };
  return [
    ...(await compareResults(open, [large, small], turns)),
    ...(await comparePages(open, { surveyId: large, many }, turns)),
    ...(await measureExport(open, large)),
  ];
}

async function compareResults(
  { engine, store }: OpenStore,
  [large, small]: readonly [number, number],
  turns: Turns,
): Promise<readonly SurveyFigure[]> {
  const results = (surveyId: number) => async () => {
    await countAnswers(store, await readContent(store, surveyId), {});
  };
  const { processorTime } = await compareInTurns(results(large), results(small), turns);
  const latency = await latencyOfWork(results(large));
  return [
    timesFigure(engine, "what results read, with many answers in times of 1,000", processorTime),
    {
      engine,
      what: "p99 of what results read, with many answers",
      figure: `${latency.p99.toFixed(1)} ms`,
      target: `at most ${mostMilliseconds} ms`,
      isReached: latency.p99 <= mostMilliseconds,
    },
  ];
}

async function comparePages(
  { engine, database }: OpenStore,
  { surveyId, many }: { readonly surveyId: number; readonly many: number },
  turns: Turns,
): Promise<readonly SurveyFigure[]> {
  const page = (lastAnswerId: number) => () =>
    runSteps(database.reader, listAnswerRecords({ surveyId, lastAnswerId, perPage }));
  const { processorTime } = await compareInTurns(page(many - perPage), page(0), turns);
  return [timesFigure(engine, "the last page of 100 answers in times of the first", processorTime)];
}

function timesFigure(engine: string, what: string, figures: Spread): SurveyFigure {
  return {
    engine,
    what,
    figure: spreadText(figures),
    target: `at most ${mostTimes}`,
    isReached: figures.median <= mostTimes,
  };
}

async function latencyOfWork(work: Work) {
  const taken = new Float64Array(latencySamples);
  for (let at = 0; at < latencySamples; at += 1) {
    const startedAt = performance.now();
    await work();
    taken[at] = performance.now() - startedAt;
  }
  return latencyOf(taken);
}
