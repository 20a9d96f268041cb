import {
  addImportedAnswers,
  addVersion,
  answersOfSource,
  changeSettings,
  type ImportedAnswer,
  type ImportLoss,
  inTurns,
  type InTurns,
  type Outbox,
  type PlatformZone,
  type SourceAnswer,
  type SourceAnswers,
  type SurveyDefinition,
  surveyState,
} from "@survey-open-platform/surveys";
import type { StoreQueries } from "../statements/queries.ts";

/** Answers of a file that fit the survey that was made of it, and what was left out of them. */
export interface ReadAnswers {
  readonly answers: readonly ImportedAnswer[];
  readonly losses: readonly ImportLoss[];
}

/** Most problems that the report names; all are counted. */
const named = 100;

/** Reads the answers of a file; nothing is written. */
export function readSourceAnswers(
  source: SourceAnswers,
  definition: SurveyDefinition,
  zone: PlatformZone,
): Promise<ReadAnswers> {
  return inTurns(readInTurns(source, answersOfSource(source, { definition, zone, now: Date.now() })));
}

function* readInTurns(source: SourceAnswers, made: Iterable<SourceAnswer>): InTurns<ReadAnswers> {
  const answers: ImportedAnswer[] = [];
  const problems: string[] = [];
  let count = 0;
  for (const { answer, problems: found } of made) {
    answers.push(answer);
    count += found.length;
    problems.push(...found.slice(0, named - problems.length));
    yield;
  }
  const further = count - problems.length;
  const losses = [
    ...problems,
    ...(further > 0 ? [`${further} more values`] : []),
    ...(source.unsent > 0 ? [`${source.unsent} that were not sent`] : []),
  ].map(
    (what) => ({ at: source.fileName, code: "answers", what: what.slice(0, 500).toWellFormed() }) as const,
  );
  return { answers, losses };
}

/** Publishes a survey that was just made, paused, and adds answers to it; all of it is part of the transaction. */
export async function addSourceAnswers(
  transaction: StoreQueries,
  {
    surveyId,
    definition,
    answers,
  }: Pick<ReadAnswers, "answers"> & {
    readonly surveyId: number;
    readonly definition: SurveyDefinition;
  },
  outbox: Outbox,
): Promise<void> {
  await addVersion(transaction, surveyId, definition);
  await changeSettings(transaction, { surveyId, settings: { state: surveyState.paused } }, outbox);
  await addImportedAnswers(transaction, surveyId, answers, outbox);
}
