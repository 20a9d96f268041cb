import type { ResponseTarget } from "../../authorize/authorization-response.tsx";
import type { OauthError } from "../oauth-error.ts";

/** A refusal that goes back to the client, once client and redirect address are proven (RFC 6749, section 4.1.2.1). */
export class ReturnedError extends Error {
  override readonly name = "ReturnedError";
  readonly refusal: OauthError;
  readonly target: ResponseTarget;
  readonly state: string | null;

  constructor(refusal: OauthError, target: ResponseTarget, state: string | null) {
    super(refusal.message, { cause: refusal });
    this.refusal = refusal;
    this.target = target;
    this.state = state;
  }
}
