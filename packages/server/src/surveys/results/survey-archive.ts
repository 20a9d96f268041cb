import { writeArchive } from "@survey-open-platform/surveys";
import { download } from "../../pages/download.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { actorOf } from "../../session/actor.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { readOwnForm } from "../../session/read-form.ts";
import { surveyAddress, surveyFile, surveyForUser, surveyPath } from "../../session/survey-for-user.ts";
import type { Store } from "../../store/store.ts";
import { archiveSource } from "../../store/surveys/archive-source.ts";
import { recordAnswerExport } from "../../store/surveys/delete-survey-answer.ts";
import type { UploadFolder } from "../../store/surveys/upload-folder.ts";

const path = `${surveyPath}/export/archive`;

/** The form with which those who may edit a survey take all of it along, as `sop export` does. */
export function surveyArchive(store: Store, uploads: UploadFolder | undefined): readonly PageRoute[] {
  return [
    {
      method: "POST",
      path,
      access: "user",
      // All that respondents said leaves the platform: someone at an unlocked computer must not take it along.
      stepUp: true,
      handle: (pageRequest) => sendArchive(store, uploads, pageRequest),
    },
    { method: "GET", path, access: "user", handle: (pageRequest) => backToExports(store, pageRequest) },
  ];
}

/** Who has given the password again comes back to the page with the form. */
async function backToExports(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { id } = await surveyForUser(store, pageRequest, "edit");
  return redirectTo(surveyAddress(id, "/export"));
}

async function sendArchive(
  store: Store,
  uploads: UploadFolder | undefined,
  pageRequest: UserRequest,
): Promise<Response> {
  const { participants } = await readOwnForm(pageRequest, ["participants"]);
  const { id: surveyId } = await surveyForUser(store, pageRequest, "edit");
  const withParticipants = participants === "on";
  const format = withParticipants ? "sop --with-participants" : "sop";
  const upTo = await store.surveys.newestSerial(surveyId);
  await store.write(recordAnswerExport, { surveyId, format, upTo }, actorOf(pageRequest));
  // A person who has the file could guess the password by its hash.
  const source = archiveSource(store, { uploads, withParticipants, leavesOutPasswords: true });
  return download({
    fileName: `survey-${surveyId}.sop.zip`,
    contentType: "application/zip",
    body: surveyFile(store, pageRequest, writeArchive(source, [surveyId]), "edit"),
  });
}
