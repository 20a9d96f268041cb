import { csrfTokenOf } from "@survey-open-platform/service";
import { plainText } from "@survey-open-platform/surveys";
import type { JSX } from "hono/jsx/jsx-runtime";
import { Button } from "../../pages/components/button.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { Notice } from "../../pages/components/notice.tsx";
import { Layout, type PageProps } from "../../pages/layout.tsx";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { fillTexts } from "../../session/fill-texts.ts";
import type { PageRequest } from "../../session/page-request.ts";
import { readForm } from "../../session/read-form.ts";
import { inSurveyLanguage } from "../../session/survey-language.ts";
import { refuseToParticipate } from "../../store/surveys/change-participant.ts";
import { type AnsweringDependencies, answeringPath } from "./form-progress.ts";
import { surveyOfRequest } from "./find-survey.ts";
import { ensureRespondent, participantOfRequest, respondentOf } from "./respondent.ts";
import { openParticipantLink } from "./open-participant-link.ts";
import { answeringTextsFor } from "./texts/answering-texts-for.ts";

/** Asks a participant who does not want to take part to say so. Programs that check mails follow links, so a look changes nothing. */
export async function getRefusal(dependencies: AnsweringDependencies, given: PageRequest): Promise<Response> {
  const survey = await surveyOfRequest(dependencies, given);
  const taken = await openParticipantLink(dependencies, given, survey, "refuse");
  if (taken !== undefined) return taken;
  const respondent = await ensureRespondent(dependencies, given, survey);
  const newest = await dependencies.store.surveys.definitionOfVersion(survey.id, survey.version);
  const participant = await participantOfRequest(dependencies, given, survey);
  if (participant === undefined || newest === undefined) throw notFound();
  const { pageRequest, definition, contentLanguages } = inSurveyLanguage(given, newest);
  const { language, path } = pageRequest;
  const page = (
    <RefusalPage
      {...{ language, path, contentLanguages }}
      theme={definition.theme}
      title={plainText(fillTexts(definition, { participant }, survey.customArguments).title)}
      action={answeringPath(pageRequest, "refuse")}
      surveyPath={answeringPath(pageRequest)}
      csrf={csrfTokenOf(respondent.cookie)}
      state={refusalState(participant)}
    />
  );
  return renderPage(page, { status: 200 });
}

function refusalState({
  hasAnswered,
  refusedAt,
}: {
  readonly hasAnswered: boolean;
  readonly refusedAt: number | null;
}): RefusalPageProps["state"] {
  if (hasAnswered) return "answered";
  return refusedAt === null ? "open" : "refused";
}

/** Notes that a participant does not want to take part. */
export async function postRefusal(
  dependencies: AnsweringDependencies,
  pageRequest: PageRequest,
): Promise<Response> {
  const survey = await surveyOfRequest(dependencies, pageRequest);
  const respondent = await respondentOf(dependencies, pageRequest, survey);
  await readForm(pageRequest, respondent?.cookie, []);
  const participant = await participantOfRequest(dependencies, pageRequest, survey);
  if (participant === undefined) throw new PageError("csrf", { status: 403 });
  await dependencies.store.write(refuseToParticipate, participant.id);
  return redirectTo(answeringPath(pageRequest, "refuse"));
}

/** What the page shows. */
export type RefusalPageProps = PageProps &
  Pick<Parameters<typeof Layout>[0], "contentLanguages" | "theme"> & {
    /** Of the survey. */
    readonly title: string;
    readonly action: string;
    readonly surveyPath: string;
    readonly csrf: string;
    readonly state: "open" | "refused" | "answered";
  };

/** Asks whether a participant does not want to take part, or says that it is noted. */
export function RefusalPage({
  language,
  path,
  contentLanguages,
  theme,
  title,
  action,
  surveyPath,
  csrf,
  state,
}: RefusalPageProps): JSX.Element {
  const { refusal: words } = answeringTextsFor(language);
  return (
    <Layout {...{ language, path, contentLanguages, theme }} title={words.title} isOfSurvey>
      <div class="card">
        <h1>{words.title}</h1>
        {state === "refused" ? (
          <Notice tone="success" role="status">
            {words.done}
          </Notice>
        ) : null}
        {state === "answered" ? <p>{words.answered}</p> : null}
        {state === "open" ? (
          <form method="post" action={action} class="stack">
            <HiddenFields values={{ csrf }} />
            <p>{words.text(title)}</p>
            <Button>{words.submit}</Button>
          </form>
        ) : null}
        {state === "answered" ? null : (
          <p>
            <a class="link-line" href={surveyPath}>
              {words.answer}
            </a>
          </p>
        )}
      </div>
    </Layout>
  );
}
