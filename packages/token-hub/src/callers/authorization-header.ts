/** Name of the way in which requests are signed, in `Authorization` and in `WWW-Authenticate`. */
export const signatureScheme = "SOP-HMAC-SHA256";

/** What a request says of who sends it. */
export type Authorization =
  | {
      readonly kind: "signed";
      readonly callerId: string;
      /** Seconds since 1970, as the caller's clock has it. */
      readonly time: number;
      readonly nonce: string;
      readonly signature: Buffer;
    }
  | { readonly kind: "bearer"; readonly callerId: string; readonly secret: string };

/** One form only, down to the spaces, so that nothing in it can be read in two ways. */
const signedShape =
  /^SOP-HMAC-SHA256 caller=(hubc_[\w-]{12}), time=(\d{1,11}), nonce=([\w-]{22,128}), signature=([\w-]{43})$/;
const bearerShape = /^Bearer (hubc_[\w-]{12})\.([\w-]{1,128})$/;

/** Reads the `Authorization` header; undefined for every other form. */
export function readAuthorization(header: string | undefined): Authorization | undefined {
  return header === undefined ? undefined : (readSigned(header) ?? readBearer(header));
}

function readSigned(header: string): Authorization | undefined {
  const [, callerId = "", time, nonce = "", encoded = ""] = signedShape.exec(header) ?? [];
  const signature = Buffer.from(encoded, "base64url");
  // The last character has unused bits, so another character would encode the same signature; only one spelling is accepted.
  if (time === undefined || signature.toString("base64url") !== encoded) return undefined;
  return { kind: "signed", callerId, time: Number(time), nonce, signature };
}

function readBearer(header: string): Authorization | undefined {
  const [, callerId = "", secret] = bearerShape.exec(header) ?? [];
  return secret === undefined ? undefined : { kind: "bearer", callerId, secret };
}
