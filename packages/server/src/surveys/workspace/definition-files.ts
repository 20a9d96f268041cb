import { printSurveyJson, printSurveyText } from "@survey-open-platform/surveys";
import { download } from "../../pages/download.ts";
import { surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { draftOf } from "./draft-edit.ts";

/** The draft of a survey as a file: its JSON form, which keeps everything, and its text form. */
export function definitionFiles(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path: `${surveyPath}/json`,
      access: "user",
      handle: (pageRequest) => json(store, pageRequest),
    },
    {
      method: "GET",
      path: `${surveyPath}/text`,
      access: "user",
      handle: (pageRequest) => text(store, pageRequest),
    },
  ];
}

async function json(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { id } = await surveyForUser(store, pageRequest, "see");
  const { definition } = await draftOf(store, id);
  return download({
    fileName: `survey-${id}.json`,
    contentType: "application/json",
    body: printSurveyJson(definition),
  });
}

async function text(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { id } = await surveyForUser(store, pageRequest, "see");
  const { definition } = await draftOf(store, id);
  return download({
    fileName: `survey-${id}.txt`,
    contentType: "text/plain; charset=utf-8",
    body: `${printSurveyText(definition, pageRequest.language)}\n`,
  });
}
