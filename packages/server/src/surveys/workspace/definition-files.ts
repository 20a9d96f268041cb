import { printSurveyJson, printSurveyText } from "@survey-open-platform/surveys";
import { download } from "../../pages/download.ts";
import { ownSurvey, surveyPath } from "../../session/own-survey.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserVisit } from "../../session/visit.ts";
import type { Store } from "../../store/store.ts";
import { draftOf } from "./draft-edit.ts";

/** The draft of a survey as a file: its JSON form, which keeps everything, and its text form. */
export function definitionFiles(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path: `${surveyPath}/json`, access: "user", handle: (visit) => json(store, visit) },
    { method: "GET", path: `${surveyPath}/text`, access: "user", handle: (visit) => text(store, visit) },
  ];
}

async function json(store: Store, visit: UserVisit): Promise<Response> {
  const { id } = await ownSurvey(store, visit, "see");
  const { definition } = await draftOf(store, id);
  return download({
    fileName: `survey-${id}.json`,
    contentType: "application/json",
    body: printSurveyJson(definition),
  });
}

async function text(store: Store, visit: UserVisit): Promise<Response> {
  const { id } = await ownSurvey(store, visit, "see");
  const { definition } = await draftOf(store, id);
  return download({
    fileName: `survey-${id}.txt`,
    contentType: "text/plain; charset=utf-8",
    body: `${printSurveyText(definition, visit.language)}\n`,
  });
}
