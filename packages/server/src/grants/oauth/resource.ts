import { audiences, type Audience } from "../../model/scopes.ts";
import type { StandardAddresses } from "./issuer.ts";
import { OauthError } from "./oauth-error.ts";

/**
 * For which resource a token is asked (RFC 8707, section 2); the API when none is named. A slash at the end does not count,
 * nor do capitals in scheme and host (MCP 2026-07-28, canonical server URI).
 *
 * @throws `OauthError` `invalid_target`
 */
export function readResource(
  resources: readonly string[],
  { api, mcp }: Pick<StandardAddresses, "api" | "mcp">,
): 1 | 2 {
  const named = new Set(resources.map(canonical));
  const [first = api, ...others] = named;
  if (others.length > 0)
    throw new OauthError("invalid_target", "A token is for one resource. Ask for one token for each.");
  if (first === api) return audiences.api;
  if (first === mcp) return audiences.mcp;
  throw new OauthError(
    "invalid_target",
    "resource is not one of this server. Read it from the metadata of the resource.",
  );
}

function canonical(resource: string): string {
  return resource.replace(/\/$/, "").replace(/^[^/]*\/\/[^/]*/, (origin) => origin.toLowerCase());
}

/**
 * For which resource a token is asked that goes back to a consent; undefined when none is named, which is for the one of that consent.
 *
 * @throws `OauthError` `invalid_target`
 */
export function readResourceAgain(
  resources: readonly string[],
  addresses: Pick<StandardAddresses, "api" | "mcp">,
): 1 | 2 | undefined {
  return resources.length === 0 ? undefined : readResource(resources, addresses);
}

/** RFC 8707, section 2.2: a token is for no other resource than the user agreed to. @throws `OauthError` `invalid_target` */
export function checkResource(asked: Audience | undefined, agreed: Audience): void {
  if (asked !== undefined && asked !== agreed)
    throw new OauthError(
      "invalid_target",
      "resource is not the one that the user agreed to. Name the same one again, or leave it out.",
    );
}
