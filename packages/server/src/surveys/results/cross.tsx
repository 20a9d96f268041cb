import {
  type AnswerFilter,
  type CrossQuestion,
  CrossTableCounter,
  crossIsTooLarge,
  type MergedQuestion,
  scanAnswers,
} from "@survey-open-platform/surveys";
import { renderPage } from "../../pages/render-page.ts";
import { surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { CrossPage, type CrossPageProps, crossShares, hasFilter } from "./cross-page.tsx";
import { entriesOf, filteringOf } from "./results-filter.ts";
import { readOwnContent, type SurveyContent } from "./survey-results.ts";

/** The page with the cross table of two questions. */
export function crossPage(store: Store): PageRoute {
  return {
    method: "GET",
    path: `${surveyPath}/results/cross`,
    access: "user",
    handle: (pageRequest) => showCross(store, pageRequest),
  };
}

async function showCross(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { survey, content } = await readOwnContent(store, pageRequest);
  const questions = content.questions.filter((question) => entriesOf(question).length > 0);
  const filtering = await filteringOf(store, pageRequest, content);
  const { language, path, signedIn, context } = pageRequest;
  const chosen = {
    rows: questions.find(({ question }) => question.id === context.req.query("rows")),
    columns: questions.find(({ question }) => question.id === context.req.query("columns")),
  };
  const shares = crossShares.find((one) => one === context.req.query("shares")) ?? crossShares[0];
  const counted = await countCross(store, content, { ...chosen, filter: filtering.filter });
  const script = hasFilter({ ...filtering, ...counted });
  return renderPage(
    <CrossPage
      {...{ language, path, signedIn, survey, questions, shares, ...filtering, ...chosen, ...counted }}
    />,
    { status: 200, script, connect: script },
  );
}

interface ChosenQuestions {
  readonly rows: MergedQuestion | undefined;
  readonly columns: MergedQuestion | undefined;
  readonly filter: AnswerFilter;
}

type CountedCross = Pick<CrossPageProps, "table" | "isPartial" | "isTooLarge">;

const noTable: CountedCross = { table: undefined, isPartial: false, isTooLarge: false };

/** Crosses two questions, where both are chosen and the table is not too large. */
export async function countCross(
  store: Store,
  { surveyId, definitions }: SurveyContent,
  { rows, columns, filter }: ChosenQuestions,
): Promise<CountedCross> {
  if (rows === undefined || columns === undefined) return noTable;
  const questions = [crossQuestion(rows), crossQuestion(columns)] as const;
  if (crossIsTooLarge(...questions)) return { ...noTable, isTooLarge: true };
  const counter = new CrossTableCounter(...questions);
  const scan = { surveyId, definitions, filter };
  const { isPartial } = await scanAnswers(store.surveys, scan, (cells) => counter.add(cells));
  return { table: counter.table(), isPartial, isTooLarge: false };
}

function crossQuestion(merged: MergedQuestion): CrossQuestion {
  return { questionId: merged.question.id, entries: entriesOf(merged) };
}
