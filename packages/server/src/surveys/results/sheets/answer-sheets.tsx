import { boundedBatches, exportedAnswers, flatCsv, flatTable } from "@survey-open-platform/surveys";
import { isRandomId, makeRandomId } from "../../../model/token.ts";
import { download } from "../../../pages/download.ts";
import { notFound } from "../../../pages/page-error.ts";
import { redirectTo } from "../../../pages/redirect-to.ts";
import { renderPage } from "../../../pages/render-page.ts";
import { actorOf } from "../../../session/actor.ts";
import { numberInPath } from "../../../session/number-in-path.ts";
import type { PageRequest, UserRequest } from "../../../session/page-request.ts";
import type { PageRoute } from "../../../session/page-route.ts";
import { readOwnForm } from "../../../session/read-form.ts";
import { surveyAddress, surveyForUser, surveyPath } from "../../../session/survey-for-user.ts";
import { whileAllowed } from "../../../session/while-allowed.ts";
import {
  createAnswerSheet,
  findAnswerSheet,
  listAnswerSheets,
  type OpenedAnswerSheet,
  withdrawAnswerSheet,
} from "../../../store/surveys/answer-sheet-table.ts";
import { readColumns } from "../../../store/surveys/read-columns.ts";
import type { Store } from "../../../store/store.ts";
import { limitSheet, limitSheets } from "../../answering/limits.ts";
import { SheetsPage, sheetsNotices } from "./sheets-page.tsx";
import { SheetMadePage } from "./sheet-made-page.tsx";

const path = `${surveyPath}/export/sheets`;

/** The path of every sheet. Its secret is in the query, which logs of proxies can leave out. */
export const sheetPath = "/answers.csv";

/** The forms with which those who may edit a survey make and withdraw sheets, and the sheets themselves. */
export function answerSheetPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showSheets(store, pageRequest) },
    // All that respondents say leaves the platform: someone at an unlocked computer must not take it along.
    {
      method: "POST",
      path,
      access: "user",
      stepUp: true,
      handle: (pageRequest: UserRequest) => makeSheet(store, pageRequest),
    },
    {
      method: "POST",
      path: `${path}/:sheet/withdraw`,
      access: "user",
      handle: (pageRequest: UserRequest) => withdraw(store, pageRequest),
    },
    {
      method: "GET",
      path: sheetPath,
      access: "anyone",
      handle: (pageRequest: PageRequest) => sendSheet(store, pageRequest),
    },
  ];
}

async function showSheets(store: Store, pageRequest: UserRequest): Promise<Response> {
  const survey = await surveyForUser(store, pageRequest, "edit");
  const { language, path: address, signedIn, timeZone, context } = pageRequest;
  return renderPage(
    <SheetsPage
      {...{ language, path: address, signedIn, timeZone, survey }}
      sheets={await listAnswerSheets(store.reader, survey.id)}
      notice={sheetsNotices.find((one) => one === context.req.query("notice"))}
    />,
    { status: 200 },
  );
}

async function makeSheet(store: Store, pageRequest: UserRequest): Promise<Response> {
  const { values } = await readOwnForm(pageRequest, ["values"]);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const secret = makeRandomId();
  const isMade = await store.write(createAnswerSheet, {
    surveyId: survey.id,
    secret,
    hasCodes: values === "codes",
    userId: pageRequest.session.user.id,
    actor: actorOf(pageRequest),
  });
  if (!isMade) return redirectTo(`${surveyAddress(survey.id, "/export/sheets")}?notice=many`);
  const { language, path: address, signedIn, origin } = pageRequest;
  return renderPage(
    <SheetMadePage
      {...{ language, path: address, signedIn, survey }}
      address={`${origin}${sheetPath}?sheet=${secret}`}
    />,
    { status: 200, script: true },
  );
}

async function withdraw(store: Store, pageRequest: UserRequest): Promise<Response> {
  await readOwnForm(pageRequest, []);
  const survey = await surveyForUser(store, pageRequest, "edit");
  const sheet = {
    surveyId: survey.id,
    id: numberInPath(pageRequest, "sheet"),
    actor: actorOf(pageRequest),
  };
  if (!(await store.write(withdrawAnswerSheet, sheet))) throw notFound();
  return redirectTo(`${surveyAddress(survey.id, "/export/sheets")}?notice=withdrawn`);
}

async function sendSheet(store: Store, { context, address }: PageRequest): Promise<Response> {
  const secret = context.req.query("sheet") ?? "";
  await limitSheets(store, address);
  const sheet = await openSheet(store, secret);
  await limitSheet(store, sheet.id);
  const content = whileAllowed(writeSheet(store, sheet), () => openSheet(store, secret));
  return download({
    fileName: `survey-${sheet.surveyId}.csv`,
    contentType: "text/csv; charset=utf-8",
    body: ReadableStream.from(content),
  });
}

/** @throws `PageError` `not_found`, the same for every secret that opens nothing */
async function openSheet(store: Store, secret: string): Promise<OpenedAnswerSheet> {
  const sheet = isRandomId(secret) ? await findAnswerSheet(store.reader, secret) : undefined;
  if (sheet === undefined) throw notFound();
  return sheet;
}

async function* writeSheet(
  store: Store,
  { surveyId, hasCodes }: OpenedAnswerSheet,
): AsyncGenerator<Uint8Array> {
  const { surveys } = store;
  const upTo = await surveys.newestSerial(surveyId);
  const columns = await readColumns(store, surveyId, { hasUpdates: true });
  const answers = boundedBatches(exportedAnswers(surveys, { surveyId, after: 0, upTo }), columns.length);
  const form = { heads: "titles", values: hasCodes ? "codes" : "texts" } as const;
  yield* flatCsv(flatTable({ columns, answers }, form));
}
