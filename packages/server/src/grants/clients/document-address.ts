import { isIP } from "node:net";
import { isOpenedHost, type OpenedReceivers } from "../../model/opened-receivers.ts";
import { isPublicName } from "../../model/public-address.ts";
import { receiverOf } from "../../model/webhook-address.ts";

/** Longest address of a metadata document, in characters. */
export const documentAddressMaximum = 1000;

/** Whether a client_id is meant as an address; no appid and no registration is. */
export function isLikeAddress(clientId: string): boolean {
  return /^[a-z][a-z\d+.-]*:/i.test(clientId);
}

/**
 * Reads a client_id as the address of a metadata document (draft-ietf-oauth-client-id-metadata-document, section 3). It must be
 * written as a URL parser writes it, so that no two programs can read two addresses in it: https, a name of the public internet at
 * the default port, and a path. For a host and port that the operator opened, http will do.
 *
 * @returns undefined when it is none
 */
export function readDocumentAddress(clientId: string, opened: OpenedReceivers): URL | undefined {
  if (clientId.length > documentAddressMaximum || !URL.canParse(clientId)) return undefined;
  const url = new URL(clientId);
  // What a parser changes: capitals, `/x/../`, `:443`, numbers that stand for an IP address, full-width letters, backslashes.
  if (url.href !== clientId || !/^https?:$/.test(url.protocol) || hasRefusedPart(url, clientId))
    return undefined;
  return isOpenedHost(receiverOf(url), opened) || isPublicHttps(url) ? url : undefined;
}

/** What a parser leaves as it is. */
function hasRefusedPart({ hostname, pathname }: URL, text: string): boolean {
  return text.includes("#") || text.includes("@") || pathname === "/" || hostname.endsWith(".");
}

function isPublicHttps(url: URL): boolean {
  const { host, isDefaultPort } = receiverOf(url);
  return url.protocol === "https:" && isDefaultPort && isIP(host) === 0 && isPublicName(host);
}
