import type { RelyingParty } from "../../model/relying-party.ts";
import { challengeSeconds } from "../../store/people/passkey-challenge-table.ts";
import type { ListedPasskey } from "../../store/people/passkey-table.ts";
import { passkeyLibrary } from "./passkey-library.ts";
import { acceptedAlgorithms } from "./passkey-response.ts";

/** A challenge as it is stored, and for whom. */
interface Challenged {
  readonly relyingParty: RelyingParty;
  readonly challenge: string;
}

const timeout = challengeSeconds * 1000;

/** What `navigator.credentials.get()` is asked for. Without passkeys the user chooses among those of this platform. */
export async function requestOptions(
  { relyingParty, challenge }: Challenged,
  passkeys: readonly ListedPasskey[] = [],
): Promise<object> {
  const { generateAuthenticationOptions } = await passkeyLibrary();
  return generateAuthenticationOptions({
    rpID: relyingParty.id,
    challenge: bytesOf(challenge),
    timeout,
    userVerification: "required",
    allowCredentials: passkeys.map(descriptorOf),
  });
}

/** The user of a new passkey, and how the platform is called where passkeys are listed. */
export interface PasskeyUser {
  readonly platformName: string;
  readonly handle: string;
  readonly username: string;
  readonly nickname: string;
  /** Authenticators that have one of these are not registered again. */
  readonly passkeys: readonly ListedPasskey[];
}

/** What `navigator.credentials.create()` is asked for: a discoverable credential with user verification. */
export async function creationOptions(
  { relyingParty, challenge }: Challenged,
  { platformName, handle, username, nickname, passkeys }: PasskeyUser,
): Promise<object> {
  const { generateRegistrationOptions } = await passkeyLibrary();
  return generateRegistrationOptions({
    rpID: relyingParty.id,
    rpName: platformName,
    userID: bytesOf(handle),
    userName: username,
    userDisplayName: nickname,
    challenge: bytesOf(challenge),
    timeout,
    attestationType: "none",
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: acceptedAlgorithms,
    excludeCredentials: passkeys.map(descriptorOf),
  });
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(base64url, "base64url"));
}

function descriptorOf({ credentialId, transports }: ListedPasskey) {
  return { id: credentialId, transports: [...transports] };
}
