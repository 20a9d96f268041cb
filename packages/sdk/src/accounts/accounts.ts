import type { DataCaller } from "../data-caller.ts";
import { SurveyPlatformError } from "../survey-platform-error.ts";
import type { WaitOptions } from "../token-source/token-source.ts";
import { writeCall, type WriteOptions } from "../write-call.ts";

/** An account about to be registered for one of the application's own users. */
export interface AccountRegistration {
  /** What the application calls its user: 1 to 128 characters without slashes, control characters and spaces around them. */
  readonly openid: string;
  /** At most 64 characters; the openid unless given. */
  readonly nickname?: string | undefined;
  /** Address of a picture, at most 255 characters. */
  readonly avatar?: string | undefined;
}

/** What changes in an account; what is left out stays as it is. */
export type AccountChange = Omit<AccountRegistration, "openid">;

/** The ids of an account. */
export interface RegisteredAccount {
  readonly user_id: number;
  /** As which it answers surveys. */
  readonly respondent_id: number;
}

/** An account of one of the application's own users. */
export interface Account extends RegisteredAccount {
  readonly openid: string;
  readonly nickname: string;
  readonly avatar: string;
}

/** What a login code is for. */
export interface LoginCodeRequest {
  /** Id of one of the application's accounts. */
  readonly user_id: number;
  /** A `respondent` answers surveys, a `user` edits them. */
  readonly scene_type: "respondent" | "user";
}

/** The calls about accounts of an application's own users. They need a team's token. */
export interface Accounts {
  register(account: AccountRegistration, options?: WriteOptions): Promise<RegisteredAccount>;
  get(openid: string, options?: WaitOptions): Promise<Account>;
  update(openid: string, change: AccountChange, options?: WriteOptions): Promise<void>;
  /** A code that signs an account in once, within a minute, at `redirectUrl`. */
  loginCode(request: LoginCodeRequest, options?: WaitOptions): Promise<string>;
}

/** The account calls of a caller. */
export function accountsOf(caller: DataCaller): Accounts {
  return {
    register: async (account, options) => await writeCall(caller, accountsPath, account, options),
    get: async (openid, options) => await caller.call(pathOf(openid), options),
    async update(openid, change, options) {
      await writeCall(caller, pathOf(openid), change, options);
    },
    async loginCode(request, { signal } = {}) {
      const issue = () => writeCall<{ code: string }>(caller, "/api/sso/code", request, { signal });
      const { code } = await issue();
      // The platform shows a code once: it is empty when the first response was lost.
      return code === "" ? (await issue()).code : code;
    },
  };
}

const accountsPath = "/api/sso/users";

function pathOf(openid: string): string {
  if (openid === "") throw new SurveyPlatformError("invalid_argument", { parameter: "openid" });
  return `${accountsPath}/${encodeURIComponent(openid)}`;
}
