import { redirectTo } from "../../pages/redirect-to.ts";
import { notFound } from "../../pages/page-error.ts";
import type { PageRequest } from "../../session/page-request.ts";
import { type AnsweringDependencies, answeringPath } from "./form-progress.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import { answerPurpose } from "./respondent.ts";

/** So long a browser that opened the link of an answer may see and change it. */
const heldSeconds = 3600;

type Survey = Pick<SurveyToAnswer, "id">;

/**
 * The path of an answer with what opens it in every browser. The hash alone does not: it stands in addresses, and the application behind
 * a survey learns it.
 */
export async function answerLink(
  { signer }: Pick<AnsweringDependencies, "signer">,
  pageRequest: PageRequest,
  { survey, hash }: { readonly survey: Survey; readonly hash: string },
): Promise<string> {
  const signed = await signer.sign(answerPurpose, `${survey.id} ${hash}`);
  const key = signed.slice(signed.lastIndexOf(".") + 1);
  return `${answeringPath(pageRequest, "answer")}?answer=${hash}&key=${key}`;
}

/**
 * Takes what opens an answer out of the address: the browser holds the answer for an hour, and goes on.
 *
 * @returns undefined for an address without it
 * @throws `PageError` `not_found` for one that opens nothing
 */
export async function openAnswerLink(
  { signer }: Pick<AnsweringDependencies, "signer">,
  pageRequest: PageRequest,
  survey: Survey,
): Promise<Response | undefined> {
  const { answer: hash = "", key } = pageRequest.context.req.query();
  if (key === undefined) return undefined;
  const signed = `${survey.id} ${hash}.${key}`;
  if ((await signer.read(answerPurpose, signed)) === undefined) throw notFound();
  pageRequest.cookies.set("sop_answer", signed, heldSeconds);
  return redirectTo(`${answeringPath(pageRequest, "answer")}?answer=${hash}`);
}
