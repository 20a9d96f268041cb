import { redirectTo } from "../../pages/redirect-to.ts";
import { PageError } from "../../pages/page-error.ts";
import { verifyPassword } from "../../session/password.ts";
import { readForm } from "../../session/read-form.ts";
import type { PageRequest } from "../../session/page-request.ts";
import { type AnsweringDependencies, answeringPath, progressOfForm, passwordMark } from "./form-progress.ts";
import { surveyOfRequest } from "./find-survey.ts";
import { saveProgress } from "./save-progress.ts";
import { limitBegun, limitPasswords } from "./limits.ts";
import { renderSurveyClosed } from "./survey-closed-page.tsx";
import { respondentOf } from "./respondent.ts";
import { notes } from "./start-ticket.ts";

/** Takes the password of a survey; the half-filled form remembers that it was given. */
export async function checkSurveyPassword(
  dependencies: AnsweringDependencies,
  pageRequest: PageRequest,
): Promise<Response> {
  const survey = await surveyOfRequest(dependencies, pageRequest);
  const respondent = await respondentOf(dependencies, pageRequest, survey);
  const { password, ticket } = await readForm(pageRequest, respondent?.cookie, ["password", "ticket"]);
  if (respondent === undefined) throw new PageError("csrf", { status: 403 });
  const progress = await progressOfForm(dependencies, survey, respondent, ticket);
  await limitPasswords(dependencies.store, pageRequest.address, survey.id);
  if (survey.passwordHash !== "" && !(await verifyPassword(password, survey.passwordHash))) {
    const state = { survey, reason: "password", respondent, progress, ticket } as const;
    return renderSurveyClosed(pageRequest, { ...state, isPasswordWrong: true });
  }
  if (!progress.isStored) await limitBegun(dependencies.store, pageRequest.address);
  const customArguments = { ...progress.customArguments, [notes.password]: passwordMark(survey) };
  await saveProgress({
    dependencies,
    pageRequest,
    survey,
    respondent,
    progress: { ...progress, customArguments },
  });
  return redirectTo(answeringPath(pageRequest));
}
