import { isIP } from "node:net";

/** This platform as passkeys know it (WebAuthn, section 5.1.2). */
export interface RelyingParty {
  /** The host that passkeys are bound to. */
  readonly id: string;
  /** The one origin from which responses are accepted. */
  readonly origin: string;
}

/**
 * The relying party of a platform. A browser has passkeys for a domain with TLS, and for `localhost`, but not for an address
 * in numbers. Without a configured origin the Host header of the request would decide, so only `localhost` counts then.
 *
 * @param origin of the pages
 * @param isConfigured whether the operator has set it
 * @returns undefined where no passkeys are possible
 */
export function relyingPartyOf(origin: string, isConfigured: boolean): RelyingParty | undefined {
  const { protocol, hostname } = new URL(origin);
  const isPossible = isConfigured && protocol === "https:" && isIP(hostname.replaceAll(/[[\]]/g, "")) === 0;
  return isPossible || hostname === "localhost" ? { id: hostname, origin } : undefined;
}
