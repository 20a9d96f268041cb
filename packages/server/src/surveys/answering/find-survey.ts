import { isGuessableHash } from "@survey-open-platform/surveys";
import { embeddingOrigins } from "../../model/embedding.ts";
import { hashToken } from "../../model/token.ts";
import { notFound } from "../../pages/page-error.ts";
import { numberInPath } from "../../session/number-in-path.ts";
import type { PageRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { isKnownSurvey, rememberSurvey } from "./known-surveys.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import type { Signer } from "../../session/signer.ts";
import type { SurveyGuessLimit } from "./survey-guess-limit.ts";
import { findSurveyPrivacy } from "../../store/surveys/survey-privacy-table.ts";
import { findSessionRespondent } from "../../store/people/respondent-session-table.ts";

/** What finding the survey of an address needs. */
interface SurveyDependencies {
  readonly store: Store;
  readonly signer: Signer;
  readonly guessLimit: SurveyGuessLimit;
}

/** Destinations of requests (Fetch, section 2.2.5) at which no survey is shown, while other sites choose the address. */
const partsOfPages = new Set(["audio", "font", "image", "manifest", "script", "style", "track", "video"]);

/** What a page loads into itself, or what a script of another site asks for (its destination is empty). */
function isPartOfPage({ context: { req } }: PageRequest): boolean {
  const destination = req.header("sec-fetch-dest") ?? "";
  return (
    partsOfPages.has(destination) ||
    (destination === "empty" && req.header("sec-fetch-site") !== "same-origin")
  );
}

/**
 * The survey of an address. One with another hash, or none at all, gives the same page.
 *
 * @throws `PageError` `not_found`, `too_many_requests`
 */
export async function surveyOfRequest(
  dependencies: SurveyDependencies,
  pageRequest: PageRequest,
): Promise<SurveyToAnswer> {
  const surveyId = numberInPath(pageRequest, "id");
  const hash = pageRequest.context.req.param("hash") ?? "";
  if (isPartOfPage(pageRequest) || !/^[0-9a-f]{8,64}$/.test(hash)) throw notFound();
  const survey = await (isGuessableHash(hash) ? findGuessable : find)(dependencies, pageRequest, {
    surveyId,
    hash,
  });
  pageRequest.embedOrigins = embeddingOrigins(survey.settings);
  const privacy = await findSurveyPrivacy(dependencies.store.reader, surveyId);
  return { ...survey.settings, ...survey, privacy };
}

type Address = Parameters<Store["surveys"]["findPublicSurvey"]>[0];

async function find({ store }: SurveyDependencies, _pageRequest: PageRequest, address: Address) {
  const survey = await store.surveys.findPublicSurvey(address);
  if (survey === undefined) throw notFound();
  return survey;
}

/** Who has tried many addresses gets no right one either, but those that the browser is known to know. */
async function findGuessable(dependencies: SurveyDependencies, pageRequest: PageRequest, address: Address) {
  const { store, signer, guessLimit } = dependencies;
  const guesser = await guesserOf(store, pageRequest);
  const isRefused =
    guessLimit.isExhausted(guesser) && !(await isKnownSurvey(signer, pageRequest, address.surveyId));
  if (isRefused) throw guessLimit.refusal(guesser);
  const survey = await store.surveys.findPublicSurvey(address);
  if (survey === undefined) {
    guessLimit.count(guesser, `${address.surveyId}/${address.hash}`);
    throw notFound();
  }
  await rememberSurvey(signer, pageRequest, survey.id);
  return survey;
}

/** Who is known answers for what they try themselves, and not for others behind the same address. */
async function guesserOf(store: Store, { session, cookies, address }: PageRequest): Promise<string> {
  if (session !== undefined) return `user ${session.user.id}`;
  const token = cookies.get("sop_respondent_session");
  const respondent =
    token === undefined ? undefined : await findSessionRespondent(store.reader, hashToken(token));
  return respondent === undefined ? address.network : `user ${respondent.id}`;
}
