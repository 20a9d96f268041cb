import { consumePasskeyChallenge, type ChallengeKey } from "../../store/people/passkey-challenge-table.ts";
import { findPasskey, type PasskeyUse } from "../../store/people/passkey-table.ts";
import type { Store } from "../../store/store.ts";
import type { PageRequest } from "../page-request.ts";
import { requireRelyingParty } from "./begin-challenge.ts";
import { checkAssertion, readAssertion, type Assertion } from "./passkey-response.ts";
import { userHandles } from "./user-handle.ts";

/** A response that was refused, and whose passkey it claims to be, for the log. */
export interface RefusedPasskey {
  readonly refusedOf: string;
}

/**
 * Checks what the passkey of a browser signed. The challenge is used up first, so a response counts once and a wrong one
 * needs a new challenge.
 *
 * @param key the challenge, and by its purpose whether the user was known before
 */
export type CheckPasskey = (
  pageRequest: PageRequest,
  key: ChallengeKey,
  response: string,
) => Promise<PasskeyUse | RefusedPasskey>;

/** Makes the {@link CheckPasskey} of one form. */
export function passkeyCheck(store: Store): CheckPasskey {
  const handleOf = userHandles(store);
  return async (pageRequest, key, response) => {
    const challenge = await store.write(consumePasskeyChallenge, key);
    const assertion = readAssertion(response);
    if (assertion === undefined) return { refusedOf: "" };
    const refused = { refusedOf: `passkey ${assertion.id}` };
    const passkey = await findPasskey(store.reader, assertion.id);
    if (challenge === undefined || passkey === undefined) return refused;
    const { credentialId, publicKey, userId, username } = passkey;
    const expected = { challenge, publicKey, userHandle: await handleOf(userId) };
    const counter = await counterOf(pageRequest, key, { assertion, expected });
    if (counter === undefined) return { refusedOf: username };
    return { credentialId, userId, username, counter, address: pageRequest.address.text };
  };
}

interface Claim {
  readonly assertion: Assertion;
  readonly expected: { readonly challenge: string; readonly publicKey: string; readonly userHandle: string };
}

function counterOf(
  pageRequest: PageRequest,
  { purpose }: ChallengeKey,
  { assertion, expected }: Claim,
): Promise<number | undefined> {
  const relyingParty = requireRelyingParty(pageRequest);
  return checkAssertion(assertion, { ...expected, relyingParty, isUserKnown: purpose === "step_up" });
}
