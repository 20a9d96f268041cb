import { z } from "zod";
import type { RelyingParty } from "../../model/relying-party.ts";
import { passkeyLibrary } from "./passkey-library.ts";

/** Signature algorithms that are accepted: ES256, EdDSA and RS256. */
export const acceptedAlgorithms = [-7, -8, -257];

const base64url = z.string().regex(/^[\w-]{1,8192}$/);

/** How browsers reach an authenticator; what else one claims is ignored. */
const transports = ["ble", "cable", "hybrid", "internal", "nfc", "smart-card", "usb"] as const;

const common = { id: base64url.max(1400), rawId: base64url, type: z.literal("public-key") };

/** What a browser sends after `navigator.credentials.get()`. */
const assertionSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: base64url.nullish().transform((handle) => handle ?? undefined),
  }),
});

/** What a browser sends after `navigator.credentials.create()`. */
const attestationSchema = z.object({
  ...common,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: z.string().regex(/^[\w-]{1,40000}$/),
    transports: z
      .array(z.string())
      .catch([])
      .transform((given) => transports.filter((one) => given.includes(one))),
  }),
});

/** A well-formed response to a sign-in; nothing of it is proven. */
export type Assertion = z.infer<typeof assertionSchema>;

/** Reads a response to a sign-in; undefined when it is malformed. */
export function readAssertion(text: string): Assertion | undefined {
  return assertionSchema.safeParse(parseJson(text)).data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a response has to match. */
interface Expected {
  readonly relyingParty: RelyingParty;
  readonly challenge: string;
}

/** The stored key that a response has to be signed with. */
export interface ExpectedSigner extends Expected {
  readonly publicKey: string;
  readonly userHandle: string;
  /** Whether the user was known before: then an authenticator may leave the user handle out. */
  readonly isUserKnown: boolean;
}

/**
 * Checks a response to a sign-in (WebAuthn, section 7.2): challenge, origin, relying party, user verification, user handle
 * and signature. The counter is compared by the store, in the statement that notes the use.
 *
 * @returns the authenticator's counter; undefined when the response is refused
 */
export async function checkAssertion(
  { id, rawId, type, response }: Assertion,
  { relyingParty, challenge, publicKey, userHandle, isUserKnown }: ExpectedSigner,
): Promise<number | undefined> {
  // The response has to name the owner of the key (step 6).
  if ((response.userHandle ?? (isUserKnown && userHandle)) !== userHandle) return undefined;
  if (isFromFrame(response.clientDataJSON)) return undefined;
  const { userHandle: _userHandle, ...signed } = response;
  const { verifyAuthenticationResponse } = await passkeyLibrary();
  const checked = await orUndefined(() =>
    verifyAuthenticationResponse({
      response: { id, rawId, type, response: signed, clientExtensionResults: {} },
      ...expectedOf({ relyingParty, challenge }),
      credential: { id, publicKey: new Uint8Array(Buffer.from(publicKey, "base64url")), counter: 0 },
    }),
  );
  return checked?.verified === true ? checked.authenticationInfo.newCounter : undefined;
}

/** A new passkey, as it is stored. */
export interface CheckedRegistration {
  readonly credentialId: string;
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
}

/** Reads and checks a response to a registration (WebAuthn, section 7.1); undefined when it is refused. */
export async function checkRegistration(
  text: string,
  expected: Expected,
): Promise<CheckedRegistration | undefined> {
  const { data } = attestationSchema.safeParse(parseJson(text));
  if (data === undefined || isFromFrame(data.response.clientDataJSON)) return undefined;
  const { verifyRegistrationResponse } = await passkeyLibrary();
  const checked = await orUndefined(() =>
    verifyRegistrationResponse({
      response: { ...data, clientExtensionResults: {} },
      ...expectedOf(expected),
      supportedAlgorithmIDs: acceptedAlgorithms,
    }),
  );
  if (checked?.verified !== true) return undefined;
  const { id, publicKey, counter } = checked.registrationInfo.credential;
  return {
    credentialId: id,
    publicKey: Buffer.from(publicKey).toString("base64url"),
    counter,
    transports: data.response.transports,
  };
}

function expectedOf({ relyingParty, challenge }: Expected) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    requireUserVerification: true,
  };
}

/** The platform's pages are never in a frame of another origin (WebAuthn, section 13.4.9). */
function isFromFrame(clientDataJson: string): boolean {
  const data = parseJson(Buffer.from(clientDataJson, "base64url").toString());
  return !z.object({ crossOrigin: z.literal(false).optional() }).safeParse(data).success;
}

/** The library throws where a response is not as expected. */
async function orUndefined<Result>(check: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await check();
  } catch {
    return undefined;
  }
}
