import { isIP } from "node:net";
import { isOpenedHost, mayConnect, type OpenedReceivers, type Receiver } from "../model/opened-receivers.ts";
import { type ResolveAll, resolveAll } from "../outgoing/guarded-agents.ts";

/**
 * Whether the name of a receiver resolves to addresses that may be connected to. It says early what would fail later; what counts is the
 * check of each connection. A name that cannot be resolved at the moment passes.
 */
export function mayReceive(
  receiver: Receiver,
  { opened, resolve = resolveAll }: { readonly opened: OpenedReceivers; readonly resolve?: ResolveAll },
): Promise<boolean> {
  const { host } = receiver;
  if (isOpenedHost(receiver, opened) || isIP(host) !== 0) return Promise.resolve(true);
  return new Promise((done) => {
    resolve(host, (error, addresses) => {
      if (error !== null) done(!isUnknownName(error));
      else
        done(addresses.length > 0 && addresses.every(({ address }) => mayConnect(receiver, address, opened)));
    });
  });
}

function isUnknownName(error: Error): boolean {
  return "code" in error && error.code === "ENOTFOUND";
}
