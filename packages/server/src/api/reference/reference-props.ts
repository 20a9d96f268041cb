import type { Config } from "../../config/settings.ts";
import type { PageProps } from "../../pages/layout.tsx";
import type { SignedIn } from "../../pages/signed-in.ts";
import type { DescribedApi } from "./describe-api.ts";

/** Settings that callers can notice; the page shows them. */
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
  | "dataCallsPerMinute"
  | "failedSecretsPerMinute"
>;

/** The data of the reference; it does not depend on the reader. */
export type ReferenceProps = Pick<PageProps, "language"> & {
  readonly api: DescribedApi;
  readonly settings: ToldSettings;
  /** Public origins. They are put into shell commands. */
  readonly authUrl: string;
  readonly baseUrl: string;
};

/** Properties of the page around the reference. */
export type ReferencePageProps = PageProps & {
  readonly signedIn: SignedIn | undefined;
  /** The reference as HTML. */
  readonly body: string;
};
