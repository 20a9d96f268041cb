import { answerReference, plainText, RichText, type SurveyDefinition } from "@survey-open-platform/surveys";
import type { ContentLanguages } from "@survey-open-platform/service";
import type { Child } from "hono/jsx";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import type { PageRequest } from "../../session/page-request.ts";
import { type AnsweringDependencies, answeringPath, onceKeyOf } from "./form-progress.ts";
import { surveyOfRequest } from "./find-survey.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import { fillTexts } from "../../session/fill-texts.ts";
import { findAnswerOfRespondent } from "./answer-of-respondent.ts";
import { RespondentSignOutForm } from "./respondent-sign-out.tsx";
import { respondentOf, type Respondent } from "./respondent.ts";
import { inSurveyLanguage } from "../../session/survey-language.ts";
import { answeringTextsFor } from "./texts/answering-texts-for.ts";

/** The page after an answer was sent. Without one it leads to the survey. */
export async function showDone(dependencies: AnsweringDependencies, given: PageRequest): Promise<Response> {
  const survey = await surveyOfRequest(dependencies, given);
  if (survey.isAnonymous) return showAnonymousDone(dependencies, given, survey);
  const answer = answerReference(given.context.req.query("answer") ?? "");
  // A serial could be guessed; only the browser that sent the answer got its hash.
  const found =
    answer !== undefined && "hash" in answer
      ? await dependencies.store.surveys.findAnswer({ surveyId: survey.id, answer })
      : undefined;
  const sent = found && (await dependencies.store.surveys.definitionOfVersion(survey.id, found.version));
  if (found === undefined || sent === undefined || answer === undefined || !("hash" in answer))
    return redirectTo(answeringPath(given));
  const { pageRequest, definition, contentLanguages } = inSurveyLanguage(given, sent);
  const respondent = await respondentOf(dependencies, pageRequest, survey);
  const page = (
    <DonePage
      language={pageRequest.language}
      path={pageRequest.path}
      definition={fillTexts(definition, respondent, survey.customArguments)}
      contentLanguages={contentLanguages}
      hash={answer.hash}
      changePath={await changePathOf(dependencies, { survey, respondent }, pageRequest, answer)}
      ownPath={await ownPathOf(dependencies, { survey, respondent }, pageRequest, answer)}
    >
      <RespondentSignOutForm pageRequest={pageRequest} respondent={respondent} />
    </DonePage>
  );
  return renderPage(page, { status: 200 });
}

/** The answer is not found any more; that the participant has answered is. */
async function showAnonymousDone(
  dependencies: AnsweringDependencies,
  given: PageRequest,
  survey: SurveyToAnswer,
): Promise<Response> {
  const { surveys } = dependencies.store;
  const respondent = await respondentOf(dependencies, given, survey);
  const onceKey = respondent === undefined ? null : onceKeyOf(survey, respondent);
  const hasAnswered = onceKey !== null && (await surveys.hasAnswered({ surveyId: survey.id, onceKey }));
  const newest = hasAnswered ? await surveys.definitionOfVersion(survey.id, survey.version) : undefined;
  if (newest === undefined) return redirectTo(answeringPath(given));
  const { pageRequest, definition, contentLanguages } = inSurveyLanguage(given, newest);
  const filled = fillTexts(definition, respondent, survey.customArguments);
  const { language, path } = pageRequest;
  const page = (
    <DonePage {...{ language, path, contentLanguages }} definition={filled} hash="" changePath={undefined} />
  );
  return renderPage(page, { status: 200 });
}

/** Where the respondent can change the answer; undefined where that is not possible. */
async function changePathOf(
  { store }: AnsweringDependencies,
  { survey, respondent }: { readonly survey: SurveyToAnswer; readonly respondent: Respondent | undefined },
  pageRequest: PageRequest,
  answer: { readonly hash: string },
): Promise<string | undefined> {
  if (!survey.allowsAnswerUpdates) return undefined;
  const own = respondent && (await findAnswerOfRespondent(store, { survey, respondent }, answer));
  return own && `${answeringPath(pageRequest, "change")}?answer=${answer.hash}`;
}

/** Where respondents see their answer; undefined for others. */
async function ownPathOf(
  { store }: AnsweringDependencies,
  { survey, respondent }: { readonly survey: SurveyToAnswer; readonly respondent: Respondent | undefined },
  pageRequest: PageRequest,
  answer: { readonly hash: string },
): Promise<string | undefined> {
  const own = respondent && (await findAnswerOfRespondent(store, { survey, respondent }, answer));
  return own && `${answeringPath(pageRequest, "answer")}?answer=${answer.hash}`;
}

/** What the last page shows. */
export type DonePageProps = PageProps & {
  readonly definition: Pick<SurveyDefinition, "title" | "suffix" | "theme">;
  readonly contentLanguages?: ContentLanguages | undefined;
  /** "" for an answer to an anonymous survey. */
  readonly hash: string;
  readonly changePath: string | undefined;
  /** Where the answer can be seen, downloaded and deleted. */
  readonly ownPath?: string | undefined;
  /** Shown below. */
  readonly children?: Child;
};

/** The ending of a survey. */
export function DonePage({
  language,
  path,
  definition,
  contentLanguages,
  hash,
  changePath,
  ownPath,
  children,
}: DonePageProps): JSX.Element {
  const texts = answeringTextsFor(language);
  return (
    <Layout
      {...{ language, path, contentLanguages }}
      theme={definition.theme}
      title={plainText(definition.title)}
      isOfSurvey
    >
      <div class="card survey-end">
        <h1>{texts.doneTitle}</h1>
        <p>{definition.suffix === "" ? texts.done : <RichText text={definition.suffix} />}</p>
        <p class="field-hint">{hash === "" ? texts.anonymousDone : texts.yourAnswer(hash)}</p>
        {ownPath === undefined ? null : (
          <p>
            <a href={ownPath}>{texts.ownAnswer.see}</a>
          </p>
        )}
        {changePath === undefined ? null : (
          <p>
            <a href={changePath}>{texts.change.title}</a>
            <span class="field-hint"> {texts.change.offer}</span>
          </p>
        )}
      </div>
      {children}
    </Layout>
  );
}
