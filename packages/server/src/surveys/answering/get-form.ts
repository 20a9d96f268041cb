import type { SurveyToAnswer } from "./closed-reason.ts";
import { argumentPattern, isStorable, pageHolding } from "@survey-open-platform/surveys";
import { notFound } from "../../pages/page-error.ts";
import type { PageRequest } from "../../session/page-request.ts";
import {
  type AnsweringDependencies,
  answeringPath,
  changedAnswerOf,
  dependenciesFor,
  type FormProgress,
  startAnswer,
  closedReasonOfRequest,
  onceKeyOf,
  pagesOf,
  findProgress,
  ticketOf,
} from "./form-progress.ts";
import { valuesOfParticipant } from "../../model/participant.ts";
import { noteParticipantOpened } from "../../store/surveys/change-participant.ts";
import { openParticipantLink } from "./open-participant-link.ts";
import { surveyOfRequest } from "./find-survey.ts";
import { type SurveyClosedState, renderSurveyClosed } from "./survey-closed-page.tsx";
import { type Respondent, ensureRespondent } from "./respondent.ts";
import { renderForm } from "./render-form.tsx";
import { notes } from "./start-ticket.ts";

/** Longest value of a custom argument, and longest referrer. */
export const longestArgument = 500;

/** Shows the page of a survey where the respondent is. It stores nothing, so that a preview of the link counts nowhere. */
export async function getForm(given: AnsweringDependencies, pageRequest: PageRequest): Promise<Response> {
  const survey = await surveyOfRequest(given, pageRequest);
  const dependencies = dependenciesFor(given, survey);
  return (
    (await openParticipantLink(dependencies, pageRequest, survey)) ??
    (await showForm(dependencies, pageRequest, survey))
  );
}

async function showForm(
  dependencies: AnsweringDependencies,
  pageRequest: PageRequest,
  survey: SurveyToAnswer,
): Promise<Response> {
  const respondent = await ensureRespondent(dependencies, pageRequest, survey);
  await noteOpened(dependencies, respondent);
  const stored = await findProgress(dependencies, survey.id, respondent);
  const start = startOf(survey, pageRequest, respondent);
  const ticket = await ticketOf(dependencies, survey.id, respondent, stored ?? start);
  const reason = await closedReasonOfRequest(dependencies, { survey, respondent, progress: stored });
  if (reason !== undefined) {
    const newest = await dependencies.store.surveys.definitionOfVersion(survey.id, survey.version);
    const paths = await pathsOfAnswer(dependencies, pageRequest, { survey, reason, respondent });
    return renderSurveyClosed(pageRequest, {
      survey,
      reason,
      respondent,
      progress: stored,
      ticket,
      ...paths,
      theme: newest?.theme,
    });
  }
  const progress =
    stored ?? (await startAnswer(dependencies, { ...start, surveyId: survey.id, at: start.startedAt }));
  if (progress === undefined) throw notFound();
  const asked = pageAsked(pageRequest, progress);
  const isResumed = asked === undefined && isBegun(progress);
  return renderForm(pageRequest, {
    survey,
    respondent,
    progress,
    pageId: pageToShow(progress, respondent, asked),
    ticket,
    takesFiles: dependencies.files !== undefined,
    status: 200,
    notice: isResumed ? "resumed" : undefined,
  });
}

/** Whether something of a new answer was given. */
function isBegun(progress: FormProgress): boolean {
  return changedAnswerOf(progress) === undefined && Object.keys(progress.values).length > 0;
}

async function noteOpened({ store }: AnsweringDependencies, { participant }: Respondent): Promise<void> {
  if (participant?.openedAt === null) await store.write(noteParticipantOpened, participant.id);
}

/** Where someone who has answered sees that, and can change it where the survey allows it; nothing where their answer is not known. */
async function pathsOfAnswer(
  { store }: AnsweringDependencies,
  pageRequest: PageRequest,
  { survey, reason, respondent }: Pick<SurveyClosedState, "survey" | "reason" | "respondent">,
): Promise<Pick<SurveyClosedState, "ownPath" | "changePath">> {
  const onceKey = onceKeyOf(survey, respondent);
  if (reason !== "already_answered" || survey.isAnonymous || onceKey === null) return {};
  const hash = await store.surveys.findClaimedAnswer({ surveyId: survey.id, onceKey });
  if (hash === undefined) return {};
  const pathOf = (page: "answer" | "change") => `${answeringPath(pageRequest, page)}?answer=${hash}`;
  const mayChange = survey.allowsAnswerUpdates && respondent.participant?.hasLinkEnded !== true;
  return { ownPath: pathOf("answer"), changePath: mayChange ? pathOf("change") : undefined };
}

/** The page that the address names; a custom argument may have had the same name before that was reserved. */
function pageAsked({ context }: PageRequest, { definition }: FormProgress): string | undefined {
  const asked = context.req.query("page");
  return asked !== undefined && pageHolding(definition.pages, asked) !== undefined ? asked : undefined;
}

/** A page up to the furthest that was reached, or that one. */
function pageToShow(progress: FormProgress, respondent: Respondent, asked: string | undefined): string {
  const ids = pagesOf(progress, respondent).map(({ id }) => id);
  const at = asked === undefined ? -1 : ids.indexOf(asked);
  const furthest = Math.max(ids.indexOf(progress.pageId), 0);
  return ids[at >= 0 && at <= furthest ? at : furthest] ?? "";
}

function startOf(survey: SurveyToAnswer, { context }: PageRequest, { participant }: Respondent) {
  const given = (name: string) => textOf(context.req.query(name));
  const channel = given("channel");
  const listed = listedValues(survey, participant);
  const named = survey.customArguments
    .map(({ title }) => [title, listed.get(title) ?? given(title)] as const)
    .filter(([, value]) => value !== "");
  const customArguments = {
    ...Object.fromEntries(named),
    [notes.channel]: argumentPattern.test(channel) ? channel : "link",
    [notes.referrer]: textOf(context.req.header("referer")),
  };
  return { version: survey.version, startedAt: survey.now, customArguments, isStored: false };
}

/**
 * What the list of participants says comes before what the address says: conditions and exports rely on it. Conditions of an anonymous survey
 * know nothing of it, as which questions somebody was asked shows in the answer.
 */
function listedValues(
  { isAnonymous }: SurveyToAnswer,
  participant: Respondent["participant"],
): ReadonlyMap<string, string> {
  return new Map(
    isAnonymous || participant === undefined ? [] : Object.entries(valuesOfParticipant(participant)),
  );
}

function textOf(given: string | undefined): string {
  const text = (given ?? "").slice(0, longestArgument);
  return text.isWellFormed() && isStorable(text) ? text : "";
}
