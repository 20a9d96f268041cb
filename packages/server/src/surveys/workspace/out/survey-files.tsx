import {
  type ImportLoss,
  type SurveyDefinition,
  systemFiles,
  systemNames,
  type SystemName,
} from "@survey-open-platform/surveys";
import { download } from "../../../pages/download.ts";
import { notFound } from "../../../pages/page-error.ts";
import { renderPage } from "../../../pages/render-page.ts";
import type { UserRequest } from "../../../session/page-request.ts";
import type { PageRoute } from "../../../session/page-route.ts";
import { surveyForUser, surveyPath } from "../../../session/survey-for-user.ts";
import type { Store } from "../../../store/store.ts";
import { draftOf } from "../draft-edit.ts";
import { PrintPage } from "./print-page.tsx";
import { SurveyFilesPage } from "./survey-files-page.tsx";

/** The draft of a survey as files of other systems, with what they do not say, and as a document to print. */
export function surveyFiles(store: Store): readonly PageRoute[] {
  const page = { method: "GET", access: "user" } as const;
  return [
    {
      ...page,
      path: `${surveyPath}/export/survey`,
      handle: (pageRequest: UserRequest) => showFiles(store, pageRequest),
    },
    {
      ...page,
      path: `${surveyPath}/export/survey/:system`,
      handle: (pageRequest: UserRequest) => sendFile(store, pageRequest),
    },
    {
      ...page,
      path: `${surveyPath}/print`,
      handle: (pageRequest: UserRequest) => showPrint(store, pageRequest),
    },
  ];
}

async function showFiles(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "see");
  const { definition } = await draftOf(store, survey.id);
  const { language, path, signedIn } = pageRequest;
  return renderPage(
    <SurveyFilesPage {...{ language, path, signedIn, survey }} losses={await lossesOf(definition)} />,
    { status: 200 },
  );
}

async function lossesOf(
  definition: SurveyDefinition,
): Promise<Readonly<Record<SystemName, readonly ImportLoss[]>>> {
  const losses: Partial<Record<SystemName, readonly ImportLoss[]>> = {};
  for (const system of systemNames) losses[system] = (await systemFiles[system].write(definition)).losses;
  // There is one of each name.
  return losses as Readonly<Record<SystemName, readonly ImportLoss[]>>;
}

async function sendFile(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { id } = await surveyForUser(store, pageRequest, "see");
  const wanted = pageRequest.context.req.param("system");
  const system = systemNames.find((name) => name === wanted);
  if (system === undefined) throw notFound();
  const { definition } = await draftOf(store, id);
  const { extension, contentType, write } = systemFiles[system];
  const { content } = await write(definition);
  return download({ fileName: `survey-${id}.${extension}`, contentType, body: new Uint8Array(content) });
}

async function showPrint(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "see");
  const { definition } = await draftOf(store, survey.id);
  const { language, path } = pageRequest;
  const conditional = new Set(
    definition.logic.rules.flatMap((rule) => ("target" in rule ? [rule.target] : [])),
  );
  return renderPage(<PrintPage {...{ language, path, definition, conditional }} />, { status: 200 });
}
