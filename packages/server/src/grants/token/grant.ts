import type { z } from "zod";
import type { Quota } from "../../model/quota.ts";
import type { ParametersSchema } from "../../http/parameters.ts";
import type { Store } from "../../store/store.ts";
import type { ClientCredentials } from "./client-checks.ts";

/** One way of getting an access token at the token path: its own parameters, and what it does. */
export interface Grant<Parameters extends ParametersSchema = ParametersSchema> {
  readonly parameters: Parameters;
  /** @throws `PlatformError` */
  issue(parameters: z.output<Parameters>, request: GrantRequest): Promise<Issue>;
}

/** What the token path returns, in the spelling of the wire. */
export interface IssuedTokens {
  readonly access_token: string;
  /** Lifetime of the access token in seconds. */
  readonly expires_in: number;
  readonly refresh_token?: string;
  readonly openid?: string;
}

/** What a request for tokens leads to. */
export interface Issue {
  readonly tokens: IssuedTokens;
  /** What is left of the application's token requests. */
  readonly quota: Quota;
}

/** What every grant works with; its `issue` is the whole sequence of checks, in order. */
export interface GrantRequest extends ClientCredentials {
  readonly store: Store;
  readonly secretHash: string;
}

/** Checks a grant's parts against each other; the identity at run time. */
export function defineGrant<Parameters extends ParametersSchema>(
  grant: Grant<Parameters>,
): Grant<Parameters> {
  return grant;
}
