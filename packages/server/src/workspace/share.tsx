import { embeddingOrigins, isBoundToPeople } from "../model/embedding.ts";
import { renderPage } from "../pages/render-page.ts";
import { ownSurvey, surveyPath } from "../session/own-survey.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import { SharePage } from "./share-page.tsx";
import { publicAddressOf } from "./survey-overview.tsx";

/** `GET /surveys/:id/share`: the address for respondents, as a QR code and as code for another page. */
export function surveySharing(store: Store): PageRoute {
  return {
    method: "GET",
    path: `${surveyPath}/share`,
    access: "user",
    handle: (visit) => show(store, visit),
  };
}

async function show(store: Store, visit: UserVisit): Promise<Response> {
  const { language, path, signedIn, origin } = visit;
  const survey = await ownSurvey(store, visit, "see");
  const settings = await store.surveys.findSettings(survey.id);
  return renderPage(
    <SharePage
      language={language}
      path={path}
      signedIn={signedIn}
      survey={survey}
      address={publicAddressOf(origin, survey)}
      embedding={settings === undefined || isBoundToPeople(settings) ? "bound" : embeddingOrigins(settings)}
      parameters={(settings?.customArguments ?? []).map(({ title }) => title)}
    />,
    { status: 200 },
  );
}
