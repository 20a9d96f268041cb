import type { PageRequest } from "../../session/page-request.ts";
import type { Signer } from "../../session/signer.ts";

/*
 * Addresses of older surveys are short enough to be guessed, so a network that tries many is refused right ones too. A browser
 * that opened one before shows that it knows this one.
 */

const purpose = "surveys";
const yearSeconds = 31_536_000;
/** Surveys that a browser shows to know; of more, those that it opened first are forgotten. */
const most = 50;

/** Whether this browser opened a survey before. */
export async function isKnownSurvey(
  signer: Signer,
  pageRequest: PageRequest,
  surveyId: number,
): Promise<boolean> {
  return (await knownIn(signer, pageRequest)).includes(String(surveyId));
}

/** Has the browser keep that it opened a survey. */
export async function rememberSurvey(
  signer: Signer,
  pageRequest: PageRequest,
  surveyId: number,
): Promise<void> {
  const known = await knownIn(signer, pageRequest);
  const id = String(surveyId);
  if (known.includes(id)) return;
  const text = [...known, id].slice(-most).join(" ");
  pageRequest.cookies.set("sop_surveys", await signer.sign(purpose, text), yearSeconds);
}

async function knownIn(signer: Signer, { cookies }: PageRequest): Promise<readonly string[]> {
  const text = await signer.read(purpose, cookies.get("sop_surveys") ?? "");
  return text === undefined || text === "" ? [] : text.split(" ");
}
