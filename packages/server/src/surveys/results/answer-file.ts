import { isRandomId } from "../../model/token.ts";
import { download } from "../../pages/download.ts";
import { notFound } from "../../pages/page-error.ts";
import { numberInPath } from "../../session/number-in-path.ts";
import { surveyForUser, surveyFile, surveyPath } from "../../session/survey-for-user.ts";
import type { PageRoute } from "../../session/page-route.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import type { UploadFolder } from "../../store/surveys/upload-folder.ts";

const path = `${surveyPath}/results/answers/:answer/files/:file`;

/** A file of an answer, for those who see the results of its survey. It is a download whatever is in it. */
export function answerFile(store: Store, uploads: UploadFolder | undefined): PageRoute {
  return {
    method: "GET",
    path,
    access: "user",
    handle: (pageRequest) => sendFile(store, uploads, pageRequest),
  };
}

async function sendFile(
  store: Store,
  uploads: UploadFolder | undefined,
  pageRequest: UserRequest,
): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "see");
  const id = pageRequest.context.req.param("file") ?? "";
  const answerId = numberInPath(pageRequest, "answer");
  const file = isRandomId(id)
    ? await store.surveys.findAnswerFile({ surveyId: survey.id, answerId, id })
    : undefined;
  const content = file && (await uploads?.open(file.id).catch(() => undefined));
  if (file === undefined || content === undefined) throw notFound();
  return download({
    fileName: file.name,
    // What a respondent sends is never opened by a browser, whatever it says to be.
    contentType: "application/octet-stream",
    body: surveyFile(store, pageRequest, content),
  });
}
