import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

/** The origin under which tests of passkeys reach the platform: plain HTTP, so cookies keep their plain names. */
export const passkeyOrigin = "http://localhost:8787";
export const passkeySettings = { authUrl: passkeyOrigin } as const;

/** What a test makes an authenticator, or the browser in front of it, do wrong. */
export interface Misbehaviour {
  readonly origin?: string;
  readonly rpId?: string;
  readonly challenge?: string;
  readonly type?: string;
  readonly crossOrigin?: boolean;
  readonly isUserVerified?: boolean;
  readonly userHandle?: string | null;
  readonly counter?: number;
  readonly breaksSignature?: boolean;
}

/** What a page asks the browser for, as far as tests read it. */
interface Options {
  readonly challenge: string;
  readonly rp?: { readonly id: string };
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** The options that a page hands to its script. */
export function passkeyOptionsOf(html: string): Options {
  const [, json = ""] = /data-options="([^"]*)"/.exec(html) ?? [];
  if (json === "") throw new Error("the page asks for no passkey");
  // The page's own script reads the same.
  return JSON.parse(json.replaceAll("&quot;", '"').replaceAll("&amp;", "&")) as Options;
}

/** A passkey in software, with a signature key of its own. */
export class SoftwareAuthenticator {
  readonly credentialId = randomBytes(32).toString("base64url");
  counter = 0;
  userHandle = "";
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { x = "", y = "" } = publicKey.export({ format: "jwk" });
    this.#key = privateKey;
    this.#publicKey = cosePublicKey(Buffer.from(x, "base64url"), Buffer.from(y, "base64url"));
  }

  /** The response to a registration, as the page's script sends it. */
  register(options: Options, wrong: Misbehaviour = {}): string {
    this.userHandle = options.user?.id ?? "";
    const id = Buffer.from(this.credentialId, "base64url");
    const attested = Buffer.concat([Buffer.alloc(16), lengthOf(id), id, this.#publicKey]);
    const authenticatorData = this.#authenticatorData(options.rp?.id, wrong, attested);
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ["fmt", "none"],
        ["attStmt", new Map()],
        ["authData", new Uint8Array(authenticatorData)],
      ]) as never,
    );
    return this.#text({
      clientDataJSON: clientData("webauthn.create", options, wrong).toString("base64url"),
      attestationObject: Buffer.from(attestation).toString("base64url"),
      transports: ["internal"],
    });
  }

  /** The response to a sign-in, as the page's script sends it. */
  sign(options: Options, wrong: Misbehaviour = {}): string {
    const authenticatorData = this.#authenticatorData(options.rpId, wrong);
    const clientDataJson = clientData("webauthn.get", options, wrong);
    const hash = createHash("sha256").update(clientDataJson).digest();
    const signature = sign("sha256", Buffer.concat([authenticatorData, hash]), this.#key);
    if (wrong.breaksSignature === true) signature.writeUInt8(signature.readUInt8(20) ^ 1, 20);
    const userHandle = wrong.userHandle === undefined ? this.userHandle : wrong.userHandle;
    return this.#text({
      clientDataJSON: clientDataJson.toString("base64url"),
      authenticatorData: authenticatorData.toString("base64url"),
      signature: signature.toString("base64url"),
      ...(userHandle !== null && { userHandle }),
    });
  }

  #text(response: object): string {
    const id = this.credentialId;
    return JSON.stringify({ id, rawId: id, type: "public-key", response });
  }

  #authenticatorData(rpId: string | undefined, wrong: Misbehaviour, attested?: Buffer): Buffer {
    const flags = 0x01 | (wrong.isUserVerified === false ? 0 : 0x04) | (attested === undefined ? 0 : 0x40);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(wrong.counter ?? this.counter);
    const rpIdHash = createHash("sha256")
      .update(wrong.rpId ?? rpId ?? "")
      .digest();
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)]);
  }
}

function clientData(type: string, { challenge }: Options, wrong: Misbehaviour): Buffer {
  return Buffer.from(
    JSON.stringify({
      type: wrong.type ?? type,
      challenge: wrong.challenge ?? challenge,
      origin: wrong.origin ?? passkeyOrigin,
      crossOrigin: wrong.crossOrigin ?? false,
    }),
  );
}

function lengthOf({ length }: Buffer): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(length);
  return bytes;
}

/** An ES256 key in COSE (RFC 9053, section 2.1). */
function cosePublicKey(x: Buffer, y: Buffer): Buffer {
  const key = new Map<number, number | Uint8Array>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(x)],
    [-3, new Uint8Array(y)],
  ]);
  return Buffer.from(isoCBOR.encode(key));
}
