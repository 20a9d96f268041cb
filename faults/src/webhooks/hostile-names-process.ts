/**
 * Loaded into a process before its program: a name server for `*.hostile.example`. The first label names what it says: addresses with `_`
 * between them, `.` written as `-` and `:` as `x`, of which `then` separates what it says one time and the next.
 */
import dns from "node:dns";
import { syncBuiltinESMExports } from "node:module";

const suffix = ".hostile.example";
const asked = new Map<string, number>();

function addressesOf(host: string) {
  const turns = host.slice(0, -suffix.length).split("_then_");
  const turn = asked.get(host) ?? 0;
  asked.set(host, turn + 1);
  return (turns[turn % turns.length] ?? "").split("_").map((label) => {
    const address = label.replaceAll("x", ":").replaceAll("-", ".");
    return { address, family: address.includes(":") ? 6 : 4 };
  });
}

type Done = (error: Error | null, addresses: ReturnType<typeof addressesOf>) => void;

const system = dns.lookup;
const lookup = (host: string, options: dns.LookupOptions, done: Done) => {
  if (host.endsWith(suffix)) queueMicrotask(() => done(null, addressesOf(host)));
  else Reflect.apply(system, dns, [host, options, done]);
};
Reflect.set(dns, "lookup", lookup);
syncBuiltinESMExports();
