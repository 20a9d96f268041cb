import type { JSX } from "hono/jsx/jsx-runtime";
import { csrfTokenOf } from "@survey-open-platform/service";
import { hashToken } from "../../model/token.ts";
import { Button } from "../../pages/components/button.tsx";
import { HiddenFields } from "../../pages/components/hidden-fields.tsx";
import { redirectTo } from "../../pages/redirect-to.ts";
import { forgetRespondent } from "../../session/forget-person.ts";
import { readForm } from "../../session/read-form.ts";
import type { PageRequest } from "../../session/page-request.ts";
import { type AnsweringDependencies, answeringPath } from "./form-progress.ts";
import { surveyOfRequest } from "./find-survey.ts";
import { respondentOf, type Respondent } from "./respondent.ts";
import { answeringTextsFor } from "./texts/answering-texts-for.ts";
import { endRespondentSession } from "../../store/people/respondent-session-table.ts";

/** Ends the session that a login code began: the next person at this browser does not answer under the name of the one before. */
export async function signOutRespondent(
  dependencies: AnsweringDependencies,
  pageRequest: PageRequest,
): Promise<Response> {
  const survey = await surveyOfRequest(dependencies, pageRequest);
  const respondent = await respondentOf(dependencies, pageRequest, survey);
  await readForm(pageRequest, respondent?.cookie, []);
  const token = pageRequest.cookies.get("sop_respondent_session");
  if (token !== undefined) await dependencies.store.write(endRespondentSession, hashToken(token));
  forgetRespondent(pageRequest);
  return redirectTo(answeringPath(pageRequest));
}

/** The way to sign out, where a login code signed the respondent in. */
export function RespondentSignOutForm({
  pageRequest,
  respondent,
}: {
  readonly pageRequest: PageRequest;
  readonly respondent: Respondent | undefined;
}): JSX.Element | null {
  if (respondent?.identity === undefined || pageRequest.cookies.get("sop_respondent_session") === undefined)
    return null;
  return (
    <form method="post" action={answeringPath(pageRequest, "leave")}>
      <HiddenFields values={{ csrf: csrfTokenOf(respondent.cookie) }} />
      <Button kind="quiet">{answeringTextsFor(pageRequest.language).signOut}</Button>
    </form>
  );
}
