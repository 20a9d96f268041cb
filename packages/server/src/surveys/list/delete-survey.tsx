import { binDays } from "@survey-open-platform/surveys";
import { DisplayName, plainName } from "../../pages/components/display-name.tsx";
import { DangerPage } from "../../pages/danger-page.tsx";
import { notFound } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { surveyListAddress, surveyTitle } from "../../pages/survey-frame.tsx";
import { actorOf } from "../../session/actor.ts";
import { surveyForUser, surveyAddress, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import { binSurveyForUser } from "../../store/surveys/change-survey-bin.ts";
import type { Store } from "../../store/store.ts";
import { listTextsFor } from "./texts/list-texts.ts";

const path = `${surveyPath}/delete`;

/** The page on which a survey is put into the bin. What cannot be undone happens there, and asks for more. */
export function surveyDeletion(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => ask(store, pageRequest) },
    { method: "POST", path, access: "user", handle: (pageRequest) => remove(store, pageRequest) },
  ];
}

async function remove(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const survey = await surveyForUser(store, pageRequest, "own");
  const change = { survey, actor: actorOf(pageRequest), outbox: store.outbox };
  if (!(await store.write(binSurveyForUser, change))) throw notFound();
  return redirectTo(surveyListAddress(survey, { notice: "deleted" }));
}

async function ask(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, signedIn } = pageRequest;
  const { id, title, answerCount } = await surveyForUser(store, pageRequest, "own");
  const { deletion: words } = listTextsFor(language);
  const name = surveyTitle(title, language);
  return renderPage(
    <DangerPage
      language={language}
      path={surveyAddress(id, "/delete")}
      signedIn={signedIn}
      title={`${words.title} – ${plainName(name)}`}
      heading={words.heading(<DisplayName name={name} />)}
      consequences={[words.address, words.programs, words.answers(answerCount), words.kept(binDays)]}
      submit={words.submit}
      cancelPath={surveyAddress(id)}
    />,
    { status: 200 },
  );
}
