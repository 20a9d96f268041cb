import { retryWhileUnavailable } from "@survey-open-platform/database";
import {
  boundedBatches,
  codebookBatches,
  csvChunks,
  exportedAnswers,
  platformZone,
} from "@survey-open-platform/surveys";
import { makeRandomId } from "../../model/token.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import { actorOf } from "../../session/actor.ts";
import { surveyForUser, surveyAddress, surveyFile, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { withQuery } from "../../pages/with-query.ts";
import { download } from "../../pages/download.ts";
import { type ExportFormatName, exportFormatNames, exportFormats, fitsFormat } from "./export-formats.ts";
import type { ExportJobs } from "./export-jobs.ts";
import { exportNotices, ExportPage } from "./export-page.tsx";
import { readColumns } from "../../store/surveys/read-columns.ts";
import { filteringOf, filterOf, filterQuery } from "./results-filter.ts";
import { hasCodes, readOwnContent } from "./survey-results.ts";
import { recordAnswerExport } from "../../store/surveys/delete-survey-answer.ts";

const path = `${surveyPath}/export`;

/** Answers that are sent at once; of more, the export is written in the background. */
const sentAtOnce = 50_000;

/** The pages on which answers are exported. */
export function exportPages(dependencies: ExportDependencies): readonly PageRoute[] {
  const { store } = dependencies;
  // All that respondents said leaves the platform: someone at an unlocked computer must not take it along.
  const page = { path, access: "user", stepUp: true } as const;
  return [
    { ...page, method: "GET", handle: (pageRequest: UserRequest) => showExport(store, pageRequest) },
    {
      ...page,
      method: "POST",
      handle: (pageRequest: UserRequest) => exportAnswers(dependencies, pageRequest),
    },
    {
      ...page,
      method: "GET",
      path: `${path}/files/:file`,
      handle: (pageRequest: UserRequest) => exportedFile(store, pageRequest),
    },
    {
      access: "user",
      method: "GET",
      path: `${path}/codebook`,
      handle: (pageRequest: UserRequest) => codebook(store, pageRequest),
    },
  ];
}

/** What exporting needs. */
export interface ExportDependencies {
  readonly store: Store;
  readonly jobs: ExportJobs;
}

async function showExport(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { survey, content } = await readOwnContent(store, pageRequest);
  const { language, path: address, signedIn, timeZone, context } = pageRequest;
  return renderPage(
    <ExportPage
      {...{ language, path: address, signedIn, timeZone, survey }}
      {...await filteringOf(store, pageRequest, content)}
      hasCodes={hasCodes(content)}
      exports={await store.surveys.listExports(survey.id)}
      notice={exportNotices.find((one) => one === context.req.query("notice"))}
    />,
    { status: 200, script: true, connect: true },
  );
}

/**
 * Answers that come while the export is written are not part of it. It is a POST, so that no link starts one. The file is
 * sent at once, or written in the background where it would take longer than a browser waits.
 */
async function exportAnswers(
  { store, jobs }: ExportDependencies,
  pageRequest: UserRequest,
): Promise<Response> {
  const { format: given, naming: by } = await readOwnForm(pageRequest, ["format", "naming"]);
  const naming = by === "codes" ? "codes" : "ids";
  const { survey, content } = await readOwnContent(store, pageRequest);
  const filter = filterOf(pageRequest, content);
  const page = withQuery(surveyAddress(survey.id, "/export"), filterQuery(filter));
  const format = exportFormatNames.find((name) => name === given);
  if (format === undefined) throw new PageError("invalid_argument", { status: 400, detail: "format" });
  const columns = await readColumns(store, survey.id, { ...content, naming });
  if (!fitsFormat(format, columns.length, survey.answerCount))
    return redirectTo(withQuery(page, "notice=columns"));
  const upTo = await store.surveys.newestSerial(survey.id);
  await store.write(recordAnswerExport, { surveyId: survey.id, format, upTo }, actorOf(pageRequest));
  const table = { columns, naming, zone: platformZone(pageRequest.timeZone) } as const;
  const range = { surveyId: survey.id, after: 0, upTo };
  const answers = {
    [Symbol.asyncIterator]: () =>
      boundedBatches(exportedAnswers(store.surveys, range, filter), columns.length),
  };
  const write = () => exportFormats[format].write({ ...table, answers });
  if (survey.answerCount <= sentAtOnce)
    return exportFile(survey.id, format, surveyFile(store, pageRequest, write()));
  const id = makeRandomId();
  const isBegun = await store.surveys.beginExport({ id, surveyId: survey.id, format, upTo });
  if (isBegun) jobs.add({ id, write, askedBy: { surveyId: survey.id, userId: pageRequest.session.user.id } });
  return redirectTo(withQuery(page, `notice=${isBegun ? "begun" : "busy"}`));
}

/** A file that was written in the background. */
async function exportedFile(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "see");
  const wanted = pageRequest.context.req.param("file");
  const exports = await store.surveys.listExports(survey.id);
  const found = exports.find(({ id, state }) => id === wanted && state === "ready");
  const format = exportFormatNames.find((name) => name === found?.format);
  if (found === undefined || format === undefined) throw notFound();
  return exportFile(survey.id, format, surveyFile(store, pageRequest, partsOf(store, found.id)));
}

async function* partsOf(store: Store, id: string): AsyncGenerator<Uint8Array> {
  for (let part = 1; ; part += 1) {
    const wanted = { id, part };
    const content = await retryWhileUnavailable(() => store.surveys.readExportPart(wanted));
    if (content === undefined) return;
    yield content;
  }
}

function exportFile(surveyId: number, format: ExportFormatName, body: ReadableStream<Uint8Array>): Response {
  const { extension, contentType } = exportFormats[format];
  return download({
    fileName: `survey-${surveyId}.${extension}`,
    contentType,
    body,
  });
}

async function codebook(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "see");
  const columns = await readColumns(store, survey.id);
  return download({
    fileName: `survey-${survey.id}-codebook.csv`,
    contentType: "text/csv; charset=utf-8",
    body: surveyFile(store, pageRequest, bytesOf(csvChunks(codebookBatches(columns)))),
  });
}

async function* bytesOf(chunks: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) yield Buffer.from(chunk);
}
