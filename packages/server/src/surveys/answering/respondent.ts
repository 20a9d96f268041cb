import type { PageRequest } from "../../session/page-request.ts";
import type { Signer } from "../../session/signer.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import { findParticipant, type Participant } from "../../store/surveys/participant-table.ts";
import type { Store } from "../../store/store.ts";
import { createHash } from "node:crypto";
import { hashToken, isRandomId, makeRandomId } from "../../model/token.ts";
import { identityOf, type Identity, nameOf } from "./identity.ts";

/** What the link of an answer is signed for. */
export const answerPurpose = "answer";

/** The hash of the answer to a survey whose link this browser opened; undefined when there is none. */
async function answerOfRequest(
  { signer }: { readonly signer: Signer },
  { cookies }: PageRequest,
  { id }: Pick<SurveyToAnswer, "id">,
): Promise<string | undefined> {
  const text = await signer.read(answerPurpose, cookies.get("sop_answer") ?? "");
  const [surveyId, hash] = (text ?? "").split(" ");
  return surveyId === String(id) ? hash : undefined;
}

/** What the cookie of a participant is signed for. */
export const participantPurpose = "participant";

/** The participant whose link this browser opened for a survey; undefined when there is none, or the link was withdrawn. */
export async function participantOfRequest(
  { store, signer }: { readonly store: Store; readonly signer: Signer },
  { cookies }: PageRequest,
  { id: surveyId }: Pick<SurveyToAnswer, "id">,
): Promise<Participant | undefined> {
  const cookie = cookies.get("sop_participant");
  if (cookie === undefined) return undefined;
  const text = await signer.read(participantPurpose, cookie);
  const [survey, id] = (text ?? "").split(" ").map(Number);
  if (survey !== surveyId || id === undefined) return undefined;
  return findParticipant(store.reader, { surveyId, id });
}

/** Who is signed in, as the list of the survey has them; undefined as well where the list changes nothing. */
async function listedOfRequest(
  store: Store,
  survey: SurveyToAnswer,
  { identity, linked }: { readonly identity: Identity | undefined; readonly linked: Participant | undefined },
): Promise<Participant | undefined> {
  if (identity === undefined) return undefined;
  if (linked?.userId === identity.id) return linked;
  const { onlyListed, onlyParticipants } = survey;
  if (!onlyListed && !onlyParticipants && linked?.hasLinkEnded !== true) return undefined;
  return findParticipant(store.reader, { surveyId: survey.id, userId: identity.id });
}

/**
 * Who is signed in and on the list needs no link: where each participant answers once, they do so as if they had opened theirs, and a link that
 * has ended keeps them out only if it is theirs. To an anonymous survey a link alone says who answers.
 */
function participantOf(
  { isAnonymous, onlyListed, onlyParticipants }: SurveyToAnswer,
  linked: Participant | undefined,
  listed: Participant | undefined,
): Participant | undefined {
  if (isAnonymous || listed === undefined || linked?.hasLinkEnded === false) return linked;
  const isLate = listed.hasLinkEnded && (onlyListed || linked !== undefined);
  return onlyParticipants || isLate ? listed : undefined;
}

const yearSeconds = 31_536_000;
const purpose = "respondent";

/** The browser of a respondent, as one survey knows it: what it has filled in elsewhere cannot be found from here. */
export interface Respondent {
  /** Names the half-filled form. */
  readonly draftHash: string;
  /** Encrypts the half-filled form of an anonymous survey; undefined for other surveys. */
  readonly sealKey?: Buffer | undefined;
  /** Names the browser where it may answer only once. */
  readonly browserKey: string;
  /** What the csrf token of the form belongs to. */
  readonly cookie: string;
  /** Who answers; undefined when no session says so. */
  readonly identity: Identity | undefined;
  /** Whose link the browser opened, or who needs none; undefined for everyone else. */
  readonly participant: Participant | undefined;
  /** Who is signed in, as the list of the survey has them; undefined as well where the list changes nothing. */
  readonly listed: Participant | undefined;
  /** The hash of the answer whose link the browser opened; undefined when there is none. */
  readonly answerOfLink?: string | undefined;
  /** Whether the browser gets its cookie just now, so that nothing can be stored for it yet. */
  readonly isNew: boolean;
}

/** What finding a respondent needs. */
interface RespondentDependencies {
  readonly store: Store;
  readonly signer: Signer;
}

/** The respondent whose browser sends a form; undefined when it keeps no cookie of ours. */
export async function respondentOf(
  { store, signer }: RespondentDependencies,
  pageRequest: PageRequest,
  survey: SurveyToAnswer,
): Promise<Respondent | undefined> {
  const cookie = pageRequest.cookies.get("sop_respondent");
  const id = cookie === undefined ? undefined : await signer.read(purpose, cookie);
  if (cookie === undefined || id === undefined || !isRandomId(id)) return undefined;
  return respondentFrom({
    cookie,
    id,
    survey,
    ...(await whoAnswers({ store, signer }, pageRequest, survey)),
    answerOfLink: await answerOfRequest({ signer }, pageRequest, survey),
    isNew: false,
  });
}

/** The respondent to whom a page is shown; a new browser gets its cookie. */
export async function ensureRespondent(
  dependencies: RespondentDependencies,
  pageRequest: PageRequest,
  survey: SurveyToAnswer,
): Promise<Respondent> {
  const known = await respondentOf(dependencies, pageRequest, survey);
  if (known !== undefined) return known;
  const id = makeRandomId();
  const cookie = await dependencies.signer.sign(purpose, id);
  pageRequest.cookies.set("sop_respondent", cookie, yearSeconds);
  const who = await whoAnswers(dependencies, pageRequest, survey);
  const answerOfLink = await answerOfRequest(dependencies, pageRequest, survey);
  const isNew = who.participant === undefined;
  return respondentFrom({ cookie, id, survey, ...who, answerOfLink, isNew });
}

/** The part of a {@link Respondent} that says who it is. */
export type WhoAnswers = Pick<Respondent, "identity" | "participant" | "listed">;

/** Who answers, as sessions, links and the list of the survey say now. */
export async function whoAnswers(
  dependencies: RespondentDependencies,
  pageRequest: PageRequest,
  survey: SurveyToAnswer,
): Promise<WhoAnswers> {
  const identity = await identityOf(dependencies.store, pageRequest, survey);
  const linked = await participantOfRequest(dependencies, pageRequest, survey);
  const listed = await listedOfRequest(dependencies.store, survey, { identity, linked });
  return { identity, listed, participant: participantOf(survey, linked, listed) };
}

interface KnownBrowser extends Pick<
  Respondent,
  "cookie" | "identity" | "participant" | "listed" | "answerOfLink" | "isNew"
> {
  readonly id: string;
  readonly survey: SurveyToAnswer;
}

function respondentFrom({
  cookie,
  id,
  survey,
  identity,
  participant,
  listed,
  answerOfLink,
  isNew,
}: KnownBrowser): Respondent {
  const whose = whoseForm({ id, survey, participant });
  // Several people in the same browser do not see what the others filled in, and do not send it under their own names.
  const named = nameOf(survey, { identity, participant });
  const person = named === undefined ? "" : ` of ${named.id}`;
  return {
    draftHash: hashToken(`${whose} draft ${survey.id}${person}`),
    ...(survey.isAnonymous && {
      sealKey: createHash("sha256").update(`${whose} seal ${survey.id}`).digest(),
    }),
    browserKey: `browser:${hashToken(`${id} once ${survey.id}`)}`,
    cookie,
    identity,
    participant,
    listed,
    answerOfLink,
    isNew,
  };
}

/**
 * A link opens the same half-filled form in every browser. The form of an anonymous survey is found and read with the cookie of the
 * browser alone, which the database does not have.
 */
function whoseForm({ id, survey, participant }: Pick<KnownBrowser, "id" | "survey" | "participant">): string {
  if (participant === undefined) return id;
  return survey.isAnonymous ? `${id} participant ${participant.id}` : `participant ${participant.id}`;
}
