import {
  type AnswerProblem,
  type AnswerValues,
  fileIdsIn,
  fileReference,
  listIn,
  compileAnswerWriter,
  keepVisible,
  languagesOf,
  type Submission,
  userAgentClass,
} from "@survey-open-platform/surveys";
import { type SentForm, saveForm, showAgain } from "./sent-form.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import { notFound } from "../../pages/page-error.ts";
import { hashToken } from "../../model/token.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import type { PageRequest } from "../../session/page-request.ts";
import { answeringPath, changedAnswerOf, type FormProgress, onceKeyOf } from "./form-progress.ts";
import { agreedVersion } from "./consent.tsx";
import { firstProblems } from "./parse-page.ts";
import { nameOf } from "./identity.ts";
import { limitSent, limitStored } from "./limits.ts";
import { renderSurveyClosed } from "./survey-closed-page.tsx";
import { formKey } from "./answer-of-respondent.ts";
import { notes } from "./start-ticket.ts";
import { surveyLanguage } from "../../session/survey-language.ts";

/** An answer without the files that are no longer kept, and where they are missing. */
interface MissingFiles {
  readonly values: AnswerValues;
  /** Of the first page with a question that has lost a file. */
  readonly pageId: string;
  readonly problems: ReadonlyMap<string, AnswerProblem>;
}

/** Finds files of an answer that are missing: they waited for more than a day, or made room for others. @returns undefined for none */
async function findMissingFiles({
  dependencies,
  survey,
  progress,
}: SentForm): Promise<MissingFiles | undefined> {
  const { definition, values } = progress;
  const files = fileIdsIn(definition.pages, values) ?? [];
  if (files.length === 0) return undefined;
  const left = await dependencies.store.surveys.filesLeftOf({ surveyId: survey.id, files });
  if (files.every((file) => left.has(file))) return undefined;
  const isMissing = (file: string) =>
    files.includes(fileReference(file).id ?? "") && !left.has(fileReference(file).id ?? "");
  const entries = Object.entries(values).flatMap(([id, value]) => {
    const kept = listIn(value).filter((file) => !isMissing(file));
    if (kept.length === listIn(value).length) return [[id, value] as const];
    return kept.length === 0 ? [] : [[id, kept] as const];
  });
  return { values: Object.fromEntries(entries), ...placeOf(progress, isMissing) };
}

function placeOf(
  { definition, values }: SentForm["progress"],
  isMissing: (file: string) => boolean,
): Pick<MissingFiles, "pageId" | "problems"> {
  const hasLost = ({ id }: { readonly id: string }) =>
    listIn(values[id] ?? "").some((file) => isMissing(file));
  const page = definition.pages.find(({ questions }) => questions.some(hasLost));
  const lost = (page?.questions ?? []).filter(hasLost);
  const [first] = definition.theme?.pacing === "questions" ? lost : [];
  return {
    pageId: first?.id ?? page?.id ?? "",
    problems: new Map(lost.map(({ id }) => [id, { code: "file_gone" }])),
  };
}

/** No person answers faster, from the first page to the last button. */
export const minimumMilliseconds = 2000;

/** What an event has beside its answer: times, names and headers of its row. */
const bytesOfEvent = 1024;

/** Sends the whole answer, if all of it is right. What was given is kept until it is stored as an answer. */
export async function sendAnswer(form: SentForm): Promise<Response> {
  const { dependencies, pageRequest, survey, respondent, progress } = form;
  await saveForm(form);
  const missing = await findMissingFiles(form);
  if (missing !== undefined)
    return askForFiles({ ...form, progress: { ...progress, values: missing.values } }, missing);
  const wrong = firstProblems(progress, respondent, form.given.takesFiles);
  if (wrong !== undefined) return showAgain(form, { status: 422, ...wrong });
  if (survey.now - progress.startedAt < minimumMilliseconds)
    return showAgain(form, { status: 422, notice: "tooQuick" });
  await limitSent(dependencies.store, pageRequest.address, survey.id);
  await limitEvents(form);
  const changed = changedAnswerOf(progress);
  if (changed !== undefined) return changeAnswer(form, changed);
  const outcome = await dependencies.store.surveys.submitAnswer(submissionOf(form));
  if (!("refused" in outcome)) return redirectTo(addressAfter(pageRequest, survey, outcome.hash));
  if (outcome.refused === "not_found") throw notFound();
  if (outcome.refused === "address_limit") return showAgain(form, { status: 429, notice: "limitReached" });
  const reason = isRepetition(form, outcome.refused) ? "already_sent" : outcome.refused;
  return renderSurveyClosed(pageRequest, { survey, reason, respondent, progress, ticket: form.ticket });
}

/** Whether the same form was sent before, and not another one by somebody who may answer once. */
function isRepetition({ survey, respondent }: SentForm, refused: string): boolean {
  return refused === "already_answered" && survey.once === "none" && respondent.participant === undefined;
}

/** Counts the events of the answer: each webhook of the survey has one stored, with the words of what was chosen. */
async function limitEvents({ dependencies, pageRequest, survey, progress }: SentForm): Promise<void> {
  if (survey.answerWebhooks === 0) return;
  const { store, storedOfAddress: limit } = dependencies;
  const write = compileAnswerWriter(progress.definition.pages, survey.customArguments);
  const bytes = Buffer.byteLength(write(progress.values, progress.customArguments)) + bytesOfEvent;
  await limitStored(store, { address: pageRequest.address, limit }, bytes * survey.answerWebhooks);
}

/** Asks again for files that are no longer kept; an answer must not name what is not there. */
async function askForFiles(form: SentForm, { pageId, problems }: MissingFiles): Promise<Response> {
  await saveForm(form);
  return showAgain(form, { status: 422, pageId, problems });
}

/** Replaces an answer that was sent before. */
async function changeAnswer(
  { dependencies, pageRequest, survey, ...form }: SentForm,
  hash: string,
): Promise<Response> {
  const { definition, version, values, customArguments } = form.progress;
  const isChanged = await dependencies.store.surveys.changeAnswer({
    surveyId: survey.id,
    answer: { hash },
    version,
    values: keepVisible(definition, values, customArguments),
    customArguments: withoutNotes(customArguments),
    draftHash: form.respondent.draftHash,
    respondentId: form.respondent.participant?.userId ?? form.respondent.identity?.id ?? 0,
  });
  if (isChanged) return redirectTo(addressAfter(pageRequest, survey, hash));
  return renderSurveyClosed(pageRequest, { survey, reason: "unchangeable", ...form });
}

function withoutNotes(customArguments: FormProgress["customArguments"]): FormProgress["customArguments"] {
  const names = new Set<string>(Object.values(notes));
  return Object.fromEntries(Object.entries(customArguments).filter(([name]) => !names.has(name)));
}

function submissionOf({ pageRequest, survey, respondent, progress }: SentForm): Submission {
  const { definition, version, values, customArguments, startedAt } = progress;
  const named = nameOf(survey, respondent);
  const kept = keepVisible(definition, values, customArguments);
  const titles = new Set(survey.customArguments.map(({ title }) => title));
  return {
    surveyId: survey.id,
    version,
    values: kept,
    files: fileIdsIn(definition.pages, kept),
    customArguments: Object.fromEntries(
      Object.entries(customArguments).filter(([title]) => titles.has(title)),
    ),
    respondent: named && { id: named.id, openid: named.openid, nickname: named.nickname },
    invitedId: respondent.participant?.userId ?? undefined,
    startedAt,
    channel: customArguments[notes.channel] ?? "",
    ua: userAgentClass(pageRequest.context.req.header("user-agent") ?? ""),
    referrer: customArguments[notes.referrer] ?? "",
    language: languagesOf(definition).length > 1 ? surveyLanguage(pageRequest, definition) : "",
    consentVersion: agreedVersion(progress),
    address: pageRequest.address.text,
    addressLimit: addressLimitOf(survey, pageRequest),
    onceKey: onceKeyOf(survey, respondent) ?? formKey(startedAt, respondent),
    isChangeable: respondent.participant !== undefined || survey.once !== "none",
    draftHash: respondent.draftHash,
  };
}

function addressLimitOf(
  { id, addressLimit }: SurveyToAnswer,
  { address }: PageRequest,
): Submission["addressLimit"] {
  if (addressLimit === null) return undefined;
  return { hash: hashToken(`answers ${id} ${address.network}`), most: addressLimit };
}

/** The survey's own address gets the answer's hash, by which the application behind it finds the answer; that to an anonymous one has none. */
function addressAfter(pageRequest: PageRequest, { redirectUrl }: SurveyToAnswer, hash: string): string {
  const done = answeringPath(pageRequest, "done");
  if (hash === "") return redirectUrl === "" ? done : redirectUrl;
  if (redirectUrl === "") return `${done}?answer=${hash}`;
  const address = new URL(redirectUrl);
  address.searchParams.set("wj_answer_id_hash", hash);
  return address.href;
}
