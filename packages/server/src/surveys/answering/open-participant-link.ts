import { isParticipantLink, participantParameter } from "../../session/participant-link.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import type { PageRequest } from "../../session/page-request.ts";
import { findParticipant } from "../../store/surveys/participant-table.ts";
import { answeringPath, type AnsweringDependencies } from "./form-progress.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import { participantPurpose } from "./respondent.ts";

const yearSeconds = 31_536_000;

/**
 * Takes the link of a participant out of the address: the browser keeps who it is, and goes on to the address of the survey. A link that is
 * not known any more takes away what the browser kept.
 *
 * @param page of the survey that the address is of; "" for the survey itself
 * @returns undefined for an address without such a link
 */
export async function openParticipantLink(
  { store, signer }: AnsweringDependencies,
  pageRequest: PageRequest,
  survey: SurveyToAnswer,
  page = "",
): Promise<Response | undefined> {
  const { context, cookies } = pageRequest;
  const link = context.req.query(participantParameter);
  if (link === undefined || !isParticipantLink(link)) return undefined;
  const participant = await findParticipant(store.reader, { surveyId: survey.id, link });
  if (participant === undefined) cookies.clear("sop_participant");
  else
    cookies.set(
      "sop_participant",
      await signer.sign(participantPurpose, `${survey.id} ${participant.id}`),
      yearSeconds,
    );
  const query = new URLSearchParams(context.req.query());
  query.delete(participantParameter);
  if (participant !== undefined && participant.language !== "" && !query.has("lang"))
    query.set("lang", participant.language);
  const rest = query.toString();
  return redirectTo(`${answeringPath(pageRequest, page)}${rest === "" ? "" : `?${rest}`}`);
}
