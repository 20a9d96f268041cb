import { isLoopbackHost } from "@survey-open-platform/service";
import type { Config } from "../../config/settings.ts";

/** Where OAuth and what it protects are, each without a slash at the end. */
export interface StandardAddresses {
  /** An origin, the same in every answer (RFC 8414, section 2). */
  readonly issuer: string;
  /** The origin of what tokens are for. */
  readonly base: string;
  /** The resources that a token can be for (RFC 8707). */
  readonly api: string;
  readonly mcp: string;
}

/** Gives the addresses at the time of a request; undefined while OAuth is off. */
export type FindAddresses = () => StandardAddresses | undefined;

/** @param listeningAt gives the server's own address, once it is known */
export function addressFinder(
  config: Pick<Config, "authUrl" | "baseUrl">,
  listeningAt: () => string | undefined,
): FindAddresses {
  let known: { readonly at: string | undefined; readonly found: StandardAddresses | undefined } | undefined;
  return () => {
    const at = listeningAt();
    if (known === undefined || known.at !== at) known = { at, found: standardAddresses(config, at) };
    return known.found;
  };
}

/**
 * The addresses, from the settings or, without them, from the address that the server listens on, when only this machine reaches
 * it. They never follow a request: a caller who could choose the issuer's name could have tokens sent to another server.
 *
 * @param listeningAt the server's own address, once it is known
 */
export function standardAddresses(
  { authUrl, baseUrl }: Pick<Config, "authUrl" | "baseUrl">,
  listeningAt: string | undefined,
): StandardAddresses | undefined {
  const issuer = authUrl === "" ? loopbackOrigin(listeningAt) : authUrl;
  if (issuer === undefined) return undefined;
  const base = baseUrl === "" ? issuer : baseUrl;
  return { issuer, base, api: `${base}/api`, mcp: `${base}/mcp` };
}

function loopbackOrigin(address: string | undefined): string | undefined {
  const url = address === undefined ? null : URL.parse(address);
  return url !== null && isLoopbackHost(url.hostname) ? url.origin : undefined;
}

/** Where the metadata of a resource are (RFC 9728, section 3.1). */
export function resourceMetadataAddress({ base }: StandardAddresses, resource: "api" | "mcp"): string {
  return `${base}/.well-known/oauth-protected-resource/${resource}`;
}
