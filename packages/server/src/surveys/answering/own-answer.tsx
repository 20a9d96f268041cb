import { csrfTokenOf } from "@survey-open-platform/service";
import {
  answerReference,
  describeAnswer,
  parseCustomArguments,
  parseValues,
  plainText,
  type StoredAnswer,
  type SurveyDefinition,
  type ZipEntry,
  zipStream,
} from "@survey-open-platform/surveys";
import { download } from "../../pages/download.ts";
import { notFound, PageError } from "../../pages/page-error.ts";
import { renderPage } from "../../pages/render-page.ts";
import { readForm } from "../../session/read-form.ts";
import type { PageRequest } from "../../session/page-request.ts";
import { deleteSurveyAnswer } from "../../store/surveys/delete-survey-answer.ts";
import { deleteUploads } from "../../store/surveys/sweep-uploads.ts";
import { answerLink, openAnswerLink } from "./answer-link.ts";
import { type AnsweringDependencies, answeringPath } from "./form-progress.ts";
import { findAnswerOfRespondent } from "./answer-of-respondent.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import { surveyOfRequest } from "./find-survey.ts";
import { OwnAnswerDeletedPage, OwnAnswerPage } from "./own-answer-page.tsx";
import { ensureRespondent, respondentOf, type Respondent } from "./respondent.ts";

/** The audit log keeps neither the name nor the address of a respondent: its entries are never deleted. */
const respondentActor = { userId: null, username: "a respondent", address: "" };

interface OwnAnswer {
  readonly survey: SurveyToAnswer;
  readonly answer: StoredAnswer;
  readonly definition: SurveyDefinition;
}

/** Shows respondents an answer of their own: by its link, or in the browser that it was given with, also once the survey is closed. */
export async function getOwnAnswer(
  dependencies: AnsweringDependencies,
  pageRequest: PageRequest,
): Promise<Response> {
  const survey = await surveyOfRequest(dependencies, pageRequest);
  const taken = await openAnswerLink(dependencies, pageRequest, survey);
  if (taken !== undefined) return taken;
  const respondent = await ensureRespondent(dependencies, pageRequest, survey);
  const hash = pageRequest.context.req.query("answer") ?? "";
  const own = await findOwn(dependencies, { survey, respondent }, hash);
  const { answer, definition } = own;
  const { language, path } = pageRequest;
  const isOpen =
    ["open", "full"].includes(survey.availability) && respondent.participant?.hasLinkEnded !== true;
  const mayChange = survey.allowsAnswerUpdates && isOpen;
  return renderPage(
    <OwnAnswerPage
      {...{ language, path, survey, answer }}
      title={plainText(definition.title)}
      described={describeAnswer(definition.pages, parseValues(answer.valuesText))}
      timeZone={pageRequest.timeZone}
      action={answeringPath(pageRequest, "answer")}
      csrf={csrfTokenOf(respondent.cookie)}
      link={
        answer.respondentId === 0 ? await answerLink(dependencies, pageRequest, { survey, hash }) : undefined
      }
      changePath={mayChange ? `${answeringPath(pageRequest, "change")}?answer=${hash}` : undefined}
    />,
    { status: 200 },
  );
}

/** Hands an answer over as a file, or deletes it. */
export async function postOwnAnswer(
  dependencies: AnsweringDependencies,
  pageRequest: PageRequest,
): Promise<Response> {
  const survey = await surveyOfRequest(dependencies, pageRequest);
  const respondent = await respondentOf(dependencies, pageRequest, survey);
  const form = await readForm(pageRequest, respondent?.cookie, ["answer", "action"]);
  if (respondent === undefined) throw new PageError("csrf", { status: 403 });
  const own = await findOwn(dependencies, { survey, respondent }, form.answer);
  if (form.action === "download") return downloadOwn(dependencies, own);
  if (form.action !== "delete") throw notFound();
  await deleteOwn(dependencies, own);
  const { language } = pageRequest;
  const path = answeringPath(pageRequest);
  const title = plainText(own.definition.title);
  return renderPage(<OwnAnswerDeletedPage {...{ language, path, title }} />, { status: 200 });
}

/** @throws `PageError` `not_found` for an answer of someone else, as for none */
async function findOwn(
  { store }: AnsweringDependencies,
  { survey, respondent }: { readonly survey: SurveyToAnswer; readonly respondent: Respondent },
  hash: string,
): Promise<OwnAnswer> {
  const reference = answerReference(hash);
  const answer =
    reference !== undefined && "hash" in reference && !survey.isAnonymous
      ? await findAnswerOfRespondent(store, { survey, respondent }, reference)
      : undefined;
  const definition = answer && (await store.surveys.definitionOfVersion(survey.id, answer.version));
  if (answer === undefined || definition === undefined) throw notFound();
  return { survey, answer, definition };
}

async function deleteOwn(
  { store, files }: AnsweringDependencies,
  { survey, answer, definition }: OwnAnswer,
): Promise<void> {
  const { answerId } = answer;
  const deletion = { surveyId: survey.id, answerId };
  await store.write(deleteSurveyAnswer, deletion, {
    actor: respondentActor,
    context: store.answerWriteContext,
  });
  // Those of a node that stops here are deleted within an hour.
  if (files !== undefined)
    await deleteUploads(
      store,
      files.folder,
      filesOf({ answer, definition }).map(({ id }) => id),
    );
}

function filesOf({ answer, definition }: Pick<OwnAnswer, "answer" | "definition">) {
  return describeAnswer(definition.pages, parseValues(answer.valuesText))
    .flatMap(({ files }) => files)
    .flatMap(({ id, name }) => (id === undefined ? [] : [{ id, name }]));
}

function downloadOwn({ files }: AnsweringDependencies, own: OwnAnswer): Response {
  return download({
    fileName: `answer-${own.answer.hash}.zip`,
    contentType: "application/zip",
    body: ReadableStream.from(zipStream(entriesOf(own, files?.folder))),
  });
}

async function* entriesOf(
  own: OwnAnswer,
  folder: NonNullable<AnsweringDependencies["files"]>["folder"] | undefined,
): AsyncGenerator<ZipEntry> {
  yield { path: "answer.json", chunks: [`${JSON.stringify(contentOf(own), null, 2)}\n`] };
  for (const { id, name } of filesOf(own)) {
    const content = await folder?.open(id).catch(() => undefined);
    // Nothing that a respondent chose becomes a folder (CWE-22).
    const harmless = name.replaceAll(/[^\p{L}\p{N}._-]+/gu, "_");
    if (content !== undefined) yield { path: `files/${id.slice(0, 8)}-${harmless}`, chunks: content };
  }
}

/** Everything that is kept of the answer, with the questions in words. */
function contentOf({ survey, answer, definition }: OwnAnswer): object {
  const {
    valuesText,
    argumentsText,
    onceKey: _key,
    addressUntil,
    startedAt,
    endedAt,
    changedAt,
    ...facts
  } = answer;
  const values = parseValues(valuesText);
  return {
    survey: { title: plainText(definition.title), ...survey.privacy },
    ...facts,
    startedAt: timeText(startedAt),
    endedAt: timeText(endedAt),
    changedAt: timeText(changedAt),
    addressUntil: timeText(addressUntil),
    customArguments: parseCustomArguments(argumentsText),
    answers: describeAnswer(definition.pages, values).map(({ question, lines }) => ({
      question: plainText(question.title),
      answer: lines,
    })),
    values,
  };
}

function timeText(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
