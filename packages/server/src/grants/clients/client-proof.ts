import { OauthError } from "../oauth/oauth-error.ts";
import type { OauthParameters } from "../oauth/oauth-form.ts";

/** Longest client_id that is looked up, in characters. */
export const longestClientId = 8192;

/** Who a program says that it is, and what it proves that with. */
export interface ClientProof {
  readonly clientId: string;
  /** Undefined for one that has none. */
  readonly secret: string | undefined;
  /** Whether it came in the header, so that a refusal has to name the scheme (RFC 6749, section 5.2). */
  readonly isBasic: boolean;
}

/** Reads client_id and secret from the header or the form, not from both (RFC 6749, section 2.3.1). @throws `OauthError` */
export function readClientProof(
  authorization: string | undefined,
  parameters: Pick<OauthParameters, "get">,
): ClientProof {
  const clientId = parameters.get("client_id");
  const secret = parameters.get("client_secret");
  const basic = basicProof(authorization);
  if (basic === undefined) {
    if (clientId === undefined) throw new OauthError("invalid_client", missing);
    return { clientId, secret, isBasic: false };
  }
  if (secret !== undefined || (clientId !== undefined && clientId !== basic.clientId))
    throw new OauthError("invalid_request", "Prove the client once: in the header or in the body.");
  return basic;
}

const missing = "client_id is missing. Send it in the body, or with the secret in the header Authorization.";

/** Each part is percent-encoded as in forms before the pair is encoded; clients whose ids need no encoding leave that out. */
function basicProof(authorization: string | undefined): ClientProof | undefined {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(authorization ?? "") ?? [];
  if (encoded === undefined) return undefined;
  const [, clientId, secret] = /^([^:]+):(.*)$/s.exec(Buffer.from(encoded, "base64").toString("utf8")) ?? [];
  if (clientId === undefined || secret === undefined) throw wrongClient(true);
  return { clientId: formDecoded(clientId), secret: formDecoded(secret) || undefined, isBasic: true };
}

function formDecoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll("+", " "));
  } catch {
    return text;
  }
}

/** The refusal of a client that is not known, or has not proven itself. */
function wrongClient(isBasic: boolean): OauthError {
  const description =
    "The client is unknown or disabled, or its secret is wrong or missing. Check client_id and client_secret.";
  return new OauthError("invalid_client", description, isBasic ? { headers: basicChallenge } : {});
}

/** RFC 7617, section 2. */
export const basicChallenge = { "WWW-Authenticate": 'Basic realm="oauth", charset="UTF-8"' } as const;
