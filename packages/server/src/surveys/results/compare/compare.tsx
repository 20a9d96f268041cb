import { type AnswerFilter, type Condition, overviewOf } from "@survey-open-platform/surveys";
import { renderPage } from "../../../pages/render-page.ts";
import type { UserRequest } from "../../../session/page-request.ts";
import type { PageRoute } from "../../../session/page-route.ts";
import { surveyPath } from "../../../session/survey-for-user.ts";
import type { Store } from "../../../store/store.ts";
import type { SavedFilter } from "../../../store/surveys/results-view-table.ts";
import { questionResults } from "../question-results.ts";
import { type FilterChoice, filterChoices, filterIn, filteringOf } from "../results-filter.ts";
import {
  countAnswers,
  type CountedAnswers,
  readOwnContent,
  scanCounting,
  type SurveyContent,
  talliesOf,
} from "../survey-results.ts";
import { resultsTextsFor } from "../texts/results-texts.ts";
import { ComparePage, type Comparison, type GroupChoice } from "./compare-page.tsx";

/** The page with two groups of answers side by side: those who chose something, or those of a saved filter. */
export function comparePage(store: Store): PageRoute {
  return {
    method: "GET",
    path: `${surveyPath}/results/compare`,
    access: "user",
    handle: (pageRequest) => showComparison(store, pageRequest),
  };
}

async function showComparison(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { survey, content } = await readOwnContent(store, pageRequest);
  const filtering = await filteringOf(store, pageRequest, content);
  const { language, path, signedIn, context } = pageRequest;
  const groups = await groupsOf(pageRequest, content, filtering.saved);
  const [first, second] = ["first", "second"].map((name) =>
    groups.find(({ value }) => value === context.req.query(name)),
  );
  const comparison =
    first === undefined || second === undefined
      ? undefined
      : await compare(store, content, { base: filtering.filter, groups: [first, second] });
  return renderPage(
    <ComparePage
      {...{ language, path, signedIn, survey, comparison, ...filtering }}
      choices={groups}
      chosen={[first?.value ?? "", second?.value ?? ""]}
    />,
    { status: 200, script: true, connect: true },
  );
}

/** Which answers belong to a group. */
interface Group extends GroupChoice {
  readonly filter: AnswerFilter;
  /** What was chosen in each of them; undefined for anything. */
  readonly choice?: FilterChoice;
}

/** Every group that can be compared: the saved filters first, then everything that can be chosen. */
async function groupsOf(
  { language, timeZone }: UserRequest,
  content: SurveyContent,
  saved: readonly SavedFilter[],
): Promise<readonly Group[]> {
  const { compare: words } = resultsTextsFor(language);
  const filters = saved.map(({ id, name, query }) => {
    const given = new URLSearchParams(query);
    const filter = filterIn((field) => given.get(field) ?? "", timeZone, content);
    return { value: `filter ${id}`, label: words.filter(name), filter };
  });
  const choices = await filterChoices(content.questions);
  return [
    ...filters,
    ...choices.map((choice) => ({
      value: `choice ${choice.value}`,
      label: choice.label,
      filter: {},
      choice,
    })),
  ];
}

interface Comparing {
  /** The filter of the page: it holds for both groups. */
  readonly base: AnswerFilter;
  readonly groups: readonly [Group, Group];
}

async function compare(
  store: Store,
  content: SurveyContent,
  { base, groups }: Comparing,
): Promise<Comparison> {
  const [one, other] = [
    await resultsOf(store, content, { base, group: groups[0] }),
    await resultsOf(store, content, { base, group: groups[1] }),
  ];
  return {
    groups: [
      { ...groups[0], answers: one.answers },
      { ...groups[1], answers: other.answers },
    ],
    questions: one.results.flatMap(({ merged, summary }, at) => {
      const second = other.results[at]?.summary;
      return second === undefined ? [] : [{ merged, summaries: [summary, second] as const }];
    }),
    isPartial: one.isPartial || other.isPartial,
  };
}

async function resultsOf(
  store: Store,
  content: SurveyContent,
  { base, group }: { readonly base: AnswerFilter; readonly group: Group },
) {
  const filter = bothOf(base, group.filter);
  const counted = await countGroup(store, content, { ...group, filter });
  const shown = { answers: 0, texts: 0 };
  return {
    answers: overviewOf(talliesOf(counted)).answers,
    isPartial: counted.isPartial,
    results: await questionResults(store, content, { filter, counted, shown }),
  };
}

function countGroup(
  store: Store,
  content: SurveyContent,
  { filter, choice }: Pick<Group, "filter" | "choice">,
): Promise<CountedAnswers> {
  if (choice === undefined) return countAnswers(store, content, filter);
  const { questionId, cell } = choice;
  return scanCounting(store, content, {
    filter,
    hasWanted: (cells) => cells.some((one) => one.questionId === questionId && one.cell === cell),
  });
}

/** No version has this number. */
const noVersion = -1;

/** The filter that lets through what two filters both let through. */
export function bothOf(one: AnswerFilter, other: AnswerFilter): AnswerFilter {
  const conditions = [one.condition, other.condition].filter((condition) => condition !== undefined);
  const versions = new Set([one.version, other.version].filter((version) => version !== undefined));
  const [version] = versions;
  return {
    from: extreme(Math.max, one.from, other.from),
    to: extreme(Math.min, one.to, other.to),
    version: versions.size > 1 ? noVersion : version,
    condition: conditions.length > 1 ? bothConditions(conditions) : conditions[0],
  };
}

function bothConditions(conditions: readonly Condition[]): Condition {
  return { kind: "and", conditions };
}

function extreme(
  choose: (one: number, other: number) => number,
  one: number | undefined,
  other: number | undefined,
): number | undefined {
  if (one === undefined) return other;
  return other === undefined ? one : choose(one, other);
}
