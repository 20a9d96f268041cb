/** Which token would do, for a caller that is refused. */
export interface BearerChallenge {
  /** Left out for a request without a token (RFC 6750, section 3.1). */
  readonly error?: "invalid_request" | "invalid_token" | "insufficient_scope";
  /** ASCII without quotes and backslashes. */
  readonly description?: string;
  /** Every scope that the request needs, parted by spaces. */
  readonly scope?: string;
  /** Address of the metadata of the resource (RFC 9728, section 5.1). */
  readonly resourceMetadata?: string | undefined;
}

/** The header `WWW-Authenticate` of a refused request (RFC 6750, section 3). */
export function bearerChallenge(challenge: BearerChallenge): string {
  const { error, description, scope, resourceMetadata } = challenge;
  // Clients look for the first `scope=`, and a description may have an address with one in it.
  const parameters = { error, scope, resource_metadata: resourceMetadata, error_description: description };
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}="${value}"`],
  );
  return given.length === 0 ? "Bearer" : `Bearer ${given.join(", ")}`;
}

/** The token of the header `Authorization` (RFC 6750, section 2.1); undefined when the header is of another scheme, or not there. */
export function bearerToken(authorization: string | undefined): string | undefined {
  return authorization === undefined ? undefined : /^bearer +(.*)$/i.exec(authorization)?.[1];
}
