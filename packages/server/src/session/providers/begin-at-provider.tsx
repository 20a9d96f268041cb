import { hashToken, makeRandomId } from "../../model/token.ts";
import { PlatformError } from "../../errors.ts";
import { renderPage } from "../../pages/render-page.ts";
import { beginProviderSignIn, type ProviderSignIn } from "../../store/people/provider-sign-in-table.ts";
import { bucketsOfAddress } from "../../store/installation/rate-limit-table.ts";
import type { Store } from "../../store/store.ts";
import type { PageRequest } from "../page-request.ts";
import { GoingOnPage } from "./going-on-page.tsx";
import type { ProviderClient } from "./provider-client.ts";
import { leadsToApplication } from "../authorization-link.ts";

/** Sign-ins with providers that one address may begin. */
export const beginningsOfAddress = { perMinute: 60, burst: 100 };

/** For whom and what a sign-in at a provider begins. */
export type Beginning = Pick<ProviderSignIn, "browserHash" | "purpose" | "returnTo">;

/** The address to which a provider redirects; it has to be registered there exactly (RFC 9700, section 4.1.3). */
export function callbackPath(providerId: string): string {
  return `/login/with/${providerId}/callback`;
}

/**
 * Begins a sign-in at a provider. The response is a page and not a redirect: `form-action` in the policy of the page with the
 * button would stop a redirect to another origin.
 *
 * @throws `ProviderError` `provider_unavailable`
 * @throws `PlatformError` `request_rate_limited`
 */
export async function beginAtProvider(
  store: Store,
  pageRequest: PageRequest,
  { client, ...beginning }: Beginning & { readonly client: ProviderClient },
): Promise<Response> {
  const { id: provider, name } = client.provider;
  const buckets = bucketsOfAddress(pageRequest.address, beginningsOfAddress, "provider");
  const retryAfterSeconds = (await store.consumeTokens(buckets))?.retryAfterSeconds;
  if (retryAfterSeconds !== undefined) throw new PlatformError("request_rate_limited", { retryAfterSeconds });
  const state = makeRandomId();
  // A verifier has at least 43 characters (RFC 7636, section 4.1).
  const codeVerifier = makeRandomId() + makeRandomId();
  const checks = { state, nonce: makeRandomId(), codeVerifier };
  const redirectUri = pageRequest.origin + callbackPath(provider);
  const { href } = await client.authorizationAddress({ ...checks, redirectUri });
  const { nonce } = checks;
  await store.write(beginProviderSignIn, {
    ...beginning,
    stateHash: hashToken(state),
    provider,
    nonce,
    codeVerifier,
  });
  const page = (
    <GoingOnPage language={pageRequest.language} path="/login" providerName={name} address={href} />
  );
  const keepsOpener = leadsToApplication(beginning.returnTo);
  const response = await renderPage(page, { status: 200, keepsOpener });
  response.headers.set("Refresh", `0; url=${href}`);
  return response;
}
