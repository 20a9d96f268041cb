import { renderPage } from "../../pages/render-page.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import { publicationOf } from "./publication.ts";
import { overviewNotices, SurveyOverviewPage } from "./survey-overview-page.tsx";

/** `GET /surveys/:id`: a survey at a glance. */
export function surveyOverview(store: Store): PageRoute {
  return {
    method: "GET",
    path: surveyPath,
    access: "user",
    handle: (pageRequest) => show(store, pageRequest),
  };
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path, signedIn, timeZone, context, origin } = pageRequest;
  const survey = await surveyForUser(store, pageRequest, "see");
  const given = context.req.query("notice");
  return renderPage(
    <SurveyOverviewPage
      language={language}
      path={path}
      signedIn={signedIn}
      timeZone={timeZone}
      survey={survey}
      publication={await publicationOf(store, survey)}
      versions={await store.surveys.versionsOf(survey.id)}
      isImported={(await store.surveys.findOrigin(survey.id)) !== undefined}
      publicAddress={publicAddressOf(origin, survey)}
      notice={overviewNotices.find((notice) => notice === given)}
    />,
    { status: 200, script: true },
  );
}

/** Where respondents answer a survey. */
export function publicAddressOf(
  origin: string,
  { id, hash }: { readonly id: number; readonly hash: string },
): string {
  return `${origin}/s2/${id}/${hash}/`;
}
