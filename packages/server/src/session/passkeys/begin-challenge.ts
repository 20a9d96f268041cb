import { PlatformError } from "../../errors.ts";
import type { RelyingParty } from "../../model/relying-party.ts";
import { makeRandomId } from "../../model/token.ts";
import { PageError } from "../../pages/page-error.ts";
import { beginPasskeyChallenge, type ChallengeKey } from "../../store/people/passkey-challenge-table.ts";
import { bucketsOfAddress } from "../../store/installation/rate-limit-table.ts";
import type { Store } from "../../store/store.ts";
import type { PageRequest } from "../page-request.ts";

/** Challenges that one address may begin; each leads to one check of a signature at most. */
export const challengesOfAddress = { perMinute: 60, burst: 100 };

/**
 * Makes the challenge that the passkey of a browser signs next.
 *
 * @throws `PageError` `not_found` where there can be no passkeys
 * @throws `PlatformError` `request_rate_limited`
 */
export async function beginChallenge(
  store: Store,
  pageRequest: PageRequest,
  key: ChallengeKey,
): Promise<void> {
  requireRelyingParty(pageRequest);
  const buckets = bucketsOfAddress(pageRequest.address, challengesOfAddress, "passkey");
  const retryAfterSeconds = (await store.consumeTokens(buckets))?.retryAfterSeconds;
  if (retryAfterSeconds !== undefined) throw new PlatformError("request_rate_limited", { retryAfterSeconds });
  await store.write(beginPasskeyChallenge, { ...key, challenge: makeRandomId() });
}

/** This platform as passkeys know it. @throws `PageError` `not_found` where there can be no passkeys */
export function requireRelyingParty({ relyingParty }: PageRequest): RelyingParty {
  if (relyingParty === undefined) throw new PageError("not_found", { status: 404 });
  return relyingParty;
}
