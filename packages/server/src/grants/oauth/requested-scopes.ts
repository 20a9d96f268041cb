import { scopeBits, scopesOf, type ScopeSet } from "../../model/scopes.ts";
import { OauthError } from "./oauth-error.ts";

/** What is asked for by a request that names nothing. */
const usualScopes: ScopeSet = scopeBits["surveys:read"];

/**
 * The scopes that a request asks for. Names that are none are passed over beside others: libraries ask for `email` everywhere.
 *
 * @throws `OauthError` `invalid_scope` when no name is known
 */
export function readScopes(scope: string | undefined): ScopeSet {
  if (scope === undefined) return usualScopes;
  const asked = scopesOf(scope);
  if (asked === 0)
    throw new OauthError(
      "invalid_scope",
      "scope names nothing that there is. Read scopes_supported from the metadata.",
    );
  return asked;
}
