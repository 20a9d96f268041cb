import ipaddr from "ipaddr.js";
import { isPublicAddress, reachedAddress } from "./public-address.ts";

type Network = ReturnType<typeof ipaddr.parseCIDR>;

/** A host and port that events are sent to, as an address names it. */
export interface Receiver {
  /** In lower case; an IPv6 address without brackets. */
  readonly host: string;
  readonly port: number;
  readonly isDefaultPort: boolean;
}

/** What an operator has opened for webhooks, beyond the public internet at the default ports. */
export interface OpenedReceivers {
  readonly networks: readonly Network[];
  /** Each as `host:port`. */
  readonly hosts: ReadonlySet<string>;
}

/**
 * Reads the list of what is opened: networks in CIDR notation, whose addresses may be reached on every port, and `host:port`.
 *
 * @throws Error that says what an entry must be
 */
export function parseOpenedReceivers(text: string): OpenedReceivers {
  const entries = text.split(/[\s,]+/).filter((entry) => entry !== "");
  const networks = entries.filter((entry) => entry.includes("/")).map(parseNetwork);
  const hosts = entries.filter((entry) => !entry.includes("/")).map(parseHost);
  return { networks, hosts: new Set(hosts) };
}

function parseNetwork(entry: string): Network {
  try {
    return ipaddr.parseCIDR(entry);
  } catch {
    throw new Error(mustBe);
  }
}

function parseHost(entry: string): string {
  const [, host, port] = /^(\[[0-9A-Fa-f:.]+\]|[^:@[\]]+):(\d{1,5})$/.exec(entry) ?? [];
  if (host === undefined || Number(port) > 65_535) throw new Error(mustBe);
  return hostWithPort({ host: host.replaceAll(/[[\]]/g, "").toLowerCase(), port: Number(port) });
}

const mustBe = "must be networks such as 10.1.0.0/16 and hosts with ports such as hooks.internal:8443";

/** A receiver as text. */
export function hostWithPort({ host, port }: Pick<Receiver, "host" | "port">): string {
  return host.includes(":") ? `[${host}]:${port}` : `${host}:${port}`;
}

/** Whether the operator named this host and port. */
export function isOpenedHost(receiver: Receiver, { hosts }: OpenedReceivers): boolean {
  return hosts.has(hostWithPort(receiver));
}

/** Whether an IP address is in a network that the operator opened. */
export function isOpenedAddress(address: string, { networks }: OpenedReceivers): boolean {
  const reached = reachedAddress(address);
  if (reached === undefined) return false;
  // Addresses and networks of different versions never match; comparing them would throw.
  return networks.some(
    ([network, bits]) => network.kind() === reached.kind() && reached.match(network, bits),
  );
}

/**
 * Whether a connection for a receiver may be made to an IP address. It is asked of the address that is connected to, for every
 * connection: a name may resolve to another address than when it was checked (DNS rebinding).
 */
export function mayConnect(receiver: Receiver, address: string, opened: OpenedReceivers): boolean {
  if (isOpenedHost(receiver, opened) || isOpenedAddress(address, opened)) return true;
  return receiver.isDefaultPort && isPublicAddress(address);
}
