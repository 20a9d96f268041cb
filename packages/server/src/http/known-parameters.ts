import { z } from "zod";
import type { PlatformError } from "../errors.ts";
import type { ScopeSet } from "../model/scopes.ts";
import { idParameter, textParameter } from "./parameters.ts";

/** `appid`, as every call carries it. */
export const appidParameter = idParameter("Application ID issued by the platform", 64);

/** `access_token`, as every data call carries it: in the query (RFC 6750, section 2.3, with its warnings). */
export const accessTokenParameter = textParameter("Access token of a user's grant or of a team", 128);

/** The parameters by which every data call proves its right. */
export const tokenParameters = z.object({ appid: appidParameter, access_token: accessTokenParameter });

/** How a data call proves its right: by the parameters of the query, or by a bearer token in their place. */
export interface TokenProof {
  /** Of a bearer token: "" until it was looked up. */
  readonly appid: string;
  readonly access_token: string;
  /** Set for a bearer token, which is one of another kind than those of the query. */
  readonly bearer?: BearerProof | undefined;
}

/** The call that a bearer token came with. */
export interface BearerProof {
  /** What the call needs. */
  readonly scopes: ScopeSet;
  /** Takes note of the caller. @returns why the call cannot be served now */
  identify(caller: BearerCaller): PlatformError | undefined;
}

/** The owner of a valid bearer token. */
export interface BearerCaller {
  readonly appid: string;
  /** Undefined for a team. */
  readonly grantId?: number;
  /** 1 for an application without a secret, which has the same client_id at every user. */
  readonly isPublic: 0 | 1;
}
