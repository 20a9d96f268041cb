import { embeddingOrigins, isBoundToPeople } from "../../model/embedding.ts";
import { download } from "../../pages/download.ts";
import { qrPng, qrSvg } from "../../pages/qr-files.ts";
import { renderPage } from "../../pages/render-page.ts";
import { surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { SharePage } from "./share-page.tsx";
import { publicAddressOf } from "./survey-overview.tsx";

/** `/surveys/:id/share`: the address for respondents, as a QR code and as code for another page. */
export function surveySharing(store: Store): readonly PageRoute[] {
  const get = (
    page: string,
    handle: (store: Store, pageRequest: UserRequest) => Promise<Response>,
  ): PageRoute => ({
    method: "GET",
    path: `${surveyPath}/share${page}`,
    access: "user",
    handle: (pageRequest) => handle(store, pageRequest),
  });
  return [get("", show), get("/qr.svg", qrAsSvg), get("/qr.png", qrAsPng)];
}

async function qrAsSvg(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "see");
  return download({
    fileName: `survey-${survey.id}-qr.svg`,
    contentType: "image/svg+xml",
    body: qrSvg(publicAddressOf(pageRequest.origin, survey)),
  });
}

async function qrAsPng(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "see");
  return download({
    fileName: `survey-${survey.id}-qr.png`,
    contentType: "image/png",
    body: qrPng(publicAddressOf(pageRequest.origin, survey)),
  });
}

async function show(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { language, path, signedIn, origin } = pageRequest;
  const survey = await surveyForUser(store, pageRequest, "see");
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
    { status: 200, script: true },
  );
}
