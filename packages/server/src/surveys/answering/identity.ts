import { needsSignIn } from "../../model/respondent-rules.ts";
import { hashToken } from "../../model/token.ts";
import type { PageRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import type { Participant } from "../../store/surveys/participant-table.ts";
import type { SurveyToAnswer } from "./closed-reason.ts";
import {
  findSessionRespondent,
  findThirdPartyRespondent,
} from "../../store/people/respondent-session-table.ts";

/** Who answers, as far as a session says so. */
export interface Identity {
  /** Of the user. */
  readonly id: number;
  readonly nickname: string;
  /** What the application of the survey's own team calls this user; "" for everyone else, and in surveys of others. */
  readonly openid: string;
  /** Whether the team of the survey brought this respondent here, by a login code. */
  readonly isBrought: boolean;
}

/**
 * Who answers a survey. A respondent whom the survey's own team brought here comes before the user who is signed in: the
 * application decides for whom the survey is opened.
 */
export async function identityOf(
  store: Store,
  pageRequest: PageRequest,
  survey: Pick<SurveyToAnswer, "ownerId">,
): Promise<Identity | undefined> {
  const token = pageRequest.cookies.get("sop_respondent_session");
  const known = token === undefined ? undefined : await findSessionRespondent(store.reader, hashToken(token));
  const brought = known && { ...known, openid: openidIn(survey, known) };
  if (brought !== undefined && brought.openid !== "") return { ...brought, isBrought: true };
  return (await userOf(store, pageRequest, survey)) ?? (brought && { ...brought, isBrought: false });
}

async function userOf(
  store: Store,
  { session }: PageRequest,
  survey: Pick<SurveyToAnswer, "ownerId">,
): Promise<Identity | undefined> {
  if (session === undefined) return undefined;
  const account = await findThirdPartyRespondent(store.reader, session.user.id);
  const openid = account === undefined ? "" : openidIn(survey, account);
  return { id: session.user.id, nickname: session.user.nickname, openid, isBrought: false };
}

/** Other teams do not get to know what an application calls its users. */
function openidIn(
  { ownerId }: Pick<SurveyToAnswer, "ownerId">,
  { teamId, openid }: { readonly teamId: number; readonly openid: string },
): string {
  return teamId === ownerId ? openid : "";
}

/** What decides whether an answer keeps a name. */
type Naming = Pick<SurveyToAnswer, "requiresSignIn" | "once" | "onlyListed" | "isAnonymous">;

/** Who is signed in, and whose link was opened. */
interface Answering {
  readonly identity: Identity | undefined;
  readonly participant: Pick<Participant, "userId"> | undefined;
}

/** Under whose name an answer is kept: only where the survey says so before, or its own team brought the respondent. */
export function nameOf(survey: Naming, who: Answering): Identity | undefined {
  if (survey.isAnonymous) return undefined;
  if (needsSignIn(survey)) return who.identity;
  const isNamed = survey.onlyListed || who.identity?.isBrought === true;
  return isNamed && !isLinkOfOther(who) ? who.identity : undefined;
}

/** The link of somebody else on the list says who answers. */
function isLinkOfOther({ identity, participant }: Answering): boolean {
  const userId = participant?.userId ?? null;
  return userId !== null && userId !== identity?.id;
}
