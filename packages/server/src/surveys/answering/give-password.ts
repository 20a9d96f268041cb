import { redirectTo } from "../../pages/redirect-to.ts";
import { PageError } from "../../pages/page-error.ts";
import { verifyPassword } from "../../session/password.ts";
import { readForm } from "../../session/read-form.ts";
import type { Visit } from "../../session/visit.ts";
import { type AnsweringDependencies, answeringPath, fillingOfForm, passwordMark } from "./filling.ts";
import { surveyOfVisit } from "./find-survey.ts";
import { keepFilling } from "./keep-filling.ts";
import { limitBegun, limitPasswords } from "./limits.ts";
import { renderSurveyClosed } from "./survey-closed-page.tsx";
import { respondentOf } from "./respondent.ts";
import { notes } from "./start-ticket.ts";

/** Takes the password of a survey; the half-filled form remembers that it was given. */
export async function givePassword(dependencies: AnsweringDependencies, visit: Visit): Promise<Response> {
  const survey = await surveyOfVisit(dependencies, visit);
  const respondent = await respondentOf(dependencies, visit, survey);
  const { password, ticket } = await readForm(visit, respondent?.cookie, ["password", "ticket"]);
  if (respondent === undefined) throw new PageError("csrf", { status: 403 });
  const filling = await fillingOfForm(dependencies, survey, respondent, ticket);
  await limitPasswords(dependencies.store, visit.address, survey.id);
  if (survey.passwordHash !== "" && !(await verifyPassword(password, survey.passwordHash))) {
    const state = { survey, reason: "password", respondent, filling, ticket } as const;
    return renderSurveyClosed(visit, { ...state, isPasswordWrong: true });
  }
  if (!filling.isStored) await limitBegun(dependencies.store, visit.address);
  const customArguments = { ...filling.customArguments, [notes.password]: passwordMark(survey) };
  await keepFilling({ dependencies, visit, survey, respondent, filling: { ...filling, customArguments } });
  return redirectTo(answeringPath(visit));
}
