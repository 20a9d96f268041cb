import {
  answerReference,
  parseCustomArguments,
  parseValues,
  plainText,
  type StoredAnswer,
} from "@survey-open-platform/surveys";
import { csrfTokenOf } from "@survey-open-platform/service";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { readForm } from "../../session/read-form.ts";
import type { PageRequest } from "../../session/page-request.ts";
import {
  type AnsweringDependencies,
  answeringPath,
  changedAnswerOf,
  type FormProgress,
  closedReasonOfRequest,
  pagesOf,
  passwordMark,
  findProgress,
} from "./form-progress.ts";
import { surveyOfRequest } from "./find-survey.ts";
import { saveProgress } from "./save-progress.ts";
import { limitBegun } from "./limits.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import { renderSurveyClosed } from "./survey-closed-page.tsx";
import { findAnswerOfRespondent } from "./answer-of-respondent.ts";
import { refuseChanged } from "./refuse-changed.ts";
import { type Respondent, respondentOf } from "./respondent.ts";
import { notes } from "./start-ticket.ts";
import { answeringTextsFor } from "./texts/answering-texts-for.ts";

/** What a respondent wants to change. */
interface WantedChange {
  readonly survey: SurveyToAnswer;
  readonly respondent: Respondent;
  readonly answer: StoredAnswer;
}

/** Asks whether to change an answer. Like every look at a survey, it stores nothing. */
export async function getChange(
  dependencies: AnsweringDependencies,
  pageRequest: PageRequest,
): Promise<Response> {
  const survey = await surveyOfRequest(dependencies, pageRequest);
  const respondent = await respondentOf(dependencies, pageRequest, survey);
  const { answer, progress } = await wantedChange(dependencies, {
    survey,
    respondent,
    hash: pageRequest.context.req.query("answer") ?? "",
  });
  if (respondent === undefined) throw notFound();
  const reason = await closedReasonOfRequest(dependencies, { survey, respondent, progress });
  if (reason !== undefined)
    return renderSurveyClosed(pageRequest, { survey, reason, respondent, progress, ticket: "" });
  const stored = await findProgress(dependencies, survey.id, respondent);
  return renderPage(
    <ChangePage
      language={pageRequest.language}
      path={pageRequest.path}
      title={plainText(progress.definition.title)}
      action={answeringPath(pageRequest, "change")}
      hash={answer.hash}
      csrf={csrfTokenOf(respondent.cookie)}
      replacesBegun={stored !== undefined && changedAnswerOf(stored) === undefined}
    />,
    { status: 200 },
  );
}

/** Begins to change an answer, or gives up changing it. */
export async function postChange(
  dependencies: AnsweringDependencies,
  pageRequest: PageRequest,
): Promise<Response> {
  const survey = await surveyOfRequest(dependencies, pageRequest);
  const respondent = await respondentOf(dependencies, pageRequest, survey);
  const form = await readForm(pageRequest, respondent?.cookie, ["answer", "action"]);
  await refuseChanged(dependencies, pageRequest, survey, respondent);
  if (respondent === undefined) throw new PageError("csrf", { status: 403 });
  if (form.action === "discard") return discardChange(dependencies, pageRequest, { survey, respondent });
  const { progress } = await wantedChange(dependencies, { survey, respondent, hash: form.answer });
  const reason = await closedReasonOfRequest(dependencies, { survey, respondent, progress });
  if (reason !== undefined)
    return renderSurveyClosed(pageRequest, { survey, reason, respondent, progress, ticket: "" });
  await limitBegun(dependencies.store, pageRequest.address);
  const pages = pagesOf(progress, respondent);
  const begun = { ...progress, pageId: pages.at(-1)?.id ?? "" };
  await saveProgress({ dependencies, pageRequest, survey, respondent, progress: begun });
  return redirectTo(`${answeringPath(pageRequest)}?page=${encodeURIComponent(pages[0]?.id ?? "")}`);
}

async function discardChange(
  dependencies: AnsweringDependencies,
  pageRequest: PageRequest,
  { survey, respondent }: Pick<WantedChange, "survey" | "respondent">,
): Promise<Response> {
  const progress = await findProgress(dependencies, survey.id, respondent);
  const hash = progress && changedAnswerOf(progress);
  if (hash === undefined) return redirectTo(answeringPath(pageRequest));
  await dependencies.store.surveys.discardProgress({ surveyId: survey.id, hash: respondent.draftHash });
  return redirectTo(`${answeringPath(pageRequest, "done")}?answer=${hash}`);
}

/** @throws `PageError` `not_found` for an answer of someone else, as for none */
async function wantedChange(
  { store }: AnsweringDependencies,
  {
    survey,
    respondent,
    hash,
  }: Pick<WantedChange, "survey"> & {
    readonly respondent: Respondent | undefined;
    readonly hash: string;
  },
): Promise<{ readonly answer: StoredAnswer; readonly progress: FormProgress }> {
  const reference = answerReference(hash);
  const answer =
    respondent !== undefined && reference !== undefined && "hash" in reference
      ? await findAnswerOfRespondent(store, { survey, respondent }, reference)
      : undefined;
  const definition = answer && (await store.surveys.definitionOfVersion(survey.id, answer.version));
  if (answer === undefined || definition === undefined) throw notFound();
  const progress = {
    // In the version that it was given to: what it says is what is shown.
    definition,
    version: answer.version,
    startedAt: answer.startedAt,
    pageId: "",
    isStored: false,
    values: parseValues(answer.valuesText),
    customArguments: {
      ...parseCustomArguments(answer.argumentsText),
      [notes.change]: answer.hash,
      [notes.password]: passwordMark(survey),
    },
  };
  return { answer, progress };
}

/** What the page about changing an answer shows. */
export type ChangePageProps = PageProps & {
  readonly title: string;
  readonly action: string;
  readonly hash: string;
  readonly csrf: string;
  /** Whether there is a half-filled form of another answer. */
  readonly replacesBegun: boolean;
};

/** The page that asks whether to change an answer. */
export function ChangePage({
  language,
  path,
  title,
  action,
  hash,
  csrf,
  replacesBegun,
}: ChangePageProps): JSX.Element {
  const { change: words } = answeringTextsFor(language);
  return (
    <Layout language={language} path={path} title={words.title} isOfSurvey>
      <div class="card">
        <h1>{words.title}</h1>
        <p>{words.text(title)}</p>
        {replacesBegun ? <p>{words.replacesBegun}</p> : null}
        <form method="post" action={action}>
          <HiddenFields values={{ csrf, answer: hash }} />
          <Button name="action" value="begin">
            {words.begin}
          </Button>
        </form>
      </div>
    </Layout>
  );
}
