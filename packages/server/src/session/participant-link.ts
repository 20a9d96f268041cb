import { type LinkOf, linksOfKey, participantLinkKey } from "../model/participant.ts";
import type { Store } from "../store/store.ts";

/** The parameter of a survey's address that names a participant. */
export const participantParameter = "p";

/** 128 bits as base64url. */
const linkPattern = /^[\w-]{22}$/;

/** Whether a text can be the link of a participant. */
export function isParticipantLink(text: string): boolean {
  return linkPattern.test(text);
}

/** How links of participants are made, see {@link linksOfKey}. */
export async function participantLinks({
  readInstallationKey,
}: Pick<Store, "readInstallationKey">): Promise<LinkOf> {
  return linksOfKey(await readInstallationKey(participantLinkKey));
}
