import {
  answersCell,
  type Cell,
  factsQuestionId,
  hasCell,
  NumberCounter,
  type SurveyTallies,
  takesNumbers,
  type TallyFilter,
} from "@survey-open-platform/surveys";
import type { Store } from "../store/store.ts";
import { scanCounting, type SurveyContent } from "../surveys/results/survey-results.ts";

/** Which answers to count. */
export interface ResultsRequest extends Pick<TallyFilter, "from" | "to"> {
  /** Only answers that have all of these. */
  readonly where: readonly Cell[];
}

/** What was counted. */
export interface CountedResults {
  readonly total: number;
  readonly tallies: SurveyTallies;
  readonly numbers: NumberCounter;
  /** Whether there are older answers that were not counted. */
  readonly isPartial: boolean;
}

const hourMilliseconds = 3_600_000;

/** Whether answers have to be read one after the other, which numbers always are. */
export function readsAnswers({ questions }: SurveyContent, request: ResultsRequest): boolean {
  return isFiltered(request) || questions.some(takesNumbers);
}

/** Whether tallies do not suffice: they know hours, and one question at a time. */
function isFiltered({ from = 0, to = 0, where }: ResultsRequest): boolean {
  return where.length > 0 || from % hourMilliseconds !== 0 || to % hourMilliseconds !== 0;
}

/** Counts the answers to a survey. */
export async function countResults(
  store: Store,
  content: SurveyContent,
  request: ResultsRequest,
): Promise<CountedResults> {
  const { surveyId, questions } = content;
  const { where, ...filter } = request;
  const isScanned = isFiltered(request);
  const hasWanted = (cells: readonly Cell[]) => where.every((cell) => hasCell(cells, cell));
  const scanned = readsAnswers(content, request)
    ? await scanCounting(store, content, { filter, hasWanted })
    : undefined;
  const questionIds = questions.map(({ question }) => question.id);
  const tallies =
    isScanned && scanned !== undefined
      ? scanned.tallies
      : await store.surveys.tallies({ surveyId, questionIds, ...filter });
  const numbers = scanned?.numbers ?? new NumberCounter(questions);
  const total = tallies.get(factsQuestionId)?.get(answersCell) ?? 0;
  return { total, tallies, numbers, isPartial: scanned?.isPartial === true };
}
