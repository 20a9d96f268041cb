import type { SurveyRight } from "@survey-open-platform/surveys";
import { notFound, PageError } from "../pages/page-error.ts";
import { type SurveyForUser, findSurveyForUser } from "../store/surveys/survey-for-user-table.ts";
import type { Store } from "../store/store.ts";
import { numberInPath } from "./number-in-path.ts";
import type { UserRequest } from "./page-request.ts";
import { whileAllowed } from "./while-allowed.ts";

/** The path of the pages of one survey. */
export const surveyPath = "/surveys/:id";

/** The address of a page of a survey, such as `surveyAddress(7, "/results")`. */
export function surveyAddress(surveyId: number, page = ""): string {
  return `/surveys/${surveyId}${page}`;
}

/**
 * The survey that a request is about, for users who may do something with it. One that the user may not even see is the same
 * as none. This is the only place where rights to surveys are checked.
 *
 * @throws `PageError` `not_found`, `survey_forbidden`
 */
export async function surveyForUser(
  store: Store,
  pageRequest: UserRequest,
  right: SurveyRight,
): Promise<SurveyForUser> {
  const survey = await findSurveyForUser(store.reader, {
    surveyId: numberInPath(pageRequest, "id"),
    userId: pageRequest.session.user.id,
  });
  if (survey === undefined) throw notFound();
  if (!survey.rights.has(right)) throw new PageError("survey_forbidden", { status: 403 });
  return survey;
}

/** Sends a file of a survey as long as the visitor has a right to the survey. */
export function surveyFile(
  store: Store,
  pageRequest: UserRequest,
  content: AsyncIterable<Uint8Array>,
  right: SurveyRight = "see",
): ReadableStream<Uint8Array> {
  const check = async () => {
    await pageRequest.recheck();
    await surveyForUser(store, pageRequest, right);
  };
  return ReadableStream.from(whileAllowed(content, check));
}
