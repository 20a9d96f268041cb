import { codebookHeader, codebookRows, csvText, surveyColumns } from "@survey-open-platform/surveys";
import { renderPage } from "../pages/render-page.ts";
import { ownSurvey, surveyPath } from "../session/own-survey.ts";
import type { PageRoute } from "../session/page-route.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import { download } from "./download.ts";
import { ExportPage } from "./export-page.tsx";

const path = `${surveyPath}/export`;

/** The pages on which answers are exported. */
export function exportPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (visit) => showExport(store, visit) },
    { method: "GET", path: `${path}/codebook`, access: "user", handle: (visit) => codebook(store, visit) },
  ];
}

async function showExport(store: Store, visit: UserVisit): Promise<Response> {
  const survey = await ownSurvey(store, visit, "see");
  const { language, path: address, signedIn } = visit;
  return renderPage(<ExportPage language={language} path={address} signedIn={signedIn} survey={survey} />, {
    status: 200,
  });
}

async function codebook(store: Store, visit: UserVisit): Promise<Response> {
  const survey = await ownSurvey(store, visit, "see");
  const definitions = await store.surveys.definitionsOf(survey.id);
  const versions = definitions.map(({ version, definition }) => ({ version, pages: definition.pages }));
  const columns = surveyColumns({ versions, customArguments: [] });
  return download({
    fileName: `survey-${survey.id}-codebook.csv`,
    contentType: "text/csv; charset=utf-8",
    body: csvText([codebookHeader, ...codebookRows(columns)]),
  });
}
