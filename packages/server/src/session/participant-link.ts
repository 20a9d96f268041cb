import { createHmac } from "node:crypto";
import type { LinkOf } from "../store/surveys/participant-table.ts";
import type { Store } from "../store/store.ts";

/** The parameter of a survey's address that names a participant. */
export const participantParameter = "p";

/** 128 bits as base64url. */
const linkPattern = /^[\w-]{22}$/;

/** Whether a text can be the link of a participant. */
export function isParticipantLink(text: string): boolean {
  return linkPattern.test(text);
}

/**
 * How links of participants are made: of a random nonce in each row and a key of the installation, so that mails and pages can show them again
 * while the table of participants alone opens nothing.
 */
export async function participantLinks({
  readInstallationKey,
}: Pick<Store, "readInstallationKey">): Promise<LinkOf> {
  const key = await readInstallationKey("participant-links");
  return (nonce) => createHmac("sha256", key).update(nonce).digest().subarray(0, 16).toString("base64url");
}
