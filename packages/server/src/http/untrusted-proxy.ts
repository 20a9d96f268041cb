import type { IncomingMessage } from "node:http";
import type { Config } from "../config/settings.ts";

/** What a proxy adds to the requests that it passes on (RFC 7239; the other two are common usage). */
const forwardedHeaders = ["forwarded", "x-forwarded-for", "x-forwarded-proto"] as const;

/** What the settings leave out about the proxy in front. */
export interface UntrustedProxy {
  /** The names of the headers; their values are the caller's. */
  readonly headers: readonly string[];
  /** The settings that have to be set behind a proxy. */
  readonly settings: readonly string[];
  readonly consequences: readonly string[];
}

/**
 * Looks out for requests with forwarded headers while no proxy is trusted, or while the public address is not https.
 *
 * @param report called at the first such request of this process and never again
 * @returns what is to be called with the first request of each connection, as a proxy adds its headers to all of them;
 *   undefined when the settings are those of a platform behind a proxy
 */
export function watchForUntrustedProxy(
  config: Pick<Config, "authUrl" | "trustProxy">,
  report: (found: UntrustedProxy) => void,
): ((request: IncomingMessage) => void) | undefined {
  const missing = missingSettings(config);
  if (missing.length === 0) return undefined;
  let isReported = false;
  return (request) => {
    if (isReported) return;
    const found = forwardedHeaders.filter((name) => request.headers[name] !== undefined);
    if (found.length === 0) return;
    isReported = true;
    report({
      headers: found,
      settings: missing.map(({ setting }) => setting),
      consequences: missing.map(({ consequence }) => consequence),
    });
  };
}

function missingSettings({ authUrl, trustProxy }: Pick<Config, "authUrl" | "trustProxy">) {
  return [
    ...(trustProxy === 0 ? [trustProxyMissing] : []),
    ...(authUrl.startsWith("https:") ? [] : [authUrlMissing]),
  ];
}

const trustProxyMissing = {
  setting: "SOP_TRUST_PROXY",
  consequence: "every caller has the address of the proxy, and limits per address count them all as one",
};

const authUrlMissing = {
  setting: "SOP_AUTH_URL",
  consequence: "session cookies are sent without Secure and without the __Host- prefix",
};
