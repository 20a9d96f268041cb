import type { StorePolicy } from "../../../store/installation/policy.ts";
import type { StoreSteps } from "../../../store/statements/queries.ts";
import type { Refusal } from "../../../store/statements/refusal.ts";
import type { TokenIssue } from "../../../store/store.ts";
import type { ClientCredentials } from "../../token/client-checks.ts";
import type { StandardAddresses } from "../issuer.ts";
import type { OauthErrorCode } from "../oauth-error.ts";
import type { OauthParameters } from "../oauth-form.ts";
import type { Issued } from "./issued-tokens.ts";

/** Why there are no tokens, where that is no mistake: what was counted stays. */
export interface NotIssued {
  readonly notIssued: OauthErrorCode;
  readonly says: string;
}

/** The whole sequence of checks of a request, in order. It may begin again, and may throw an `OauthError` before anything has changed. */
export type IssueSteps = (
  credentials: ClientCredentials,
  policy: StorePolicy,
) => StoreSteps<Issued | NotIssued | Refusal>;

/** One way of getting tokens at `/oauth/token`. */
export interface OauthGrant {
  /** Of the tokens, as they are counted. */
  readonly kinds: TokenIssue["kinds"];
  /** Reads its parameters, before anything is looked up. @throws `OauthError` */
  start(parameters: OauthParameters, addresses: StandardAddresses): IssueSteps;
}

/** What a grant is made of. */
interface GrantParts<Given> extends Pick<OauthGrant, "kinds"> {
  /** @throws `OauthError` */
  readonly read: (parameters: OauthParameters, addresses: StandardAddresses) => Given;
  readonly issue: (
    given: Given,
    credentials: ClientCredentials,
    policy: StorePolicy,
  ) => StoreSteps<Issued | NotIssued | Refusal>;
}

/** Makes a grant of its parts. */
export function defineOauthGrant<Given>({ kinds, read, issue }: GrantParts<Given>): OauthGrant {
  return {
    kinds,
    start(parameters, addresses) {
      const given = read(parameters, addresses);
      return (credentials, policy) => issue(given, credentials, policy);
    },
  };
}
