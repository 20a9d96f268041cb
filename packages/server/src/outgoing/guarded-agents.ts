import { lookup as systemLookup, type LookupAddress } from "node:dns";
import { Agent as HttpAgent, type ClientRequestArgs } from "node:http";
import { Agent as HttpsAgent } from "node:https";
import { isIP, type LookupFunction, type Socket } from "node:net";
import { mayConnect, type OpenedReceivers, type Receiver } from "../model/opened-receivers.ts";

/** An address that nothing is sent to. */
export class RefusedAddressError extends Error {
  override readonly name = "RefusedAddressError";
}

/** Resolves all addresses of a name. */
export type ResolveAll = (
  host: string,
  done: (error: Error | null, addresses: readonly LookupAddress[]) => void,
) => void;

/** As the system resolves names, with its file of hosts. */
export const resolveAll: ResolveAll = (host, done) => {
  systemLookup(host, { all: true, order: "verbatim" }, (error, addresses) => done(error, addresses));
};

/** Connections that are kept open for the next event, in all and per receiver. */
const keptInAll = 256;
const keptPerReceiver = 8;
/** Shorter than usual servers keep theirs, so that an event is rarely sent on one that is just being closed. */
const keptMilliseconds = 4000;

/** What makes guarded connections. */
export interface GuardOptions {
  readonly opened: OpenedReceivers;
  readonly resolve: ResolveAll;
}

/** Connections to receivers: see {@link guardedAgent}. */
export type GuardedAgents = ReturnType<typeof guardedAgents>;

/** Makes what connects to receivers by http and by https. */
export function guardedAgents(options: GuardOptions) {
  const kept = {
    keepAlive: true,
    timeout: keptMilliseconds,
    maxTotalSockets: keptInAll,
    maxFreeSockets: keptInAll,
    maxSockets: keptPerReceiver,
  };
  const http = guardedAgent(new HttpAgent(kept), 80, options);
  const https = guardedAgent(new HttpsAgent(kept), 443, options);
  return {
    agentFor: ({ protocol }: URL) => (protocol === "https:" ? https : http),
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

/**
 * Makes an agent connect only to addresses that may be reached. Names are resolved here, once, and the connection is made to exactly
 * the addresses that were checked: what a second look-up would say does not matter (DNS rebinding). The address that the socket
 * is connected to in the end is checked again.
 */
function guardedAgent<Agent extends HttpAgent>(
  agent: Agent,
  defaultPort: number,
  options: GuardOptions,
): Agent {
  const connect = agent.createConnection.bind(agent);
  agent.createConnection = (connection, done) => {
    const receiver = receiverOfConnection(connection, defaultPort);
    refuseLiteral(receiver, options.opened);
    const socket = connect({ ...connection, lookup: guardedLookup(receiver, options) }, done);
    // It is a socket of node's, whose type is wider here.
    if (socket) destroyWhenRefused(socket as Socket, receiver, options.opened);
    return socket;
  };
  return agent;
}

function receiverOfConnection({ host, port }: ClientRequestArgs, defaultPort: number): Receiver {
  const number = Number(port ?? defaultPort);
  const name = (host ?? "").replaceAll(/[[\]]/g, "").replace(/\.$/, "");
  return { host: name, port: number, isDefaultPort: number === defaultPort };
}

/** No name is looked up for a host that is an address. */
function refuseLiteral(receiver: Receiver, opened: OpenedReceivers): void {
  if (isIP(receiver.host) !== 0 && !mayConnect(receiver, receiver.host, opened)) throw refused();
}

function guardedLookup(receiver: Receiver, { opened, resolve }: GuardOptions): LookupFunction {
  return (host, { all = false }, done) => {
    resolve(host, (error, addresses) => {
      if (error !== null) return done(error, "", 0);
      const [first] = addresses;
      const isFree = addresses.every(({ address }) => mayConnect(receiver, address, opened));
      // One address that may not be reached is enough: which one is tried first is not ours to say.
      if (first === undefined || !isFree) return done(refused(), "", 0);
      if (all) done(null, [...addresses]);
      else done(null, first.address, first.family);
    });
  };
}

/** Before anything was sent: the request is written once the socket is connected. */
function destroyWhenRefused(socket: Socket, receiver: Receiver, opened: OpenedReceivers): void {
  socket.prependOnceListener("connect", () => {
    if (!mayConnect(receiver, socket.remoteAddress ?? "", opened)) socket.destroy(refused());
  });
}

function refused(): RefusedAddressError {
  return new RefusedAddressError("The address is not one that the platform connects to");
}
