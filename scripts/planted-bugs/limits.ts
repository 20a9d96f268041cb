import { security, type PlantedBug } from "./planted-bug.ts";

const src = "packages/server/src";

/** The tests of what tokens do, by their names. */
function token(...names: readonly string[]): readonly string[] {
  return names.map((name) => `packages/server/test/token/${name}.test.ts`);
}

/** Mistakes about limits, and about the addresses that they count. */
export const limitBugs: readonly PlantedBug[] = [
  {
    name: "right-secret-past-the-limit",
    breaks: "Guessing goes on past the limit, because the right secret is let through in between.",
    file: `${src}/store/application-table.ts`,
    find: "return refusal ?? application;",
    replace: "return application;",
    caughtBy: [...security("races"), ...token("rate-limits")],
  },
  {
    name: "limit-never-reached",
    breaks: "Requests are counted, and the count has no consequence.",
    file: `${src}/store/rate-limit-table.ts`,
    find: 'sql<boolean>`rate_limits.empty_at <= ${nowMs} + ${fraction(param("room"))}`,',
    replace: 'sql<boolean>`rate_limits.empty_at <= ${nowMs} + ${fraction(param("room"))} + 1e12`,',
    caughtBy: token("rate-limits"),
  },
  {
    name: "limit-held-by-a-clock-that-was-ahead",
    breaks: "After the clock was set back, callers that asked before are refused until it has caught up.",
    file: `${src}/store/rate-limit-table.ts`,
    find: "latest: burst * interval + toleranceMilliseconds",
    replace: "latest: burst * interval + 1000 * 365 * 86_400_000",
    caughtBy: security("moved-clock"),
  },
  {
    name: "limit-begins-again-too-soon",
    breaks: "A clock that is set back by a second gives each caller another burst.",
    file: `${src}/store/rate-limit-table.ts`,
    find: "latest: burst * interval + toleranceMilliseconds",
    replace: "latest: burst * interval",
    caughtBy: security("moved-clock"),
  },
  {
    name: "burst-rounded-down",
    breaks: "The last request of a burst is refused at rates that divide no minute evenly.",
    file: `${src}/store/rate-limit-table.ts`,
    find: "Math.ceil((millisecondsPerMinute * 1024) / perMinute) / 1024",
    replace: "millisecondsPerMinute / perMinute",
    caughtBy: ["packages/server/test/store/rate-limit.test.ts"],
  },
  {
    name: "forwarded-address-believed",
    breaks: "A client that guesses secrets chooses the address under which it is counted.",
    file: "packages/service/src/http/client-address.ts",
    find: "if (trustedProxies === 0) return connectionAddress(direct);",
    replace: "",
    caughtBy: security("caller-address"),
  },
  {
    name: "ipv6-address-counts-alone",
    breaks: "Each of the addresses that one IPv6 caller chooses from has limits of its own.",
    file: "packages/service/src/http/client-address.ts",
    find: 'network: `${groups.slice(0, 4).join(":")}::/64`,',
    replace: "network: text,",
    caughtBy: security("address-networks"),
  },
  {
    name: "port-of-an-address-counts",
    breaks: "A caller whose proxy writes ports has new limits with each connection.",
    file: "packages/service/src/http/client-address.ts",
    find: 'return parseAddress(hops.at(-trustedProxies) ?? "") ?? connectionAddress(direct);',
    replace:
      'return parseAddress(hops.at(-trustedProxies) ?? "") ?? singleAddress(hops.at(-trustedProxies) || direct);',
    caughtBy: security("address-networks"),
  },
  {
    name: "ipv6-site-without-limit",
    breaks: "A caller with many IPv6 networks has the limits of each of them.",
    file: `${src}/store/rate-limit-table.ts`,
    find: "return site === undefined ? [own]",
    replace: "return site !== null ? [own]",
    caughtBy: security("address-networks"),
  },
  {
    name: "right-secret-past-the-limit-of-a-site",
    breaks:
      "A caller with many IPv6 networks guesses on past the limit: the right secret is still let through.",
    file: `${src}/store/application-table.ts`,
    find: "(site && fullBucket(application.siteMilliseconds, site.limit))",
    replace: "(site && undefined)",
    caughtBy: security("address-networks"),
  },
  {
    name: "first-forwarded-address-believed",
    breaks: "Behind a proxy the entry that the caller wrote counts, not the proxy's own.",
    file: "packages/service/src/http/client-address.ts",
    find: "hops.at(-trustedProxies)",
    replace: "hops.at(0)",
    caughtBy: security("caller-address"),
  },
];
