import { csrfTokenOf } from "@survey-open-platform/service";
import type { SurveyTheme } from "@survey-open-platform/surveys";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { Field } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import { renderPage } from "../../pages/render-page.ts";
import { signInAddress } from "../../session/return-address.ts";
import type { PageRequest } from "../../session/page-request.ts";
import { answeringPath, type FormProgress } from "./form-progress.ts";
import { RespondentSignOutForm } from "./respondent-sign-out.tsx";
import type { ClosedReason, SurveyToAnswer } from "./closed-reason.ts";
import type { Respondent } from "./respondent.ts";
import { answeringTextsFor } from "./texts/answering-texts-for.ts";

/** Why a survey is not shown, and what is needed for the way on. */
export interface SurveyClosedState {
  readonly survey: SurveyToAnswer;
  readonly reason: ClosedReason;
  readonly respondent: Respondent;
  readonly progress: FormProgress | undefined;
  readonly ticket: string;
  /** The look of the survey, where no answer is in progress that knows it. */
  readonly theme?: SurveyTheme | undefined;
  /** Whether a wrong password was given. */
  readonly isPasswordWrong?: boolean;
  /** Where the answer that was given is shown. */
  readonly ownPath?: string | undefined;
  /** Where it can be changed. */
  readonly changePath?: string | undefined;
}

/** What the page of a closed survey shows. */
export type SurveyClosedPageProps = PageProps & {
  readonly state: SurveyClosedState;
  /** The path of the survey. */
  readonly surveyPath: string;
  readonly csrf: string;
  /** The IANA zone in which times are shown. */
  readonly timeZone: string;
  /** Shown below. */
  readonly children?: Child;
};

/** The response about why a survey cannot be answered now. */
export function renderSurveyClosed(pageRequest: PageRequest, state: SurveyClosedState): Promise<Response> {
  const surveyPath = answeringPath(pageRequest);
  const isGet = pageRequest.context.req.method === "GET";
  return renderPage(
    <SurveyClosedPage
      language={pageRequest.language}
      // The custom arguments of the address are kept over signing in.
      path={isGet ? pageRequest.path : surveyPath}
      state={state}
      surveyPath={surveyPath}
      csrf={csrfTokenOf(state.respondent.cookie)}
      timeZone={pageRequest.timeZone}
    >
      <RespondentSignOutForm pageRequest={pageRequest} respondent={state.respondent} />
    </SurveyClosedPage>,
    { status: isGet && isAsking(state) ? 200 : 403, formAction: state.survey.redirectUrl === "" },
  );
}

/** The page about why a survey cannot be answered now. */
export function SurveyClosedPage(props: SurveyClosedPageProps): JSX.Element {
  const { language, path, state } = props;
  const { reason, progress } = state;
  const texts = answeringTextsFor(language);
  const { title, text } = texts.closedReasons[reason];
  const isSent = ["already_answered", "already_sent", "unchangeable"].includes(reason);
  const isKept = progress?.isStored === true && !isAsking(state) && !isSent;
  return (
    <Layout language={language} path={path} title={title} theme={themeOf(state)} isOfSurvey>
      <div class="card">
        <h1>{title}</h1>
        <p>{text}</p>
        <Times {...props} />
        {isKept ? <p>{texts.kept}</p> : null}
        {reason === "sign_in" ? (
          <p>
            <a class="button button-primary" href={signInAddress(path)}>
              {texts.signIn}
            </a>
          </p>
        ) : null}
        {state.ownPath === undefined ? null : (
          <p>
            <a class="link-line" href={state.ownPath}>
              {texts.ownAnswer.see}
            </a>
          </p>
        )}
        {state.changePath === undefined ? null : (
          <p>
            <a class="button button-quiet" href={state.changePath}>
              {texts.change.title}
            </a>
          </p>
        )}
        {reason === "already_sent" ? (
          <p>
            <a class="button button-quiet" href={props.surveyPath}>
              {texts.answerAgain}
            </a>
          </p>
        ) : null}
        {reason === "password" ? <PasswordForm {...props} /> : null}
      </div>
      {props.children}
    </Layout>
  );
}

function themeOf({ theme, progress }: SurveyClosedState): SurveyTheme | undefined {
  return progress === undefined ? theme : progress.definition.theme;
}

/** Whether the respondent can do something about it. */
function isAsking({ reason }: SurveyClosedState): boolean {
  return reason === "sign_in" || reason === "password";
}

function Times({ language, timeZone, state }: SurveyClosedPageProps): JSX.Element | null {
  const texts = answeringTextsFor(language);
  const { survey, reason, respondent } = state;
  const { startedAt } = survey;
  const endAt = reason === "link_ended" ? (respondent.participant?.linkEndAt ?? null) : survey.endAt;
  const moment = (at: number) => <Moment language={language} timeZone={timeZone} at={at} />;
  if (reason === "not_open_yet" && startedAt !== null)
    return <p>{texts.opensAt(moment(startedAt), timeZone)}</p>;
  const hasEnded = reason === "closed" || reason === "link_ended";
  return hasEnded && endAt !== null ? <p>{texts.closedAt(moment(endAt), timeZone)}</p> : null;
}

function PasswordForm({ language, state, surveyPath, csrf }: SurveyClosedPageProps): JSX.Element {
  const texts = answeringTextsFor(language);
  const { ticket, isPasswordWrong = false } = state;
  return (
    <form method="post" action={`${surveyPath}password`} class="stack">
      <HiddenFields values={{ csrf, ticket }} />
      <Field
        id="password"
        type="password"
        label={texts.password}
        autocomplete="off"
        error={isPasswordWrong ? texts.passwordWrong : undefined}
      />
      <Button>{texts.continue}</Button>
    </form>
  );
}
