import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { Field } from "../../pages/components/field.tsx";
import { DangerPage } from "../../pages/danger-page.tsx";
import { notFound } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { surveyTitle } from "../../pages/survey-frame.tsx";
import { actorOf } from "../../session/actor.ts";
import { surveyForUser, surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { SurveyForUser } from "../../store/surveys/survey-for-user-table.ts";
import type { Store } from "../../store/store.ts";
import { workspaceTextsFor } from "./texts/workspace-texts.ts";
import { deleteSurveyForUser } from "../../store/surveys/change-survey-for-user.ts";

const path = `${surveyPath}/delete`;

/** The page on which a survey is deleted, with its answers. The number of answers has to be typed. */
export function surveyDeletion(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      stepUp: true,
      async handle(pageRequest) {
        return ask(pageRequest, { survey: await surveyForUser(store, pageRequest, "delete"), status: 200 });
      },
    },
    {
      method: "POST",
      path,
      access: "user",
      stepUp: true,
      handle: (pageRequest) => remove(store, pageRequest),
    },
  ];
}

async function remove(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { answers } = await readOwnForm(pageRequest, ["answers"]);
  const survey = await surveyForUser(store, pageRequest, "delete");
  const { id, title, answerCount, ownerId, teamName } = survey;
  // Answers that came in since the page was opened are not deleted unseen.
  if (answers.trim() !== String(answerCount))
    return ask(pageRequest, { survey, status: 400, typed: answers });
  const before = { title, answers: answerCount, owner: ownerId };
  const deletion = { surveyId: id, actor: actorOf(pageRequest), before, outbox: store.outbox };
  if (!(await store.write(deleteSurveyForUser, deletion))) throw notFound();
  return redirectTo(`/surveys?notice=deleted${teamName === null ? "" : `&team=${ownerId}`}`);
}

type Asked = { readonly survey: SurveyForUser; readonly status: number; readonly typed?: string };

function ask({ language, signedIn }: UserRequest, { survey, status, typed }: Asked): Promise<Response> {
  const { deletion: words } = workspaceTextsFor(language);
  const address = surveyAddress(survey.id, "/delete");
  const name = surveyTitle(survey.title, language);
  return renderPage(
    <DangerPage
      language={language}
      path={address}
      signedIn={signedIn}
      title={`${words.title} – ${plainName(name)}`}
      heading={words.heading(<DisplayName name={name} />)}
      consequences={[words.answers(survey.answerCount), words.address, words.permanent]}
      submit={words.submit}
      cancelPath={surveyAddress(survey.id, "/settings")}
    >
      <Field
        id="answers"
        label={words.type(survey.answerCount)}
        error={typed === undefined ? undefined : words.wrong}
        value={typed}
        autocomplete="off"
        inputmode="numeric"
      />
    </DangerPage>,
    { status },
  );
}
