import { moveField, nextPage, previousPage } from "@survey-open-platform/surveys";
import { toPlatformError } from "../../http/error-reply.ts";
import { PageError, type PageErrorOptions, type RefusedForm } from "../../pages/page-error.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { trapField } from "../../pages/survey/survey-form.tsx";
import { keptFormPage } from "../../session/keep-form.tsx";
import type { PageRequest } from "../../session/page-request.ts";
import {
  type AnsweringDependencies,
  answeringPath,
  dependenciesFor,
  flowRespondent,
  closedReasonOfRequest,
  pagesOf,
  ticketOf,
  wasSent,
} from "./form-progress.ts";
import type { ClosedReason } from "./closed-reason.ts";
import { needsConsent, withConsent } from "./consent.tsx";
import { noteParticipantStarted } from "../../store/surveys/change-participant.ts";
import { surveyOfRequest } from "./find-survey.ts";
import { checkPage, parsePage } from "./parse-page.ts";
import { limitBegun } from "./limits.ts";
import { renderSurveyClosed } from "./survey-closed-page.tsx";
import { readSurveyForm } from "./read-survey-form.ts";
import { sendAnswer } from "./send-answer.ts";
import { inChosenLanguage } from "../../session/survey-language.ts";
import { saveForm, type SentForm, showAgain, showLost } from "./sent-form.ts";
import type { FormNotice } from "./render-form.tsx";

/** Takes a page of a survey: keeps what was given, and goes on, back, or ends the answer. */
export async function handlePost(given: AnsweringDependencies, pageRequest: PageRequest): Promise<Response> {
  const survey = await surveyOfRequest(given, pageRequest);
  const dependencies = dependenciesFor(given, survey);
  const { fields, respondent, before, fileProblems } = await readSurveyForm(
    dependencies,
    pageRequest,
    survey,
  );
  const { lost } = before;
  const ticket =
    lost === undefined
      ? (fields.get("ticket") ?? "")
      : await ticketOf(dependencies, survey.id, respondent, before);
  const takesFiles = dependencies.files !== undefined;
  const sent = parsePage(before, { fields, fileProblems, takesFiles });
  const progress = withConsent(survey, { ...before, values: sent.values }, fields);
  const form = { dependencies, pageRequest, survey, respondent, progress, given: sent, ticket };
  const reason = await closedReasonOfRequest(dependencies, { survey, respondent, progress });
  const waitsFor = respondent.identity === undefined && reason ? waitsForBy.get(reason) : undefined;
  if (waitsFor !== undefined) return givenBack(pageRequest, fields, waitsFor);
  // Nothing is kept of a form that the survey does not take.
  if (reason !== undefined)
    return renderSurveyClosed(pageRequest, { survey, reason, respondent, progress, ticket });
  if (lost !== undefined) return showLost(form, lost);
  if ((fields.get(trapField) ?? "") !== "") return showAgain(form, { isTrapped: true, status: 422 });
  return storedOrShownAgain(form, () => act(form, fields));
}

/** By what keeps out whom nothing says any more who they are: a session has ended, or the link of another survey was opened meanwhile. */
const waitsForBy: ReadonlyMap<ClosedReason, RefusedForm["waitsFor"]> = new Map([
  ["sign_in", "sign_in"],
  ["not_listed", "opening"],
  ["not_invited", "opening"],
]);

/** The form waits in its tab, and is stored nowhere. */
function givenBack(
  pageRequest: PageRequest,
  fields: URLSearchParams,
  waitsFor: RefusedForm["waitsFor"],
): Promise<Response> {
  const isMultipart = pageRequest.context.req.header("content-type")?.startsWith("multipart/") === true;
  const form = { fields: [...fields], isMultipart, waitsFor };
  return keptFormPage(form, pageRequest, pageRequest.requestId);
}

/** What was given is in the page that says why it could not be stored. */
async function storedOrShownAgain(form: SentForm, run: () => Promise<Response>): Promise<Response> {
  try {
    return await run();
  } catch (error) {
    const { status, retryAfterSeconds } = refusalOf(error);
    const notice = notices.get(status);
    if (notice === undefined) throw error;
    const shown = await showAgain(form, { status, notice });
    if (retryAfterSeconds !== undefined) shown.headers.set("Retry-After", String(retryAfterSeconds));
    return shown;
  }
}

/** By status: a form is too long, its address sent too much, or the database is away. */
const notices: ReadonlyMap<number, FormNotice> = new Map([
  [413, "tooLong"],
  [429, "tooMuch"],
  [503, "notStored"],
]);

function refusalOf(error: unknown): Pick<PageErrorOptions, "status" | "retryAfterSeconds"> {
  if (error instanceof PageError) return error.options;
  return { status: toPlatformError(error).type === "storage_unavailable" ? 503 : 500 };
}

async function act(form: SentForm, fields: URLSearchParams): Promise<Response> {
  const { dependencies, pageRequest, progress } = form;
  // Nothing is kept before the respondent agrees.
  if (needsConsent(form.survey, progress))
    return fields.get("action") === "save"
      ? nothing()
      : showAgain(form, { status: 422, notice: "consentNeeded" });
  await noteStarted(form);
  if (!progress.isStored) await limitBegun(dependencies.store, pageRequest.address);
  const [moved] = (fields.get(moveField) ?? "").split(" ");
  if (moved !== undefined && moved !== "") return goTo(form, form.given.pageId, moved);
  const action = fields.get("action");
  if (action === "save") return autosave(form);
  if (action === "stay") return goTo(form, form.given.pageId);
  if (action === "back") return goBack(form);
  return goOn(form);
}

async function noteStarted({ dependencies, respondent: { participant } }: SentForm): Promise<void> {
  if (participant?.startedAt === null) await dependencies.store.write(noteParticipantStarted, participant.id);
}

async function goBack(form: SentForm): Promise<Response> {
  const { progress, respondent, given } = form;
  const page = previousPage(progress.definition, flowRespondent(progress, respondent), given.pageId);
  return goTo(form, page?.id ?? given.pageId);
}

async function goOn(form: SentForm): Promise<Response> {
  const { progress, respondent, given } = form;
  const { problems, firstNew } = checkPage(progress, respondent, given);
  if (problems.size > 0 || firstNew !== undefined) {
    await saveForm(form);
    const notice = firstNew === undefined ? undefined : "moreQuestions";
    if (problems.size > 0) return showAgain(form, { problems, status: 422, notice });
    return showAgain(form, { status: 200, notice, beginAt: firstNew });
  }
  const next = nextPage(progress.definition, flowRespondent(progress, respondent), given.pageId);
  return next === undefined ? sendAnswer(form) : goTo(form, next.id);
}

/** Keeps what was given, and leads to a page. Paths to pages are in the address, so that the browser's own Back works. */
async function goTo(form: SentForm, pageId: string, questionId?: string): Promise<Response> {
  await saveForm(form, pageId);
  const fragment = questionId === undefined ? "" : `#${encodeURIComponent(questionId)}`;
  const path = `${answeringPath(form.pageRequest)}?page=${encodeURIComponent(pageId)}`;
  return redirectTo(`${inChosenLanguage(form.pageRequest, path)}${fragment}`);
}

/**
 * Keeps what was given so far, as the script of the page asks while it is filled in. It gets the page where its answers lead to other
 * questions than it shows. What was sent meanwhile does not become a half-filled form again.
 */
async function autosave(form: SentForm): Promise<Response> {
  const { dependencies, survey, respondent, progress, given } = form;
  if (!progress.isStored && (await wasSent(dependencies, survey.id, respondent, progress.startedAt)))
    return nothing();
  await saveForm(form);
  const page = pagesOf(progress, respondent).find(({ id }) => id === given.pageId);
  const shown = page?.questions.map(({ id }) => id).join(" ");
  const isSame = shown === undefined || shown === [...given.shown].join(" ");
  return isSame ? nothing() : showAgain(form, { status: 200 });
}

function nothing(): Response {
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}
