import { encodeQuery } from "../encode-query.ts";
import { platformAddress } from "../platform-address.ts";
import type { Platform } from "../platform.ts";

/** Page of the platform that an address opens. */
export type RedirectAction =
  | "my_surveys"
  | "org_surveys"
  | "survey_create"
  | "org_survey_create"
  | "survey_edit"
  | "survey_setting"
  | "survey_overview"
  | "survey_print"
  | "survey_answer"
  | "answer_detail"
  | "org_info"
  | "org_contacts";

/** Where a browser is sent, and who is signed in there. */
export interface RedirectRequest {
  readonly appid: string;
  readonly action: RedirectAction;
  /** From `accounts.loginCode`; without it the page opens for the user who is signed in. */
  readonly code?: string | undefined;
  /** For actions about a survey or an answer. */
  readonly survey_id?: number | undefined;
  /** For actions about an answer. */
  readonly answer_id?: number | string | undefined;
  /** For actions about a team. */
  readonly org_id?: number | undefined;
}

/**
 * The address that opens a page of the platform, signed in with a login code. Send the browser there at once: the code
 * counts once, within a minute.
 *
 * @throws SurveyPlatformError `invalid_configuration`
 * @example
 * ```ts
 * import { redirectUrl } from "@survey-open-platform/sdk";
 *
 * export const address = redirectUrl(
 *   { baseUrl: "https://platform.example" },
 *   { appid: "my_team", code: "from accounts.loginCode", action: "survey_edit", survey_id: 7 },
 * );
 * ```
 */
export function redirectUrl(platform: Platform, request: RedirectRequest): string {
  const page = platformAddress(platform, platform.authUrl ?? platform.baseUrl, "/api/v2/redirect");
  return `${page}?${encodeQuery({ ...request })}`;
}
