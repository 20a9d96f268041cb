import type { IncomingMessage } from "node:http";

/** Takes the place of the host that a request of HTTP/1.0 need not name. */
export const hostWhenNoneIsNamed = "localhost";

/** A path that has one spelling only: no percent-encoding, no dot, no character that would have to be encoded. */
const plainPath = /^(?:\/[\w-]*)+(?:\?|$)/;
/** A host that has one spelling only, without a port or with one that is no default. */
const plainHost = /^[a-z\d._-]+(?::(?:[1-5]\d{3,4}|[6-9]\d{3}))?$/;

/**
 * The path of a request in normal form (RFC 3986, section 6.2.2), with the query as it was sent: what `fetch` gets in
 * the URL of its request, but that there the query may be spelt differently. Dot segments are resolved, and a target in
 * absolute form (RFC 9112, section 3.2.2) loses its scheme and authority.
 *
 * @returns undefined when target and host make no valid URL; `fetch` is not called with such a request either
 */
export function normalTarget({ url = "", headers }: IncomingMessage): string | undefined {
  const { host = hostWhenNoneIsNamed } = headers;
  if (plainPath.test(url) && plainHost.test(host)) return url;
  return url.startsWith("/") ? targetOfPath(url, host) : targetOfAddress(url);
}

function targetOfPath(path: string, host: string): string | undefined {
  const url = parse(path, `http://${host}${path}`);
  // A host that is read as another one than was sent, such as an address in hexadecimal.
  const isSame = plainHost.test(host) || url?.hostname === host.replace(/:\d+$/, "").toLowerCase();
  return isSame ? url && pathAndQuery(url) : undefined;
}

function targetOfAddress(address: string): string | undefined {
  const url = /^https?:\/\//.test(address) ? parse(address, address) : undefined;
  return url && pathAndQuery(url);
}

function parse(target: string, address: string): URL | undefined {
  const [path = ""] = target.split("?", 1);
  // Some programs read it as a slash, which the URL Standard does too.
  return path.includes("\\") ? undefined : (URL.parse(address) ?? undefined);
}

/** With the fragment, which no client should send: the path or the query ends where it begins. */
function pathAndQuery({ href }: URL): string {
  return href.slice(href.indexOf("/", href.indexOf("://") + 3));
}
