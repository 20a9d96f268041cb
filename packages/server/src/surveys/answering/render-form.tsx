import type { SurveyToAnswer } from "./closed-reason.ts";
import { plainText, type VisiblePage } from "@survey-open-platform/surveys";
import { type ContentLanguages, csrfTokenOf, type Language } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import { Button } from "../../pages/components/button.tsx";
import { DisplayName } from "../../pages/components/display-name.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { Layout } from "../../pages/layout.tsx";
import { renderPage } from "../../pages/render-page.ts";
import { type AnswerProblems, languageFormOf, SurveyForm } from "../../pages/survey/survey-form.tsx";
import { surveyFormTextsFor } from "../../pages/survey/survey-form-texts.ts";
import type { PageRequest } from "../../session/page-request.ts";
import { answeringPath, changedAnswerOf, type FormProgress, pagesOf } from "./form-progress.ts";
import { fillTexts } from "../../session/fill-texts.ts";
import { ConsentBox, needsConsent } from "./consent.tsx";
import { PrivacyStatement } from "./privacy-statement.tsx";
import { nameOf } from "./identity.ts";
import { RespondentSignOutForm } from "./respondent-sign-out.tsx";
import type { Respondent } from "./respondent.ts";
import { inSurveyLanguage } from "../../session/survey-language.ts";
import { answeringTextsFor } from "./texts/answering-texts-for.ts";

/** What is said above the questions. */
export type FormNotice =
  | "resumed"
  | "moreQuestions"
  | "tooQuick"
  | "notStored"
  | "limitReached"
  | "tooMuch"
  | "tooLong"
  | "formGone"
  | "cookiesNeeded"
  | "consentNeeded";

/** One page of an answer that is being given. */
export interface FormState {
  readonly survey: SurveyToAnswer;
  readonly respondent: Respondent;
  readonly progress: FormProgress;
  /** Of the page to show; the first one when it is not shown to this respondent. */
  readonly pageId: string;
  readonly takesFiles: boolean;
  /** Says which answer the form belongs to. */
  readonly ticket: string;
  readonly status: number;
  readonly problems?: AnswerProblems;
  readonly isTrapped?: boolean;
  readonly notice?: FormNotice | undefined;
  /** The question at which a browser begins. */
  readonly beginAt?: string | undefined;
}

const noProblems: AnswerProblems = new Map();

/** A page of a survey, with what was given. */
export function renderForm(given: PageRequest, { progress: stored, ...state }: FormState): Promise<Response> {
  const { survey, respondent, problems = noProblems, isTrapped = false, status } = state;
  const {
    definition: inLanguage,
    pageRequest,
    contentLanguages,
  } = inSurveyLanguage(given, stored.definition);
  const definition = fillTexts(inLanguage, respondent, survey.customArguments);
  const progress = { ...stored, definition };
  const { language } = pageRequest;
  const pages = pagesOf(progress, respondent);
  const at = Math.max(
    pages.findIndex(({ id }) => id === state.pageId),
    0,
  );
  const page: VisiblePage = pages[at] ?? { id: "", questions: [] };
  const title = plainText(definition.title);
  const csrf = csrfTokenOf(respondent.cookie);
  const isChange = changedAnswerOf(progress) !== undefined;
  const hasProblem = problems.size > 0 || isTrapped;
  return renderPage(
    <Layout
      language={language}
      path={pageRequest.context.req.method === "GET" ? pageRequest.path : answeringPath(pageRequest)}
      isOfSurvey
      languageForm={languageFormOf(answeringPath(pageRequest))}
      contentLanguages={contentLanguages}
      theme={definition.theme}
      title={hasProblem ? surveyFormTextsFor(language).titleWithProblem(title) : title}
    >
      <SurveyForm
        language={language}
        definition={definition}
        page={page}
        place={{ number: at + 1, count: Math.max(pages.length, 1) }}
        values={progress.values}
        problems={problems}
        seed={respondent.draftHash}
        action={answeringPath(pageRequest)}
        hidden={{ csrf, ticket: state.ticket }}
        isTrapped={isTrapped}
        files={state.takesFiles ? "sent" : "none"}
        notice={noticesOf(pageRequest, { ...state, progress }, at)}
        beforeQuestions={consentOf(pageRequest, { survey, progress, contentLanguages }, at)}
        beginAt={state.beginAt}
        isKept
        sendLabel={isChange ? answeringTextsFor(language).change.save : undefined}
      />
      {statementOf(pageRequest, { survey, contentLanguages }, at)}
      {isChange ? <DiscardForm pageRequest={pageRequest} csrf={csrf} /> : null}
      <RefusalLink pageRequest={pageRequest} {...{ at, isChange }} respondent={respondent} />
      <RespondentSignOutForm pageRequest={pageRequest} respondent={respondent} />
    </Layout>,
    // Chromium applies form-action to the redirect after a form as well, and some surveys lead to a site of their own.
    { status, formAction: survey.redirectUrl === "", script: true, connect: true },
  );
}

/** What is kept of the respondent, on the first page. */
function statementOf(
  { language }: PageRequest,
  {
    survey,
    contentLanguages,
  }: { readonly survey: SurveyToAnswer; readonly contentLanguages: ContentLanguages | undefined },
  at: number,
): Child {
  return at === 0 ? <PrivacyStatement {...{ language, survey }} tag={contentLanguages?.tag} /> : null;
}

/** On the first page, and on each one where it is still missing. */
function consentOf(
  { language }: PageRequest,
  {
    survey,
    progress,
    contentLanguages,
  }: Pick<FormState, "survey" | "progress"> & {
    readonly contentLanguages: ContentLanguages | undefined;
  },
  at: number,
): Child {
  const isMissing = needsConsent(survey, progress);
  const isAsked = survey.privacy.consentVersion > 0 && changedAnswerOf(progress) === undefined;
  if (!isAsked || (at > 0 && !isMissing)) return null;
  const languages = { own: progress.definition.language, shown: contentLanguages?.tag };
  return <ConsentBox {...{ language, languages }} privacy={survey.privacy} isGiven={!isMissing} />;
}

function noticesOf(
  { language }: PageRequest,
  { survey, respondent, notice, progress }: FormState,
  at: number,
): Child {
  const texts = answeringTextsFor(language);
  const named = at === 0 ? nameOf(survey, respondent) : undefined;
  return (
    <>
      {changedAnswerOf(progress) === undefined ? null : (
        <Notice tone="info" role="status">
          {texts.change.changing}
        </Notice>
      )}
      {notice === undefined ? null : <FormNoticeBox language={language} notice={notice} />}
      {survey.isAnonymous && at === 0 ? <p class="field-hint">{texts.anonymous}</p> : null}
      {named === undefined ? null : (
        <p class="field-hint">{texts.namedAs(<DisplayName name={named.nickname} />)}</p>
      )}
    </>
  );
}

/** The way for a participant not to take part. */
function RefusalLink({
  pageRequest,
  at,
  isChange,
  respondent: { participant },
}: {
  readonly pageRequest: PageRequest;
  /** Number of the page, from 0. */
  readonly at: number;
  readonly isChange: boolean;
  readonly respondent: Respondent;
}) {
  if (at > 0 || isChange || participant === undefined) return null;
  return (
    <p class="field-hint">
      <a href={answeringPath(pageRequest, "refuse")}>
        {answeringTextsFor(pageRequest.language).refusal.link}
      </a>
    </p>
  );
}

/** The way to leave an answer as it was sent. */
function DiscardForm({ pageRequest, csrf }: { readonly pageRequest: PageRequest; readonly csrf: string }) {
  return (
    <form method="post" action={answeringPath(pageRequest, "change")}>
      <HiddenFields values={{ csrf }} />
      <Button kind="quiet" name="action" value="discard">
        {answeringTextsFor(pageRequest.language).change.discard}
      </Button>
    </form>
  );
}

function FormNoticeBox({ language, notice }: { readonly language: Language; readonly notice: FormNotice }) {
  const isInfo = notice === "resumed" || notice === "moreQuestions";
  return (
    <Notice tone={isInfo ? "info" : "warning"} role={isInfo ? "status" : "alert"}>
      {notice === "moreQuestions"
        ? surveyFormTextsFor(language).moreQuestions
        : answeringTextsFor(language)[notice]}
    </Notice>
  );
}
