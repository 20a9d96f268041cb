import type { PageRequest } from "../../session/page-request.ts";
import type { Signer } from "../../session/signer.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";

/** What the link of an answer is signed for. */
export const answerPurpose = "answer";

/** The hash of the answer to a survey whose link this browser opened; undefined when there is none. */
export async function answerOfRequest(
  { signer }: { readonly signer: Signer },
  { cookies }: PageRequest,
  { id }: Pick<SurveyToAnswer, "id">,
): Promise<string | undefined> {
  const text = await signer.read(answerPurpose, cookies.get("sop_answer") ?? "");
  const [surveyId, hash] = (text ?? "").split(" ");
  return surveyId === String(id) ? hash : undefined;
}
