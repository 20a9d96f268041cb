import type { Config } from "../../../config/settings.ts";
import { isLoopbackOrigin, isPublic } from "../../../health/public-address.ts";
import type { InstallationFacts } from "../../../store/installation/installation-facts.ts";
import { isLoopbackHost } from "@survey-open-platform/service";
import type { Finding } from "./finding.ts";

/**
 * Whether the settings describe the proxy that a public platform has in front of it.
 *
 * @param facts undefined where the data could not be read
 */
export function checkProxy(config: Config, facts: InstallationFacts | undefined): readonly Finding[] {
  const hasPublicApplications =
    facts?.applications.some(({ redirectUris }) => redirectUris.some(isPublicHttps)) ?? false;
  if (!isPublic(config) && config.trustProxy === 0 && !hasPublicApplications) return [onThisMachineOnly];
  return [...publicAddress(config), ...trustedProxies(config), secureCookies(config)];
}

/** An application with such an address is used from other machines, so its users reach the platform from there too. */
function isPublicHttps(redirectUri: string): boolean {
  return redirectUri.startsWith("https:") && !isLoopbackOrigin(redirectUri);
}

const onThisMachineOnly: Finding = {
  level: "note",
  check: "public-address",
  says: "The settings are those of a platform that only this machine reaches (auth-url is empty, trust-proxy is 0).",
  todo: "If a proxy is in front, set SOP_AUTH_URL to its https origin and SOP_TRUST_PROXY to the number of proxies. Without them, session cookies are not confined to https, and limits per address count all callers as one.",
};

function publicAddress({ host, authUrl }: Config): readonly Finding[] {
  if (authUrl !== "") return [];
  return [
    {
      level: "warning",
      check: "public-address",
      says: `The platform is used from other machines or behind a proxy, and its public address is not set (auth-url is empty; it listens on ${host}).`,
      todo: "Set SOP_AUTH_URL to the public https origin.",
    },
  ];
}

function trustedProxies({ trustProxy, host }: Config): readonly Finding[] {
  if (trustProxy === 0) {
    return [
      {
        level: "warning",
        check: "trust-proxy",
        says: "The platform is public and trusts no proxy. Behind one, every caller has the proxy's address, and limits per address count them all as one.",
        todo: "Set SOP_TRUST_PROXY to the number of own proxies in front. Without any proxy, leave it.",
      },
    ];
  }
  if (isLoopbackHost(host))
    return [{ level: "ok", check: "trust-proxy", says: "Addresses of callers come from a trusted proxy." }];
  return [
    {
      level: "warning",
      check: "trust-proxy",
      says: `X-Forwarded-For is believed, and ${host} can be reached without the proxy: a caller who does so invents an address and evades limits.`,
      todo: "Let the platform listen where only the proxy reaches it (SOP_HOST).",
    },
  ];
}

/** Cookies follow the scheme of the public address, because TLS ends at the proxy (RFC 6265bis, section 4.1.3.2). */
function secureCookies({ authUrl }: Config): Finding {
  if (authUrl.startsWith("https:")) {
    const says =
      "Session cookies are sent over https alone (Secure), and no other host can set them (__Host- prefix).";
    return { level: "ok", check: "secure-cookies", says };
  }
  return {
    level: "warning",
    check: "secure-cookies",
    says: "Session cookies are sent without Secure and without the __Host- prefix, because the public address is not https: a browser also sends them over plain http, and a neighbouring host can set them.",
    todo: "Set SOP_AUTH_URL to the public https origin. Users sign in again once.",
  };
}
