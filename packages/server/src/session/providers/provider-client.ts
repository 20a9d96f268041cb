import { hash } from "node:crypto";
import type { Configuration } from "openid-client";
import type { Identity } from "../../store/people/provider-sign-in-table.ts";
import type { SignInProvider } from "./read-providers.ts";

/** Time limit of each request to a provider, unless another one is given. */
const defaultRequestSeconds = 5;
/** Time for which the description of a provider is used before it is fetched again. */
const freshMilliseconds = 3_600_000;

/** Why a provider did not sign a user in. */
export type ProviderFailure = "provider_unavailable" | "provider_declined" | "provider_refused";

/** A provider did not sign a user in. */
export class ProviderError extends Error {
  override readonly name = "ProviderError";
  readonly failure: ProviderFailure;

  constructor(failure: ProviderFailure, cause: unknown) {
    super(failure, { cause });
    this.failure = failure;
  }
}

/** Random values of one sign-in, with the address to which the provider redirects. */
export interface AuthorizationChecks {
  readonly redirectUri: string;
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** The library is loaded when it is first needed. */
function library() {
  return import("openid-client");
}

/** One OpenID provider, of which this platform is a client (OpenID Connect Core, section 3.1). */
export class ProviderClient {
  readonly provider: SignInProvider;
  readonly #requestSeconds: number;
  #cached: { readonly configuration: Configuration; readonly until: number } | undefined;
  #discovery: Promise<Configuration> | undefined;

  constructor(provider: SignInProvider, { requestSeconds = defaultRequestSeconds } = {}) {
    this.provider = provider;
    this.#requestSeconds = requestSeconds;
  }

  /** Fetches the description of the provider. @throws `ProviderError` `provider_unavailable` */
  async discover(): Promise<void> {
    await this.#configuration();
  }

  /**
   * The address to which a browser goes to sign in there.
   *
   * @throws `ProviderError` `provider_unavailable`
   */
  async authorizationAddress({ redirectUri, state, nonce, codeVerifier }: AuthorizationChecks): Promise<URL> {
    const configuration = await this.#configuration();
    const { buildAuthorizationUrl } = await library();
    return buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: "openid profile",
      state,
      nonce,
      code_challenge: hash("sha256", codeVerifier, "base64url"),
      code_challenge_method: "S256",
    });
  }

  /**
   * Exchanges the code of a response. Checked are state, `iss` (RFC 9207), PKCE, the signature of the ID token, its issuer,
   * audience, times and nonce (OpenID Connect Core, section 3.1.3.7).
   *
   * @param address the address that the browser was redirected to, with its query
   * @throws `ProviderError`
   */
  async finish(
    address: URL,
    { state, nonce, codeVerifier }: Omit<AuthorizationChecks, "redirectUri">,
  ): Promise<Identity> {
    const configuration = await this.#configuration();
    const { authorizationCodeGrant } = await library();
    try {
      const tokens = await authorizationCodeGrant(configuration, address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (claims === undefined) throw new Error("there is no ID token");
      const { iss: issuer, sub: subject, preferred_username: username, name } = claims;
      return { issuer, subject, label: labelOf([username, name, subject]) };
    } catch (error) {
      throw new ProviderError(failureOf(error), error);
    }
  }

  /** The description of the provider. An old one is used while a new one cannot be fetched. */
  async #configuration(): Promise<Configuration> {
    const cached = this.#cached;
    if (cached !== undefined && performance.now() < cached.until) return cached.configuration;
    try {
      return await (this.#discovery ??= this.#discover().finally(() => (this.#discovery = undefined)));
    } catch (error) {
      if (cached !== undefined) return cached.configuration;
      throw new ProviderError("provider_unavailable", error);
    }
  }

  async #discover(): Promise<Configuration> {
    const openid = await library();
    const { issuer, clientId, clientSecret } = this.provider;
    // Only an issuer on this machine may do without TLS; see readProviders.
    // oxlint-disable-next-line typescript/no-deprecated -- marked so that it stands out, and it may do nothing else here
    const insecure = issuer.startsWith("http:") ? [openid.allowInsecureRequests] : [];
    const configuration = await openid.discovery(
      new URL(issuer),
      clientId,
      undefined,
      openid.ClientSecretBasic(clientSecret),
      { timeout: this.#requestSeconds, execute: [openid.enableNonRepudiationChecks, ...insecure] },
    );
    this.#cached = { configuration, until: performance.now() + freshMilliseconds };
    return configuration;
  }
}

function labelOf(claims: readonly unknown[]): string {
  const label = claims.find((claim) => typeof claim === "string" && claim !== "");
  return String(label)
    .replaceAll(/\p{Cc}/gu, " ")
    .slice(0, 100);
}

/** What a failed exchange means to the user: the provider said no, did not respond, or sent what is not accepted. */
function failureOf(error: unknown): ProviderFailure {
  if (!(error instanceof Error)) return "provider_refused";
  if (error.name === "AuthorizationResponseError") return "provider_declined";
  const code = "code" in error ? error.code : undefined;
  return error instanceof TypeError || code === "OAUTH_TIMEOUT" ? "provider_unavailable" : "provider_refused";
}
