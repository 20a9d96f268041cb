import { PageError } from "../../pages/page-error.ts";
import type { PageRequest } from "../../session/page-request.ts";
import type { AnsweringDependencies } from "./form-progress.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import { type Respondent, type WhoAnswers, whoAnswers } from "./respondent.ts";

/**
 * Asks again who answers, once a form has been read: it may arrive long after its request began, when the session of the person who began it has
 * ended, or their link was withdrawn.
 *
 * @param respondent as found before the form was read
 * @throws `PageError` `csrf`
 */
export async function refuseChanged(
  dependencies: AnsweringDependencies,
  pageRequest: PageRequest,
  survey: SurveyToAnswer,
  respondent: Respondent | undefined,
): Promise<void> {
  if (respondent === undefined || (respondent.identity ?? respondent.participant) === undefined) return;
  const now = await whoAnswers(dependencies, pageRequest, survey);
  if (whoIs(now) !== whoIs(respondent)) throw new PageError("csrf", { status: 403 });
}

function whoIs({ identity, participant, listed }: WhoAnswers): string {
  return [identity, participant, listed].map((one) => one?.id ?? "").join(" ");
}
