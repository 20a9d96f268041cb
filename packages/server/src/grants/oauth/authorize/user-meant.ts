import { decodeJwt, errors } from "jose";
import type { Session } from "../../../session/page-request.ts";
import type { Store } from "../../../store/store.ts";
import { findOpenid } from "../../../store/tokens/grant-table.ts";
import { OauthError } from "../oauth-error.ts";
import type { CheckedOauthRequest } from "./oauth-checks.ts";
import { isTooLongAgo } from "./recent-sign-in.ts";

/**
 * Checks that the user who is signed in is the one that the client means (OpenID Connect Core, section 3.1.2.2): no token is given for
 * another one. With `prompt=none` nothing can be asked, so the sign-in has to be recent enough too (section 3.1.2.1).
 *
 * @throws `OauthError` `login_required`
 */
export async function checkUserMeant(
  store: Store,
  request: CheckedOauthRequest,
  session: Session,
): Promise<void> {
  if (request.prompts.has("none") && isTooLongAgo(request, session))
    throw new OauthError("login_required", "The user signed in longer ago than max_age allows.");
  const hint = request.parameters.get("id_token_hint");
  if (hint === undefined) return;
  const { applicationId } = request.client;
  const openid =
    applicationId === undefined
      ? undefined
      : await findOpenid(store.reader, { applicationId, userId: session.user.id });
  if (openid === undefined || subjectOf(hint) !== openid)
    throw new OauthError("login_required", "The user of id_token_hint is not the one who is signed in.");
}

/** Its signature is not looked at: a hint can only lead to a refusal, and the key that signed it may be gone. */
function subjectOf(hint: string): string | undefined {
  try {
    return decodeJwt(hint).sub;
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined;
    throw error;
  }
}
