import {
  type AnswerValues,
  type FlowRespondent,
  type VisiblePage,
  visiblePages,
  type SurveyDefinition,
} from "@survey-open-platform/surveys";
import { notFound } from "../../pages/page-error.ts";
import type { PageRequest } from "../../session/page-request.ts";
import { participantKey } from "../../model/participant.ts";
import { personKey } from "../../model/respondent-rules.ts";
import { hashToken } from "../../model/token.ts";
import type { RateLimit } from "../../store/installation/policy.ts";
import type { Store } from "../../store/store.ts";
import {
  type ClosedReason,
  closedReason,
  closedReasonOfChange,
  type SurveyToAnswer,
} from "./closed-reason.ts";
import { findAnswerOfRespondent, formKey } from "./answer-of-respondent.ts";
import type { Respondent } from "./respondent.ts";
import { openProgress } from "./seal-progress.ts";
import { Signer } from "../../session/signer.ts";
import type { UploadDependencies } from "./receive-uploads.ts";
import { notes, readTicket, type Start, signTicket } from "./start-ticket.ts";
import { SurveyGuessLimit } from "./survey-guess-limit.ts";
import { hasAccountAnswered } from "../../store/surveys/participant-table.ts";

/** What the answering pages work with. */
export interface AnsweringDependencies {
  readonly store: Store;
  readonly signer: Signer;
  readonly guessLimit: SurveyGuessLimit;
  /** Undefined where the platform takes no files. */
  readonly files: UploadDependencies | undefined;
  /** How many kilobytes one address may store. */
  readonly storedOfAddress: RateLimit;
}

/** What answering a survey works with: an anonymous one takes no files, since they have names and times of their own. */
export function dependenciesFor(
  dependencies: AnsweringDependencies,
  { isAnonymous }: Pick<SurveyToAnswer, "isAnonymous">,
): AnsweringDependencies {
  return isAnonymous ? { ...dependencies, files: undefined } : dependencies;
}

/** Makes {@link AnsweringDependencies}. */
export function answeringDependencies(
  given: Pick<AnsweringDependencies, "store" | "files" | "storedOfAddress">,
): AnsweringDependencies {
  return { ...given, signer: new Signer(given.store), guessLimit: new SurveyGuessLimit() };
}

/** A half-filled form, stored or about to be. */
export interface FormProgress {
  readonly definition: SurveyDefinition;
  readonly version: number;
  readonly values: AnswerValues;
  /** With {@link notes} among them. */
  readonly customArguments: Readonly<Record<string, string>>;
  /** The furthest page that was reached; "" for the first. */
  readonly pageId: string;
  readonly startedAt: number;
  /** Whether it is stored: since the first form that was sent. */
  readonly isStored: boolean;
  /** How many bytes of it are stored. Default 0. */
  readonly bytes?: number;
  /** Set where the form that was sent belongs to no answer; then this is one that begins with it. */
  readonly lost?: LostReason;
}

/** Why a form belongs to no answer: it was sent before, is too old or someone else's, or its browser keeps no cookie of ours. */
export type LostReason = "sent" | "gone" | "unproven";

/** The path of a page of a survey that is answered. */
export function answeringPath({ context }: PageRequest, page = ""): string {
  return `/s2/${context.req.param("id")}/${context.req.param("hash")}/${page}`;
}

/** What keeps a visitor from answering now. */
export async function closedReasonOfRequest(
  { store }: AnsweringDependencies,
  {
    survey,
    respondent,
    progress,
  }: { survey: SurveyToAnswer; respondent: Respondent; progress: FormProgress | undefined },
): Promise<ClosedReason | undefined> {
  const isSignedIn = respondent.identity !== undefined;
  const hasLinkEnded = respondent.participant?.hasLinkEnded === true;
  const isAllowed = !survey.onlyListed || isOnList(respondent);
  const changed = progress && changedAnswerOf(progress);
  if (changed !== undefined) {
    const own = await findAnswerOfRespondent(store, { survey, respondent }, { hash: changed });
    return closedReasonOfChange(survey, { isSignedIn, isAllowed, hasLinkEnded, isOwn: own !== undefined });
  }
  return closedReason(survey, {
    isSignedIn,
    isAllowed,
    hasAnswered: await hasAnswered(store, survey, respondent),
    isParticipant: respondent.participant !== undefined,
    hasLinkEnded,
    hasGivenPassword: progress?.customArguments[notes.password] === passwordMark(survey),
  });
}

/** The hash of the answer that a half-filled form changes; undefined for a new answer. */
export function changedAnswerOf({
  customArguments,
}: Pick<FormProgress, "customArguments">): string | undefined {
  return customArguments[notes.change];
}

/** Shows in a half-filled form that the password was given which the survey has now. */
export function passwordMark({ passwordHash }: Pick<SurveyToAnswer, "passwordHash">): string {
  return hashToken(passwordHash);
}

/** Names who may answer only once; null when there is no such limit, or no one to name. Signed in or by their link, somebody on the list is one. */
export function onceKeyOf(
  { once, isAnonymous }: Pick<SurveyToAnswer, "once" | "isAnonymous">,
  { participant, listed, browserKey, identity }: Respondent,
): string | null {
  if (participant !== undefined) return participantKey(participant.id);
  if (once === "browser") return browserKey;
  if (once !== "person") return null;
  return listed === undefined || isAnonymous ? personKey(identity) : participantKey(listed.id);
}

/** Where each person answers once, an answer by a link counts as well, as does one that was given signed in by the link of somebody else. */
async function hasAnswered(
  { reader, surveys }: Store,
  survey: SurveyToAnswer,
  respondent: Respondent,
): Promise<boolean> {
  const { participant, identity, listed } = respondent;
  const onceKey = onceKeyOf(survey, respondent);
  if (participant?.hasAnswered === true) return true;
  if (onceKey !== null && (await surveys.hasAnswered({ surveyId: survey.id, onceKey }))) return true;
  if (survey.once !== "person" || identity === undefined || survey.isAnonymous) return false;
  return hasAccountAnswered(reader, { surveyId: survey.id, userId: identity.id }, listed);
}

/** A participant who is an account is on the list, and their link says who they are. */
function isOnList({ participant, listed }: Respondent): boolean {
  return listed !== undefined || (participant !== undefined && participant.userId !== null);
}

/** The half-filled form of a respondent; undefined when none is stored. */
export async function findProgress(
  { store }: AnsweringDependencies,
  surveyId: number,
  { draftHash, isNew, sealKey }: Respondent,
): Promise<FormProgress | undefined> {
  if (isNew) return undefined;
  const found = await store.surveys.findProgress({ surveyId, hash: draftHash });
  const opened = found && (sealKey === undefined ? found : openProgress(found, sealKey));
  const stored = found && opened && { ...found, ...opened };
  const definition = stored && (await store.surveys.definitionOfVersion(surveyId, stored.version));
  return stored && definition && { ...stored, definition, isStored: true };
}

/** An answer that begins now, with what its first page knew. @returns undefined when the version is gone */
export async function startAnswer(
  { store }: AnsweringDependencies,
  { surveyId, version, at, customArguments }: Pick<Start, "surveyId" | "version" | "at" | "customArguments">,
): Promise<FormProgress | undefined> {
  const definition = await store.surveys.definitionOfVersion(surveyId, version);
  return (
    definition && {
      definition,
      version,
      values: {},
      customArguments,
      pageId: "",
      startedAt: at,
      isStored: false,
    }
  );
}

/** The answer that a form belongs to: the stored one, or the one that begins with this form. @throws `PageError` `not_found` */
export async function progressOfForm(
  dependencies: AnsweringDependencies,
  survey: SurveyToAnswer,
  respondent: Respondent,
  ticket: string,
): Promise<FormProgress> {
  const stored = await findProgress(dependencies, survey.id, respondent);
  if (stored !== undefined) return stored;
  const { id: surveyId, now } = survey;
  const { draftHash } = respondent;
  const start = await readTicket(dependencies.signer, ticket, { surveyId, draftHash, now });
  const begun = start?.isStored === false ? await startAnswer(dependencies, start) : undefined;
  if (begun !== undefined) return begun;
  const isSent = start !== undefined && (await wasSent(dependencies, surveyId, respondent, start.at));
  return startLostAnswer(dependencies, survey, isSent ? "sent" : "gone");
}

/** Whether an answer was sent, by when its form was first shown. */
export function wasSent(
  { store }: AnsweringDependencies,
  surveyId: number,
  respondent: Respondent,
  startedAt: number,
): Promise<boolean> {
  return store.surveys.hasAnswered({ surveyId, onceKey: formKey(startedAt, respondent) });
}

/** An answer that begins with a form which belongs to none. @throws `PageError` `not_found` */
export async function startLostAnswer(
  dependencies: AnsweringDependencies,
  { id: surveyId, version, now: at }: SurveyToAnswer,
  lost: LostReason,
): Promise<FormProgress> {
  const begun = await startAnswer(dependencies, { surveyId, version, at, customArguments: {} });
  if (begun === undefined) throw notFound();
  return { ...begun, lost };
}

/** The text of the hidden field that says which answer a page belongs to. */
export function ticketOf(
  { signer }: AnsweringDependencies,
  surveyId: number,
  { draftHash }: Respondent,
  {
    version,
    startedAt: at,
    customArguments,
    isStored,
  }: Omit<FormProgress, "definition" | "values" | "pageId">,
): Promise<string> {
  const known = isStored ? {} : customArguments;
  return signTicket(signer, { surveyId, draftHash, version, at, customArguments: known, isStored });
}

/** What the logic of the survey needs to know. */
export function flowRespondent(
  { values, customArguments, definition }: Pick<FormProgress, "values" | "customArguments" | "definition">,
  { draftHash }: Respondent,
): FlowRespondent {
  const isOneByOne = definition.theme?.pacing === "questions";
  return { values, customArguments, seed: draftHash, isOneByOne };
}

/** The pages of an answer, with what is shown on them as far as is known. */
export function pagesOf(progress: FormProgress, respondent: Respondent): readonly VisiblePage[] {
  return visiblePages(progress.definition, flowRespondent(progress, respondent));
}
