import {
  CellCounter,
  type ExportColumn,
  factsQuestionId,
  hasCell,
  type HourCount,
  inTurns,
  languagesOf,
  mergingVersions,
  type MergedQuestion,
  NumberCounter,
  parseValues,
  scanAnswers,
  type SurveyRight,
  surveyColumnsInTurns,
  type SurveyTallies,
  takesNumbers,
  type TallyFilter,
  type VersionDefinition,
} from "@survey-open-platform/surveys";
import { numberInPath } from "../../session/number-in-path.ts";
import { surveyForUser } from "../../session/survey-for-user.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import type { ResultsFilter } from "./results-filter.ts";

/** A survey over all its versions. */
export interface SurveyContent {
  readonly surveyId: number;
  readonly definitions: readonly VersionDefinition[];
  readonly questions: readonly MergedQuestion[];
}

/** The answers to a survey that a filter lets through, counted. */
export interface CountedAnswers {
  readonly tallies: SurveyTallies;
  readonly hours: readonly HourCount[];
  /** Whether there are older answers that were not counted. */
  readonly isPartial: boolean;
}

/** Which answers to count. */
type CountFilter = TallyFilter & Partial<Pick<ResultsFilter, "answer">>;

/** Reads all versions of a survey. */
export async function readContent(store: Store, surveyId: number): Promise<SurveyContent> {
  const definitions = await store.surveys.definitionsOf(surveyId);
  const versions = definitions.map(({ version, definition }) => ({ version, pages: definition.pages }));
  return { surveyId, definitions, questions: await inTurns(mergingVersions(versions)) };
}

/** The columns that an export of a survey has. */
export async function readColumns(store: Store, surveyId: number): Promise<readonly ExportColumn[]> {
  const definitions = await store.surveys.definitionsOf(surveyId);
  const settings = await store.surveys.findSettings(surveyId);
  const versions = definitions.map(({ version, definition }) => ({ version, pages: definition.pages }));
  const customArguments = settings?.customArguments.map(({ title }) => title) ?? [];
  const hasLanguages = definitions.some(({ definition }) => languagesOf(definition).length > 1);
  return inTurns(surveyColumnsInTurns({ versions, customArguments, hasLanguages }));
}

/**
 * Reads a survey of which the visitor has a right: to see its results unless another one is named. The right and the versions are read at once; nothing of the versions is shown
 * to others.
 *
 * @throws `PageError` as {@link surveyForUser}
 */
export async function readOwnContent(
  store: Store,
  pageRequest: UserRequest,
  right: SurveyRight = "see",
): Promise<{ readonly survey: SurveyForUser; readonly content: SurveyContent }> {
  // By itself, because it throws at once: the read that had begun before would then fail without anything that handles it.
  const surveyId = numberInPath(pageRequest, "id");
  const [survey, content] = await Promise.all([
    surveyForUser(store, pageRequest, right),
    readContent(store, surveyId),
  ]);
  return { survey, content };
}

/** Counts answers: from tallies, or one by one where only those with a certain answer are asked for. */
export async function countAnswers(
  store: Store,
  content: SurveyContent,
  filter: CountFilter,
): Promise<CountedAnswers> {
  if (filter.answer !== undefined) return scanMatching(store, content, filter);
  const { surveyId, questions } = content;
  const questionIds = questions.map(({ question }) => question.id);
  const [tallies, hours] = await Promise.all([
    store.surveys.tallies({ surveyId, questionIds, ...filter }),
    store.surveys.countByHour(surveyId, filter),
  ]);
  return { tallies, hours, isPartial: false };
}

const hourMilliseconds = 3_600_000;

async function scanMatching(
  store: Store,
  { surveyId, definitions }: SurveyContent,
  filter: CountFilter,
): Promise<CountedAnswers> {
  const counter = new CellCounter();
  const hours = new Map<number, number>();
  const { isPartial } = await scanAnswers(
    store.surveys,
    { surveyId, definitions, filter },
    (cells, { endedAt }) => {
      if (filter.answer === undefined || !hasCell(cells, filter.answer)) return;
      counter.add(cells);
      const hour = Math.floor(endedAt / hourMilliseconds);
      hours.set(hour, (hours.get(hour) ?? 0) + 1);
    },
  );
  const byHour = [...hours].map(([hour, count]) => ({ at: hour * hourMilliseconds, count }));
  return { tallies: counter.tallies, hours: byHour.toSorted((a, b) => a.at - b.at), isPartial };
}

/** The numbers that were given to questions that take nothing else. */
export interface CountedNumbers {
  readonly counter: NumberCounter;
  /** Whether there are older answers that were not counted. */
  readonly isPartial: boolean;
}

/** Counts numbers one answer after the other, as tallies have none; nothing is read where no question takes numbers. */
export async function countNumbers(
  store: Store,
  { surveyId, definitions, questions }: SurveyContent,
  filter: CountFilter,
): Promise<CountedNumbers> {
  const counter = new NumberCounter(questions);
  if (!questions.some(takesNumbers)) return { counter, isPartial: false };
  const scan = { surveyId, definitions, filter };
  const { isPartial } = await scanAnswers(store.surveys, scan, (cells, { valuesText }) => {
    if (filter.answer === undefined || hasCell(cells, filter.answer)) counter.add(parseValues(valuesText));
  });
  return { counter, isPartial };
}

const nothing: ReadonlyMap<string, number> = new Map();

/** The tallies of one question; those of the facts about answers by default. */
export function talliesOf(
  { tallies }: CountedAnswers,
  questionId = factsQuestionId,
): ReadonlyMap<string, number> {
  return tallies.get(questionId) ?? nothing;
}
