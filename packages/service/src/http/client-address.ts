import { isIP, SocketAddress } from "node:net";

/** A caller's network address, in the forms that limits and log lines use. */
export interface ClientAddress {
  /** The address in its normal form, without port, brackets or zone. */
  readonly text: string;
  /**
   * What one caller controls: the IPv4 address, or the IPv6 /64. Every host may choose freely among the 2^64
   * addresses of its link (RFC 4291, section 2.5.4), so a limit on single addresses would have no effect.
   */
  readonly network: string;
  /** The IPv6 /48 that the address belongs to, as one site may have it (RFC 6177); undefined for IPv4. */
  readonly site: string | undefined;
}

/** What a request says about where it comes from. */
export interface RequestOrigin {
  /** The address at the other end of the connection; undefined where there is no network socket. */
  readonly remoteAddress: string | undefined;
  /** The value of `X-Forwarded-For`. */
  readonly forwardedFor: string | undefined;
}

/**
 * The network address of the caller. Behind `trustedProxies` proxies of one's own it is the entry that the
 * outermost of them has written into `X-Forwarded-For`; anything further left may be forged by the caller (RFC 7239,
 * sections 4 and 8.1, for the standard form of the header).
 * When that entry is missing or is no address, it is the address of the connection.
 */
export function clientAddress(
  { remoteAddress = "local", forwardedFor = "" }: RequestOrigin,
  trustedProxies: number,
): ClientAddress {
  if (trustedProxies === 0) return connectionAddress(remoteAddress);
  const hops = forwardedFor.split(",").map((hop) => hop.trim());
  return parseAddress(hops.at(-trustedProxies) ?? "") ?? connectionAddress(remoteAddress);
}

/** An address with or without brackets, and with or without a port: proxies write all four. */
const entryPattern = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d{1,5})?$/;

/**
 * Reads an address as proxies write it: `192.0.2.1`, `192.0.2.1:443`, `2001:db8::1`, `[2001:db8::1]:443`.
 *
 * @returns undefined when it is none
 */
export function parseAddress(entry: string): ClientAddress | undefined {
  const [, bracketed, plain] = entryPattern.exec(entry) ?? [];
  const address = bracketed ?? plain ?? entry;
  const version = isIP(address);
  if (version === 0) return undefined;
  return version === 4 ? singleAddress(address) : ipv6Address(address);
}

/** A socket without an address, as a Unix socket has none, counts as one caller. */
function connectionAddress(text: string): ClientAddress {
  return parseAddress(text) ?? singleAddress(text);
}

function singleAddress(text: string): ClientAddress {
  return { text, network: text, site: undefined };
}

function ipv6Address(address: string): ClientAddress {
  const { address: text } = new SocketAddress({ address, family: "ipv6" });
  // A socket that listens on both versions sees IPv4 callers like this (RFC 4291, section 2.5.5.2).
  const [, mapped] = /^::ffff:([\d.]+)$/.exec(text) ?? [];
  if (mapped !== undefined) return singleAddress(mapped);
  const groups = groupsOf(text);
  const translated = translatedAddress(groups);
  if (translated !== undefined) return singleAddress(translated);
  return {
    text,
    network: `${groups.slice(0, 4).join(":")}::/64`,
    site: `${groups.slice(0, 3).join(":")}::/48`,
  };
}

/** The IPv4 address of a caller behind a translator with the well-known prefix `64:ff9b::/96` (RFC 6052, section 2.1). */
function translatedAddress(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(":") !== "64:ff9b:0:0:0:0") return undefined;
  const octets = groups.slice(6).flatMap((group) => {
    const bits = Number.parseInt(group, 16);
    return [bits >> 8, bits & 255];
  });
  return octets.join(".");
}

/** The groups of an address in its normal form, with those that `::` leaves out. */
function groupsOf(address: string): readonly string[] {
  const [left = [], right = []] = address.split("::").map((half) => half.split(":").filter(Boolean));
  return [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
}
