import type { VerifiedRedirectUri } from "../../../model/redirect-uri.ts";
import type { ResponseMode } from "../../authorize/authorization-response.tsx";
import type { OAuthClient } from "../../clients/oauth-client.ts";
import type { OauthError } from "../oauth-error.ts";

/** Whose refusal it is, and how it gets there. */
export interface ErrorTarget {
  readonly client: Pick<OAuthClient, "isSelfDescribed" | "verified">;
  readonly redirectUri: VerifiedRedirectUri;
  readonly responseMode: ResponseMode;
}

/** A refusal that goes back to the client, once client and redirect address are proven (RFC 6749, section 4.1.2.1). */
export class ReturnedError extends Error {
  override readonly name = "ReturnedError";
  readonly refusal: OauthError;
  readonly target: ErrorTarget;
  readonly state: string | null;

  constructor(refusal: OauthError, target: ErrorTarget, state: string | null) {
    super(refusal.message, { cause: refusal });
    this.refusal = refusal;
    this.target = target;
    this.state = state;
  }
}
