import type { JSX } from "hono/jsx/jsx-runtime";
import {
  type ConditionGroup,
  type ConditionRow,
  declaredPagesSchema,
  describeAnswer,
  mergeVersions,
  normaliseDeclaredPages,
  overviewOf,
  summariseQuestion,
  type SurveyPage,
  type SurveyRight,
} from "@survey-open-platform/surveys";
import { everyType } from "../../../surveys/test/declared/survey-fixtures.ts";
import type { PageProps } from "../../src/pages/layout.tsx";
import type { SignedIn } from "../../src/pages/signed-in.ts";
import { AnswerListPage } from "../../src/surveys/results/answer-list-page.tsx";
import { chartKinds } from "../../src/surveys/results/chart-data.ts";
import { factColumns } from "../../src/surveys/results/answer-columns.ts";
import { ComparePage } from "../../src/surveys/results/compare/compare-page.tsx";
import { CrossPage } from "../../src/surveys/results/cross-page.tsx";
import { ExportPage } from "../../src/surveys/results/export-page.tsx";
import { NoticesPage } from "../../src/surveys/results/notices-page.tsx";
import { QuestionTextsPage } from "../../src/surveys/results/question-texts-page.tsx";
import { PrintedReportPage } from "../../src/surveys/results/report/printed-report-page.tsx";
import { ResultsReportPage } from "../../src/surveys/results/report/results-report-page.tsx";
import { ResultsPage } from "../../src/surveys/results/results-page.tsx";
import { askedSubjects } from "../../src/surveys/results/survey-results.ts";
import {
  NewResultsLinkPage,
  ResultsLinkMadePage,
} from "../../src/surveys/results/sharing/new-results-link-page.tsx";
import { ResultsLinksPage } from "../../src/surveys/results/sharing/results-links-page.tsx";
import {
  SharedPasswordPage,
  SharedResultsPage,
} from "../../src/surveys/results/sharing/shared-results-page.tsx";
import { SingleAnswerPage } from "../../src/surveys/results/single-answer-page.tsx";

type Frame = PageProps & { readonly signedIn: SignedIn };

const rights: ReadonlySet<SurveyRight> = new Set(["see", "edit", "delete"]);
const timeZone = "Asia/Shanghai";
const at = 1_790_000_000_000;

/** A survey of a team, with answers. */
export function surveyNamed(text: string) {
  const shown = { id: 7, title: text, ownerId: 3, teamName: text, isShared: false, rights } as const;
  return { ...shown, state: 2, version: 2, answerCount: 3 } as const;
}

/** Pages with every type of question, and the same text in each place that an author may fill. */
export function pagesWith(text: string): readonly SurveyPage[] {
  const { pages } = normaliseDeclaredPages(declaredPagesSchema.parse(everyType), { idSeed: "sample" });
  const named = <Part extends { readonly text: string }>(part: Part): Part => ({ ...part, text });
  return pages.map((page) => ({
    ...page,
    questions: page.questions.map((question) => ({
      ...question,
      title: text,
      options: question.options.map(named),
      subTitles: question.subTitles.map(named),
      blank_setting: question.blank_setting.map(named),
      groups: question.groups.map(named),
    })),
  }));
}

/** Results in which everything was answered once. */
function resultsOf(pages: readonly SurveyPage[]) {
  const fewer = pages.map((page) => ({ ...page, questions: page.questions.slice(1) }));
  const versions = [
    { version: 1, pages },
    { version: 2, pages: fewer },
  ];
  return mergeVersions(versions).map((merged, place) => ({
    merged,
    summary: summariseQuestion(merged, new EveryCellOnce()),
    newest: [merged.question.title],
    chosen: chartKinds[place % chartKinds.length],
  }));
}

/** Counts each cell once. */
class EveryCellOnce extends Map<string, number> {
  override get(): number {
    return 1;
  }
}

/** Rows of a filter: one that is filled in, one that is not, and a group. */
function filterEntries(pages: readonly SurveyPage[]): readonly (ConditionRow | ConditionGroup)[] {
  const [first] = pages.flatMap((page) => page.questions);
  const row = { subject: first?.id ?? "", comparison: "is", value: first?.options[0]?.id ?? "" } as const;
  return [row, { ...row, value: "" }, { join: "all", rows: [row, { ...row, comparison: "answered" }] }];
}

/** The pages about results, with the same text in every place that somebody else may fill. */
export function resultsSamples(frame: Frame, text: string): Readonly<Record<string, JSX.Element>> {
  const survey = surveyNamed(text);
  const visitor = { language: frame.language, path: frame.path };
  const pages = pagesWith(text);
  const results = resultsOf(pages);
  const facts = new Map([
    ["answers", 3],
    ["duration/40", 3],
    ["ua/phone", 2],
    ["channel/poster", 1],
  ]);
  const filter = {
    from: at,
    to: undefined,
    version: 1,
    condition: undefined,
    isCutWithinHour: true,
    fields: { from: "2026-11-01", to: "", version: "1" },
    form: { rows: { join: "any", entries: filterEntries(pages) }, problems: new Set(["e1-value"]) },
    isChecked: true,
  } as const;
  const noFilter = {
    from: undefined,
    to: undefined,
    version: undefined,
    condition: undefined,
    isCutWithinHour: false,
    fields: { from: "", to: "", version: "" },
    form: { rows: { join: "all", entries: [] }, problems: new Set<string>() },
    isChecked: true,
  } as const;
  const asked = askedSubjects(
    results.map(({ merged }) => merged),
    ["campus"],
  );
  const choices = [{ questionId: "q", cell: "o", value: "q o", label: text }];
  const saved = [{ id: 1, name: text, query: "version=1" }];
  const counted = {
    ...frame,
    survey,
    timeZone,
    choices,
    asked,
    saved,
    filter,
    results,
    versions: [1, 2],
    overview: overviewOf(facts),
    periods: { step: "day", points: [{ at, count: 3 }], end: at + 1 },
    dropOff: [2, 0],
    isPartial: true,
    marker: "3.1.0",
  } as const;
  const none = { ...counted, overview: overviewOf(new Map()), results: [], isPartial: false };
  const answer = {
    surveyId: 7,
    answerId: 2,
    hash: "h",
    version: 1,
    respondentId: 1,
    respondentOpenid: text,
    respondentNickname: text,
    startedAt: at,
    endedAt: at,
    changedAt: null,
    channel: text,
    ua: text,
    referrer: text,
    addressUntil: null,
    address: text,
    onceKey: null,
    language: "de",
    consentVersion: 0,
    argumentsText: "",
    valuesText: "{}",
  } as const;
  const values = Object.fromEntries(pages.flatMap((page) => page.questions).map(({ id }) => [id, text]));
  const filtering = { asked, filter, saved, versions: [1, 2] };
  const questions = results.map(({ merged }) => merged);
  const columns = { facts: factColumns, questions: questions.slice(0, 1), parameter: "ended" } as const;
  const list = {
    columns,
    questions,
    ...frame,
    ...filtering,
    survey,
    timeZone,
    search: text,
    after: 5,
    searched: 9,
  } as const;
  const listed = { answer, start: text, given: [text] };
  const [rows, crossed] = results.map(({ merged }) => merged);
  const entry = { id: "o", label: text };
  const table = {
    columns: [{ ...entry, total: 2 }],
    rows: [{ ...entry, counts: [2], total: 2 }],
    answers: 2,
  };
  const cross = { ...frame, ...filtering, survey, questions, rows, columns: crossed, shares: "all" } as const;
  const exporting = { ...frame, ...filtering, timeZone };
  const exported = { id: "e", surveyId: 7, format: "csv", upTo: 9, bytes: 9, createdAt: at, expiresAt: at };
  const exports = (["ready", "working", "failed", "outdated"] as const).map((state) => ({
    ...exported,
    state,
  }));
  const report = {
    note: text,
    hiddenQuestions: new Set<string>(),
    comments: new Map(questions.map(({ question }) => [question.id, text])),
  };
  const groups = [
    { value: "a", label: text },
    { value: "b", label: text },
  ] as const;
  const textsSamples = Object.fromEntries(
    results.slice(0, 1).flatMap(({ merged }) => [
      [
        "texts of a question",
        <QuestionTextsPage
          {...{ ...list, ...filtering, merged, wordAnswers: 9, next: 3 }}
          listed={[{ answerId: 5, endedAt: at, texts: [text, text] }]}
          words={[{ word: text, count: 3 }]}
        />,
      ],
      [
        "no texts of a question",
        <QuestionTextsPage
          {...{ ...list, ...filtering, merged, wordAnswers: 0, next: undefined }}
          listed={[]}
          words={[]}
        />,
      ],
    ]),
  );
  const link = {
    id: 3,
    name: text,
    questionIds: ["q"],
    hasTexts: true,
    expiresAt: at,
    hasPassword: true,
    maker: text,
    createdAt: at,
  };
  const linkForm = { name: text, until: "2026-12-01", questionIds: new Set<string>(), hasTexts: true };
  const problems = { name: "No", until: "No", password: "No", questions: "No" };
  const sharing = {
    "links to results": (
      <ResultsLinksPage
        {...counted}
        links={[link, { ...link, name: "", expiresAt: null, hasPassword: false }]}
        isWithdrawn
      />
    ),
    "no links to results": <ResultsLinksPage {...counted} links={[]} isWithdrawn={false} />,
    "new link to results": (
      <NewResultsLinkPage {...{ ...frame, survey, timeZone, questions, form: linkForm, problems }} />
    ),
    "address of a new link to results": <ResultsLinkMadePage {...{ ...frame, survey, address: text }} />,
    "shared results": (
      <SharedResultsPage
        {...{ ...visitor, title: text, theme: undefined, marker: "m", answers: 3, results }}
      />
    ),
    "password of shared results": (
      <SharedPasswordPage {...{ ...visitor, csrf: "c", secret: "s", isWrong: true }} />
    ),
  };
  return {
    ...sharing,
    "notices of a survey": (
      <NoticesPage
        {...counted}
        sendsMail
        email={null}
        watch={{ frequency: "daily", condition: "" }}
        isSaved
      />
    ),
    "notices of a survey, no mail": (
      <NoticesPage {...counted} sendsMail={false} email={text} watch={undefined} isSaved={false} />
    ),
    results: <ResultsPage {...counted} />,
    "results whose filter was not saved": <ResultsPage {...none} refusedName={text.repeat(61)} />,
    "results without answers": <ResultsPage {...none} filter={noFilter} />,
    "results that a filter leaves nothing of": <ResultsPage {...none} />,
    ...textsSamples,
    "report of results": (
      <ResultsReportPage
        {...{ ...frame, ...filtering, survey, questions, report }}
        problems={{ note: "No" }}
        isSaved
      />
    ),
    "report of results, printed": (
      <PrintedReportPage
        {...{ ...visitor, survey, timeZone, filter, results, report }}
        now={at}
        answers={3}
        isPartial
      />
    ),
    "two groups": (
      <ComparePage
        {...{ ...frame, ...filtering, survey }}
        choices={groups}
        chosen={["a", "b"]}
        comparison={{
          groups: [
            { ...groups[0], answers: 3 },
            { ...groups[1], answers: 1 },
          ],
          questions: results.map(({ merged, summary }) => ({ merged, summaries: [summary, summary] })),
          isPartial: true,
        }}
      />
    ),
    "two groups to choose": (
      <ComparePage
        {...{ ...frame, ...filtering, survey }}
        choices={[]}
        chosen={["", ""]}
        comparison={undefined}
      />
    ),
    "cross table": <CrossPage {...cross} table={table} isPartial isTooLarge={false} />,
    "cross table of questions with too many choices": (
      <CrossPage {...cross} table={undefined} isPartial={false} isTooLarge />
    ),
    "cross table of too few questions": (
      <CrossPage {...cross} questions={[]} table={undefined} isPartial={false} isTooLarge={false} />
    ),
    answers: (
      <AnswerListPage
        {...list}
        next={3}
        notice="deleted"
        answers={[listed, { ...listed, answer: { ...answer, respondentNickname: "" } }]}
      />
    ),
    "no answers": <AnswerListPage {...list} next={undefined} notice={undefined} answers={[]} />,
    "single answer": (
      <SingleAnswerPage
        listQuery="q=a"
        {...{ ...frame, survey, timeZone, answer }}
        described={describeAnswer(pages, values)}
        customArguments={{ from: text }}
        previous={1}
        next={3}
      />
    ),
    export: <ExportPage {...exporting} hasCodes survey={survey} exports={exports} notice="begun" />,
    "export of a draft": (
      <ExportPage
        {...exporting}
        hasCodes={false}
        survey={{ ...survey, version: 0 }}
        exports={[]}
        notice="busy"
      />
    ),
  };
}
