import {
  type AnswerFilter,
  type Cell,
  CellCounter,
  codesIn,
  factsQuestionId,
  type HourCount,
  inTurns,
  mergingVersions,
  type MergedQuestion,
  NumberCounter,
  parseValues,
  scanAnswers,
  type SurveyRight,
  type SurveyTallies,
  takesNumbers,
  type VersionDefinition,
} from "@survey-open-platform/surveys";
import { numberInPath } from "../../session/number-in-path.ts";
import { surveyForUser } from "../../session/survey-for-user.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import { argumentSubjects, type AskedPages, subjectsOf } from "../workspace/conditions-form.ts";

/** A survey over all its versions. */
export interface SurveyContent {
  readonly surveyId: number;
  readonly definitions: readonly VersionDefinition[];
  readonly questions: readonly MergedQuestion[];
  readonly asked: AskedSubjects;
}

/** What conditions ask about in results. */
export interface AskedSubjects {
  readonly definition: AskedPages;
  /** The ids of what can be asked about, in their order. */
  readonly subjects: readonly string[];
}

/** The answers to a survey that a filter lets through, counted. Numbers may be of the newest answers alone. */
export interface CountedAnswers {
  readonly tallies: SurveyTallies;
  readonly hours: readonly HourCount[];
  /** The numbers that were given to questions that take nothing else; tallies have none. */
  readonly numbers: NumberCounter;
  /** Whether there are older answers that were not counted. */
  readonly isPartial: boolean;
}

/** Reads all versions of a survey. */
export async function readContent(store: Store, surveyId: number): Promise<SurveyContent> {
  const [definitions, settings] = await Promise.all([
    store.surveys.definitionsOf(surveyId),
    store.surveys.findSettings(surveyId),
  ]);
  const versions = definitions.map(({ version, definition }) => ({ version, pages: definition.pages }));
  const questions = await inTurns(mergingVersions(versions));
  const names = settings?.customArguments.map(({ title }) => title) ?? [];
  return { surveyId, definitions, questions, asked: askedSubjects(questions, names) };
}

/** Everything that respondents were ever asked, and custom arguments. */
export function askedSubjects(merged: readonly MergedQuestion[], names: readonly string[]): AskedSubjects {
  const questions = merged.map(({ question }) => question);
  return {
    definition: { pages: [{ id: "", index: "1", questions }] },
    subjects: [...questions.flatMap(subjectsOf), ...argumentSubjects(names)],
  };
}

/** Whether a question of any version has a code. */
export function hasCodes({ questions }: Pick<SurveyContent, "questions">): boolean {
  return questions.some(({ question }) => codesIn(question).size > 0);
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

/** Counts answers: from tallies, or one by one where only those that meet a condition are asked for. */
export async function countAnswers(
  store: Store,
  content: SurveyContent,
  filter: AnswerFilter,
): Promise<CountedAnswers> {
  if (filter.condition !== undefined) return scanCounting(store, content, { filter });
  const { surveyId, questions } = content;
  const questionIds = questions.map(({ question }) => question.id);
  const [tallies, hours, numbers] = await Promise.all([
    store.surveys.tallies({ surveyId, questionIds, ...filter }),
    store.surveys.countByHour(surveyId, filter),
    countNumbers(store, content, filter),
  ]);
  return { tallies, hours, numbers, isPartial: false };
}

const hourMilliseconds = 3_600_000;

/** Which answers to count one after the other. */
export interface CountingScan {
  readonly filter: AnswerFilter;
  /** What an answer must have besides; nothing by default. */
  readonly hasWanted?: (cells: readonly Cell[]) => boolean;
}

/** Counts the newest answers one after the other. */
export async function scanCounting(
  store: Store,
  { surveyId, definitions, questions }: SurveyContent,
  { filter, hasWanted = () => true }: CountingScan,
): Promise<CountedAnswers> {
  const counter = new CellCounter();
  const numbers = new NumberCounter(questions);
  const hours = new Map<number, number>();
  const scan = { surveyId, definitions, filter };
  const { isPartial } = await scanAnswers(store.surveys, scan, (cells, { endedAt, valuesText }) => {
    if (!hasWanted(cells)) return;
    counter.add(cells);
    numbers.add(parseValues(valuesText));
    const hour = Math.floor(endedAt / hourMilliseconds);
    hours.set(hour, (hours.get(hour) ?? 0) + 1);
  });
  const byHour = [...hours].map(([hour, count]) => ({ at: hour * hourMilliseconds, count }));
  return { tallies: counter.tallies, hours: byHour.toSorted((a, b) => a.at - b.at), numbers, isPartial };
}

/** Nothing is read where no question takes numbers. */
async function countNumbers(
  store: Store,
  content: SurveyContent,
  filter: AnswerFilter,
): Promise<NumberCounter> {
  if (!content.questions.some(takesNumbers)) return new NumberCounter(content.questions);
  return (await scanCounting(store, content, { filter })).numbers;
}

const nothing: ReadonlyMap<string, number> = new Map();

/** The tallies of one question; those of the facts about answers by default. */
export function talliesOf(
  { tallies }: CountedAnswers,
  questionId = factsQuestionId,
): ReadonlyMap<string, number> {
  return tallies.get(questionId) ?? nothing;
}
