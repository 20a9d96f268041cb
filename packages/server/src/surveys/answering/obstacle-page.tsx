import { csrfTokenOf } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { Field } from "../../pages/components/field.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Moment } from "../../pages/components/moment.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import { renderPage } from "../../pages/render-page.ts";
import { signInAddress } from "../../session/return-address.ts";
import type { Visit } from "../../session/visit.ts";
import { answeringPath, type Filling } from "./filling.ts";
import { LeaveForm } from "./leave.tsx";
import type { Obstacle, SurveyToAnswer } from "./obstacle.ts";
import type { Respondent } from "./respondent.ts";
import { answeringTextsFor } from "./texts/answering-texts-for.ts";

/** Why a survey is not shown, and what is needed for the way on. */
export interface ObstacleState {
  readonly survey: SurveyToAnswer;
  readonly obstacle: Obstacle;
  readonly respondent: Respondent;
  readonly filling: Filling | undefined;
  readonly ticket: string;
  /** Whether a wrong password was given. */
  readonly isPasswordWrong?: boolean;
  /** Where the answer that was given can be changed. */
  readonly changePath?: string | undefined;
}

/** What the page about an obstacle shows. */
export type ObstaclePageProps = PageProps & {
  readonly state: ObstacleState;
  /** The path of the survey. */
  readonly surveyPath: string;
  readonly csrf: string;
  /** The IANA zone in which times are shown. */
  readonly timeZone: string;
  /** Shown below. */
  readonly children?: Child;
};

/** The response about why a survey cannot be answered now. */
export function showObstacle(visit: Visit, state: ObstacleState): Response {
  const surveyPath = answeringPath(visit);
  const isGet = visit.context.req.method === "GET";
  return renderPage(
    <ObstaclePage
      language={visit.language}
      // The custom arguments of the address are kept over signing in.
      path={isGet ? visit.path : surveyPath}
      state={state}
      surveyPath={surveyPath}
      csrf={csrfTokenOf(state.respondent.cookie)}
      timeZone={visit.timeZone}
    >
      <LeaveForm visit={visit} respondent={state.respondent} />
    </ObstaclePage>,
    { status: isGet && isAsking(state) ? 200 : 403, formAction: state.survey.redirectUrl === "" },
  );
}

/** The page about why a survey cannot be answered now. */
export function ObstaclePage(props: ObstaclePageProps): JSX.Element {
  const { language, path, state } = props;
  const { obstacle, filling } = state;
  const texts = answeringTextsFor(language);
  const { title, text } = texts.obstacles[obstacle];
  const isSent = ["already_answered", "already_sent", "unchangeable"].includes(obstacle);
  const isKept = filling?.isStored === true && !isAsking(state) && !isSent;
  return (
    <Layout language={language} path={path} title={title} isOfSurvey>
      <div class="card">
        <h1>{title}</h1>
        <p>{text}</p>
        <Times {...props} />
        {isKept ? <p>{texts.kept}</p> : null}
        {obstacle === "sign_in" ? (
          <p>
            <a class="button button-primary" href={signInAddress(path)}>
              {texts.signIn}
            </a>
          </p>
        ) : null}
        {state.changePath === undefined ? null : (
          <p>
            <a class="button button-quiet" href={state.changePath}>
              {texts.change.title}
            </a>
          </p>
        )}
        {obstacle === "already_sent" ? (
          <p>
            <a class="button button-quiet" href={props.surveyPath}>
              {texts.answerAgain}
            </a>
          </p>
        ) : null}
        {obstacle === "password" ? <PasswordForm {...props} /> : null}
      </div>
      {props.children}
    </Layout>
  );
}

/** Whether the respondent can do something about it. */
function isAsking({ obstacle }: ObstacleState): boolean {
  return obstacle === "sign_in" || obstacle === "password";
}

function Times({ language, timeZone, state: { survey, obstacle } }: ObstaclePageProps): JSX.Element | null {
  const texts = answeringTextsFor(language);
  const { startedAt, endAt } = survey;
  const moment = (at: number) => <Moment language={language} timeZone={timeZone} at={at} />;
  if (obstacle === "not_open_yet" && startedAt !== null)
    return <p>{texts.opensAt(moment(startedAt), timeZone)}</p>;
  return obstacle === "closed" && endAt !== null ? <p>{texts.closedAt(moment(endAt), timeZone)}</p> : null;
}

function PasswordForm({ language, state, surveyPath, csrf }: ObstaclePageProps): JSX.Element {
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
