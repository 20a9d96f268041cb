import { redirectTo } from "../../pages/redirect-to.ts";
import { PageError } from "../../pages/page-error.ts";
import { verifyPassword } from "../../session/password.ts";
import { readForm } from "../../session/read-form.ts";
import type { Visit } from "../../session/visit.ts";
import {
  type AnsweringDependencies,
  answeringPath,
  progressOfForm,
  passwordMark,
} from "./answer-in-progress.ts";
import { surveyOfVisit } from "./find-survey.ts";
import { saveProgress } from "./save-progress.ts";
import { limitBegun, limitPasswords } from "./limits.ts";
import { renderSurveyClosed } from "./survey-closed-page.tsx";
import { respondentOf } from "./respondent.ts";
import { notes } from "./start-ticket.ts";

/** Takes the password of a survey; the half-filled form remembers that it was given. */
export async function checkSurveyPassword(
  dependencies: AnsweringDependencies,
  visit: Visit,
): Promise<Response> {
  const survey = await surveyOfVisit(dependencies, visit);
  const respondent = await respondentOf(dependencies, visit, survey);
  const { password, ticket } = await readForm(visit, respondent?.cookie, ["password", "ticket"]);
  if (respondent === undefined) throw new PageError("csrf", { status: 403 });
  const progress = await progressOfForm(dependencies, survey, respondent, ticket);
  await limitPasswords(dependencies.store, visit.address, survey.id);
  if (survey.passwordHash !== "" && !(await verifyPassword(password, survey.passwordHash))) {
    const state = { survey, reason: "password", respondent, progress, ticket } as const;
    return renderSurveyClosed(visit, { ...state, isPasswordWrong: true });
  }
  if (!progress.isStored) await limitBegun(dependencies.store, visit.address);
  const customArguments = { ...progress.customArguments, [notes.password]: passwordMark(survey) };
  await saveProgress({ dependencies, visit, survey, respondent, progress: { ...progress, customArguments } });
  return redirectTo(answeringPath(visit));
}
