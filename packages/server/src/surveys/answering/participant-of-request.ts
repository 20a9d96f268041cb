import type { PageRequest } from "../../session/page-request.ts";
import { findParticipant, type Participant } from "../../store/surveys/participant-table.ts";
import type { Store } from "../../store/store.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import type { Signer } from "../../session/signer.ts";

/** What the cookie of a participant is signed for. */
export const participantPurpose = "participant";

/** The participant whose link this browser opened for a survey; undefined when there is none, or the link was withdrawn. */
export async function participantOfRequest(
  { store, signer }: { readonly store: Store; readonly signer: Signer },
  { cookies }: PageRequest,
  { id: surveyId }: Pick<SurveyToAnswer, "id">,
): Promise<Participant | undefined> {
  const cookie = cookies.get("sop_participant");
  if (cookie === undefined) return undefined;
  const text = await signer.read(participantPurpose, cookie);
  const [survey, id] = (text ?? "").split(" ").map(Number);
  if (survey !== surveyId || id === undefined) return undefined;
  return findParticipant(store.reader, { surveyId, id });
}
