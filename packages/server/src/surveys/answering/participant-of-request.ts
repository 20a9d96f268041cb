import { redirectTo } from "../../pages/redirect-to.ts";
import { isParticipantLink, participantParameter } from "../../session/participant-link.ts";
import type { PageRequest } from "../../session/page-request.ts";
import { findParticipant, type Participant } from "../../store/surveys/participant-table.ts";
import type { Store } from "../../store/store.ts";
import { answeringPath, type AnsweringDependencies } from "./answer-in-progress.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import type { Signer } from "./signer.ts";

const purpose = "participant";
const yearSeconds = 31_536_000;

/** The participant whose link this browser opened for a survey; undefined when there is none, or the link was taken back. */
export async function participantOfRequest(
  { store, signer }: { readonly store: Store; readonly signer: Signer },
  { cookies }: PageRequest,
  { id: surveyId }: Pick<SurveyToAnswer, "id">,
): Promise<Participant | undefined> {
  const text = await signer.read(purpose, cookies.get("sop_participant") ?? "");
  const [survey, id] = (text ?? "").split(" ").map(Number);
  if (survey !== surveyId || id === undefined) return undefined;
  return findParticipant(store.reader, { surveyId, id });
}

/**
 * Takes the link of a participant out of the address: the browser keeps who it is, and goes on to the address of the survey. A link that is
 * not known any more takes away what the browser kept.
 *
 * @returns undefined for an address without such a link
 */
export async function takeParticipantLink(
  { store, signer }: AnsweringDependencies,
  pageRequest: PageRequest,
  survey: SurveyToAnswer,
): Promise<Response | undefined> {
  const { context, cookies } = pageRequest;
  const link = context.req.query(participantParameter);
  if (link === undefined || !isParticipantLink(link)) return undefined;
  const participant = await findParticipant(store.reader, { surveyId: survey.id, link });
  if (participant === undefined) cookies.clear("sop_participant");
  else
    cookies.set("sop_participant", await signer.sign(purpose, `${survey.id} ${participant.id}`), yearSeconds);
  const query = new URLSearchParams(context.req.query());
  query.delete(participantParameter);
  if (participant !== undefined && participant.language !== "" && !query.has("lang"))
    query.set("lang", participant.language);
  const rest = query.toString();
  return redirectTo(`${answeringPath(pageRequest)}${rest === "" ? "" : `?${rest}`}`);
}
