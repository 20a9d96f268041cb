import { hashToken, isRandomId, makeRandomId } from "../model/token.ts";
import type { Visit } from "../session/visit.ts";
import type { Signer } from "./signer.ts";

const yearSeconds = 31_536_000;
const purpose = "respondent";

/** The browser of a respondent, as one survey knows it: what it has filled in elsewhere cannot be found from here. */
export interface Respondent {
  /** Names the half-filled form. */
  readonly draftHash: string;
  /** Names the browser where it may answer only once. */
  readonly browserKey: string;
  /** What the csrf token of the form belongs to. */
  readonly cookie: string;
}

/** The respondent whose browser sends a form; undefined when it keeps no cookie of ours. */
export async function respondentOf(
  signer: Signer,
  { cookies }: Visit,
  surveyId: number,
): Promise<Respondent | undefined> {
  const cookie = cookies.get("sop_respondent");
  const id = cookie === undefined ? undefined : await signer.read(purpose, cookie);
  return cookie === undefined || id === undefined || !isRandomId(id)
    ? undefined
    : respondentFrom(cookie, id, surveyId);
}

/** The respondent to whom a page is shown; a new browser gets its cookie. */
export async function welcomeRespondent(signer: Signer, visit: Visit, surveyId: number): Promise<Respondent> {
  const known = await respondentOf(signer, visit, surveyId);
  if (known !== undefined) return known;
  const id = makeRandomId();
  const cookie = await signer.sign(purpose, id);
  visit.cookies.set("sop_respondent", cookie, yearSeconds);
  return respondentFrom(cookie, id, surveyId);
}

function respondentFrom(cookie: string, id: string, surveyId: number): Respondent {
  return {
    draftHash: hashToken(`${id} draft ${surveyId}`),
    browserKey: `browser:${hashToken(`${id} once ${surveyId}`)}`,
    cookie,
  };
}
