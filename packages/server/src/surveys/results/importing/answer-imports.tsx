import { csvRows, inTurns, xlsxRows, platformZone } from "@survey-open-platform/surveys";
import { redirectTo } from "../../../pages/redirect-to.ts";
import { renderPage } from "../../../pages/render-page.ts";
import { actorOf } from "../../../session/actor.ts";
import type { UserRequest } from "../../../session/page-request.ts";
import type { PageRoute } from "../../../session/page-route.ts";
import { readOwnMultipart } from "../../../session/read-form.ts";
import { surveyAddress, surveyForUser, surveyPath } from "../../../session/survey-for-user.ts";
import type { Store } from "../../../store/store.ts";
import { AnswersRefusal } from "../../../store/surveys/answers-refusal.ts";
import { type AnswersOutcome, takeAnswers } from "../../../store/surveys/take-answers.ts";
import type { SurveyForUser } from "../../../store/surveys/survey-for-user-table.ts";
import { limitImports } from "../../workspace/limit-imports.ts";
import { AnswersImportPage } from "./answers-import-page.tsx";
import { AnswersLookPage } from "./answers-look-page.tsx";
import { importLimits } from "./import-limits.ts";
import { answerImportTextsFor } from "./texts/answer-import-texts.ts";

/** The rows of a table that was sent: a workbook, or text in UTF-8. */
async function* rowsOfUpload(content: Uint8Array): AsyncGenerator<readonly string[]> {
  if (content[0] === 0x50 && content[1] === 0x4b) yield* await inTurns(xlsxRows(content));
  else yield* csvRows(textOf(content));
}

const pieceBytes = 64 * 1024;

async function* textOf(content: Uint8Array): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  for (let at = 0; at < content.length; at += pieceBytes)
    yield decoder.decode(content.subarray(at, at + pieceBytes), { stream: true });
  yield decoder.decode();
}

const path = `${surveyPath}/results/import`;

/** The pages on which those who may edit a survey take in answers of a table: its columns are shown first. */
export function answerImportPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showForm(store, pageRequest) },
    {
      method: "POST",
      path: `${path}/look`,
      access: "user",
      handle: (pageRequest: UserRequest) => look(store, pageRequest),
    },
    { method: "POST", path, access: "user", handle: (pageRequest: UserRequest) => take(store, pageRequest) },
  ];
}

async function showForm(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  return formPage(pageRequest, survey, undefined);
}

function formPage(pageRequest: UserRequest, survey: SurveyForUser, problem: string | undefined) {
  const { language, signedIn } = pageRequest;
  const shown = { language, path: surveyAddress(survey.id, "/results/import"), signedIn, survey, problem };
  return renderPage(<AnswersImportPage {...shown} />, { status: problem === undefined ? 200 : 400 });
}

async function look(store: Store, pageRequest: UserRequest): Promise<Response> {
  const maximumBytes = importLimits.bytes + 64 * 1024;
  const { file } = await readOwnMultipart(pageRequest, { names: ["file"], maximumBytes });
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { language, signedIn } = pageRequest;
  const words = answerImportTextsFor(language);
  if (file.length === 0) return formPage(pageRequest, survey, words.missing);
  const outcome = await outcomeOf(store, pageRequest, { survey, content: file, isLook: true });
  if (outcome instanceof AnswersRefusal) return formPage(pageRequest, survey, words.refusal(outcome));
  const content = Buffer.from(file).toString("base64");
  const shown = { language, path: surveyAddress(survey.id, "/results/import"), signedIn, survey };
  return renderPage(<AnswersLookPage {...shown} outcome={outcome} content={content} />, { status: 200 });
}

/** Takes in what was looked at. It went through the browser, so it is checked again as a whole. */
async function take(store: Store, pageRequest: UserRequest): Promise<Response> {
  const maximumBytes = Math.ceil(importLimits.bytes / 3) * 4 + 64 * 1024;
  const sent = await readOwnMultipart(pageRequest, { names: ["content"], maximumBytes });
  const survey = await surveyForUser(store, pageRequest, "edit");
  const content = Buffer.from(Buffer.from(sent.content).toString("latin1"), "base64");
  const outcome = await outcomeOf(store, pageRequest, { survey, content, isLook: false });
  const words = answerImportTextsFor(pageRequest.language);
  if (outcome instanceof AnswersRefusal) return formPage(pageRequest, survey, words.refusal(outcome));
  if (!outcome.taken) return formPage(pageRequest, survey, words.changed);
  return redirectTo(surveyAddress(survey.id, "/results/answers?notice=imported"));
}

interface SentTable {
  readonly survey: SurveyForUser;
  readonly content: Uint8Array;
  readonly isLook: boolean;
}

async function outcomeOf(
  store: Store,
  pageRequest: UserRequest,
  { survey, content, isLook }: SentTable,
): Promise<AnswersOutcome | AnswersRefusal> {
  await limitImports(store, pageRequest);
  const zone = platformZone(pageRequest.timeZone);
  const job = { surveyId: survey.id, zone, isLook, actor: actorOf(pageRequest), most: importLimits.answers };
  try {
    return await takeAnswers(store, { ...job, rows: () => rowsOfUpload(content) });
  } catch (error) {
    if (error instanceof AnswersRefusal) return error;
    throw error;
  }
}
