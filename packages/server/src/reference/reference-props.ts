import type { Config } from "../config.ts";
import type { PageProps, SignedIn } from "../pages/layout.tsx";
import type { DescribedApi } from "./describe-api.ts";

/** Settings that callers can notice, and that the page therefore tells. */
export type ToldSettings = Pick<
  Config,
  | "errorStatus"
  | "timeZone"
  | "authorizationCodeTtl"
  | "userAccessTokenTtl"
  | "userRefreshTokenTtl"
  | "teamAccessTokenTtl"
  | "tokenRequestsPerMinute"
  | "tokenRequestBurst"
  | "failedSecretsPerMinute"
>;

/** What the reference is written from; nothing in it depends on who reads it. */
export type ReferenceProps = Pick<PageProps, "language"> & {
  readonly api: DescribedApi;
  readonly settings: ToldSettings;
  /** Public origins. They are put into shell commands. */
  readonly authUrl: string;
  readonly baseUrl: string;
};

/** What the page around the reference needs. */
export type ReferencePageProps = PageProps & {
  readonly signedIn: SignedIn | undefined;
  /** The reference as HTML. */
  readonly body: string;
};
