import {
  answerBatches,
  codebookHeader,
  codebookRows,
  csvText,
  exportedAnswers,
  platformZone,
  surveyColumns,
} from "@survey-open-platform/surveys";
import { PageError } from "../pages/page-error.ts";
import { renderPage } from "../pages/render-page.ts";
import { actorOf } from "../session/actor.ts";
import { ownSurvey, surveyPath } from "../session/own-survey.ts";
import type { PageRoute } from "../session/page-route.ts";
import { readOwnForm } from "../session/read-form.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import { download } from "./download.ts";
import { exportFormatNames, exportFormats } from "./export-formats.ts";
import { ExportPage } from "./export-page.tsx";

const path = `${surveyPath}/export`;

/** The pages on which answers are exported. */
export function exportPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (visit) => showExport(store, visit) },
    { method: "POST", path, access: "user", handle: (visit) => exportAnswers(store, visit) },
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

/** Answers that come while the export is written are not part of it. It is a POST, so that no link starts one. */
async function exportAnswers(store: Store, visit: UserVisit): Promise<Response> {
  const { format: given } = await readOwnForm(visit, ["format"]);
  const survey = await ownSurvey(store, visit, "see");
  const format = exportFormatNames.find((name) => name === given);
  if (format === undefined) throw new PageError("invalid_argument", { status: 400, detail: "format" });
  const upTo = await store.surveys.newestSerial(survey.id);
  await store.recordAnswerExport({ surveyId: survey.id, format, upTo }, actorOf(visit));
  const { extension, contentType, write } = exportFormats[format];
  const batches = answerBatches(store.surveys, { surveyId: survey.id, after: 0, upTo });
  const table = {
    columns: await columnsOf(store, survey.id),
    answers: exportedAnswers(batches),
    zone: platformZone(visit.timeZone),
  };
  return download({
    fileName: `survey-${survey.id}.${extension}`,
    contentType,
    body: ReadableStream.from(write(table)),
  });
}

async function codebook(store: Store, visit: UserVisit): Promise<Response> {
  const survey = await ownSurvey(store, visit, "see");
  const columns = await columnsOf(store, survey.id);
  return download({
    fileName: `survey-${survey.id}-codebook.csv`,
    contentType: "text/csv; charset=utf-8",
    body: csvText([codebookHeader, ...codebookRows(columns)]),
  });
}

async function columnsOf(store: Store, surveyId: number) {
  const definitions = await store.surveys.definitionsOf(surveyId);
  const settings = await store.surveys.findSettings(surveyId);
  return surveyColumns({
    versions: definitions.map(({ version, definition }) => ({ version, pages: definition.pages })),
    customArguments: settings?.customArguments.map(({ title }) => title) ?? [],
  });
}
