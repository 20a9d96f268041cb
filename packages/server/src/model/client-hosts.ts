/** How a client that describes itself, or has registered itself, says where it is. */
export interface ClientPlaces {
  readonly origin: "document" | "registered";
  readonly clientId: string;
  readonly redirectUris: readonly string[];
}

/**
 * The hosts that stand behind a client: that of its document, and those that it has people redirected to. Its user's own machine is
 * none of them.
 */
export function clientHosts({ origin, clientId, redirectUris }: ClientPlaces): readonly string[] {
  const own = origin === "document" ? [hostOf(clientId)] : [];
  const others = redirectUris.filter((uri) => uri.startsWith("https:")).map(hostOf);
  return [...new Set([...own, ...others])].filter((host) => host !== "");
}

/** The host of an address without its port, as a URL parser writes it; "" when there is none. */
export function hostOf(address: string): string {
  return URL.parse(address)?.hostname ?? "";
}

/** `a.b.example`, `b.example` and `example` for the first of them: a host and all that it is below. */
export function hostAndAbove(host: string): readonly string[] {
  const labels = host.split(".");
  return labels.map((_, index) => labels.slice(index).join("."));
}

/** Reads a host that a person entered. @returns undefined when it is none, or not written as a URL parser writes it */
export function readHost(text: string): string | undefined {
  const host = text.trim().toLowerCase();
  return host !== "" && hostOf(`https://${host}/`) === host ? host : undefined;
}
