import type { SurveyToAnswer } from "./closed-reason.ts";
import type { PageRequest } from "../../session/page-request.ts";
import { type AnsweringDependencies, type FormProgress, type LostReason, pagesOf } from "./form-progress.ts";
import type { ParsedPage } from "./parse-page.ts";
import { saveProgress } from "./save-progress.ts";
import type { Respondent } from "./respondent.ts";
import { renderSurveyClosed } from "./survey-closed-page.tsx";
import { type FormState, renderForm } from "./render-form.tsx";

/** One form that a respondent sent, with everything that is known about it. */
export interface SentForm {
  readonly dependencies: AnsweringDependencies;
  readonly pageRequest: PageRequest;
  readonly survey: SurveyToAnswer;
  readonly respondent: Respondent;
  /** With what the form says. */
  readonly progress: FormProgress;
  readonly given: ParsedPage;
  readonly ticket: string;
}

/** Keeps what was given, see {@link saveProgress}. @param reached the page that the respondent may see now; those seen before stay so */
export async function saveForm(form: SentForm, reached = form.given.pageId): Promise<void> {
  const { respondent, progress } = form;
  const ids = pagesOf(progress, respondent).map(({ id }) => id);
  const isFurther = ids.indexOf(reached) > ids.indexOf(progress.pageId);
  const pageId = isFurther ? reached : progress.pageId;
  await saveProgress({ ...form, progress: { ...progress, pageId } });
}

/** The same page again, or another one that has to be mended. */
export function showAgain(
  { pageRequest, survey, respondent, progress, given, ticket }: SentForm,
  change: Pick<FormState, "status"> & Partial<FormState>,
): Promise<Response> {
  const { pageId, takesFiles } = given;
  return renderForm(pageRequest, { survey, respondent, progress, pageId, takesFiles, ticket, ...change });
}

/** What a form says that belongs to no answer is shown again, to be sent as a new one; it is not stored. */
export function showLost(form: SentForm, lost: LostReason): Promise<Response> {
  if (lost === "sent") return renderSurveyClosed(form.pageRequest, { ...form, reason: "already_sent" });
  return lost === "gone"
    ? showAgain(form, { status: 409, notice: "formGone" })
    : showAgain(form, { status: 403, notice: "cookiesNeeded" });
}
