import { pagesOf, wasSent } from "./answer-in-progress.ts";
import { keep, type SentForm, showAgain } from "./sent-form.ts";

/**
 * Keeps what was given so far, as the script of the page asks while it is filled in. It gets the page where its answers lead to other
 * questions than it shows. What was sent meanwhile does not become a half-filled form again.
 */
export async function saveForm(form: SentForm): Promise<Response> {
  const { dependencies, survey, respondent, progress, given } = form;
  if (!progress.isStored && (await wasSent(dependencies, survey.id, respondent, progress.startedAt)))
    return nothing();
  await keep(form);
  const page = pagesOf(progress, respondent).find(({ id }) => id === given.pageId);
  const shown = page?.questions.map(({ id }) => id).join(" ");
  const isSame = shown === undefined || shown === [...given.shown].join(" ");
  return isSame ? nothing() : showAgain(form, { status: 200 });
}

function nothing(): Response {
  return new Response(null, { status: 204, headers: { "Cache-Control": "no-store" } });
}
