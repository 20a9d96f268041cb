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

/**
 * One form only, down to the spaces, so that nothing in it can be read in two ways. The last character of a signature has
 * two unused bits: others would encode the same signature (RFC 4648, section 3.5), and only zeros are accepted.
 */
const signedShape =
  /^SOP-HMAC-SHA256 caller=(hubc_[\w-]{12}), time=(\d{1,11}), nonce=([\w-]{22,128}), signature=([\w-]{42}[048AEIMQUYcgkosw])$/;
const bearerShape = /^Bearer (hubc_[\w-]{12})\.([\w-]{1,128})$/;

/** Reads the `Authorization` header; undefined for every other form. */
export function readAuthorization(header: string | undefined): Authorization | undefined {
  return header === undefined ? undefined : (readSigned(header) ?? readBearer(header));
}

function readSigned(header: string): Authorization | undefined {
  const [, callerId = "", time, nonce = "", encoded = ""] = signedShape.exec(header) ?? [];
  if (time === undefined) return undefined;
  return {
    kind: "signed",
    callerId,
    time: Number(time),
    nonce,
    signature: Buffer.from(encoded, "base64url"),
  };
}

function readBearer(header: string): Authorization | undefined {
  const [, callerId = "", secret] = bearerShape.exec(header) ?? [];
  return secret === undefined ? undefined : { kind: "bearer", callerId, secret };
}
