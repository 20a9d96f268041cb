import { hashToken } from "../../src/model/token.ts";
import type { Store } from "../../src/store/store.ts";
import { clientCredentialGrant } from "../../src/grants/token/client-credential-grant.ts";
import type { GrantRequest, IssuedTokens } from "../../src/grants/token/grant.ts";

/** A token request of an application, as its grant gets it. */
export function grantRequest(
  store: Store,
  { appid, secret }: { readonly appid: string; readonly secret: string },
): GrantRequest {
  const address = { text: "203.0.113.7", network: "203.0.113.7", site: undefined };
  return { store, appid, secretHash: hashToken(secret), address };
}

/** Requests a team token from the grant itself, without HTTP. @throws `PlatformError` */
export async function requestTeamToken(
  store: Store,
  secret: string,
  appid: string = "acme_team",
): Promise<IssuedTokens> {
  const { tokens } = await clientCredentialGrant.issue({}, grantRequest(store, { appid, secret }));
  return tokens;
}
