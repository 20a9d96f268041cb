import type { ClientAddress } from "@survey-open-platform/service";
import type { PageContext } from "../../session/page-request.ts";
import type { StandardAddresses } from "./issuer.ts";

/** A request of a program. */
export interface OauthRequest {
  readonly context: PageContext;
  readonly address: ClientAddress;
  readonly addresses: StandardAddresses;
  /** Names the application in the request log, once its appid is known. */
  noteApplication(appid: string): void;
}

/** What programs call, beside the pages of a browser. */
export interface OauthRoute {
  readonly method: "GET" | "POST";
  /** A path without parts. */
  readonly path: string;
  /** Whether scripts of any website may call it and read the response. No cookie counts here, so no website acts in a user's name. */
  readonly isOpenToScripts: boolean;
  /** @throws `OauthError`, or `PlatformError` for what callers may know */
  handle(request: OauthRequest): Promise<Response> | Response;
}
