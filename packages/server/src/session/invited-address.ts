import { parseMailAddress } from "../model/mail-address.ts";
import { textsFor } from "../pages/texts/texts.ts";
import { rateLimitKey } from "../store/installation/rate-limit-table.ts";
import type { InvitationMail } from "../store/people/invitation-table.ts";
import type { Store } from "../store/store.ts";
import type { UserRequest } from "./page-request.ts";

/** Invitations that one user can have sent by mail: each goes to an address of the user's choice. */
export const invitationsOfUser = { perMinute: 0.5, burst: 30 };

/** How an invitation is to be sent, or what is wrong with the address that was typed. */
export type InvitedAddress =
  | { readonly mail: InvitationMail | undefined; readonly problem?: undefined }
  | { readonly problem: string };

/** Reads the address of a form that invites. An empty one, and any where no mail is sent, means that the link is passed on by hand. */
export async function readInvitedAddress(
  store: Store,
  { language, session: { user } }: UserRequest,
  { typed, token }: { readonly typed: string; readonly token: string },
): Promise<InvitedAddress> {
  if (typed.trim() === "" || store.policy.sendsMail !== true) return { mail: undefined };
  const { invitedAddress: words } = textsFor(language);
  const address = parseMailAddress(typed.trim());
  if (address === undefined) return { problem: words.malformed };
  const key = rateLimitKey("invitation-mail", String(user.id));
  if ((await store.consumeTokens([{ key, limit: invitationsOfUser }])) !== undefined)
    return { problem: words.too_many };
  return { mail: { address, language, token, invitedBy: user.nickname } };
}
