import { accountsOf, type Accounts } from "./accounts/accounts.ts";
import { answersOf, type Answers } from "./answers/answers.ts";
import { call } from "./call.ts";
import { contactsOf, type Contacts } from "./contacts/contacts.ts";
import type { DataCaller, DataCallOptions } from "./data-caller.ts";
import { getUser, readUserInfo, type UserInfo } from "./get-user.ts";
import { getOpenidUser } from "./openid/get-openid-user.ts";
import { orgsOf, type Orgs } from "./orgs/orgs.ts";
import type { Platform } from "./platform.ts";
import { respondentsOf, type Respondents } from "./respondents/respondents.ts";
import { SurveyPlatformError } from "./survey-platform-error.ts";
import { surveysOf, type Surveys } from "./surveys/surveys.ts";
import type { SourcedToken, TokenSource, WaitOptions } from "./token-source/token-source.ts";
import { webhooksOf, type Webhooks } from "./webhooks/webhooks.ts";

/** What a client of a token source is made of. */
export interface SourcedClientOptions {
  readonly platform: Platform;
  readonly source: TokenSource;
}

/** What a client is made of: the platform's address and a source of tokens, or something else that makes the calls. */
export type ClientOptions = SourcedClientOptions | { readonly source: DataCaller };

/** Calls with a token that is always the newest one. */
export interface Client extends DataCaller {
  /** Any data call by its path; see {@link DataCaller}. */
  call<Data>(path: string, options?: DataCallOptions): Promise<Data>;
  /** Who the user behind the grant is. For a source of user tokens. */
  getUser(options?: WaitOptions): Promise<UserInfo>;
  /** Surveys and their answers. */
  readonly surveys: Surveys;
  /** Answers that programs send and change. */
  readonly answers: Answers;
  /** Addresses that get events. */
  readonly webhooks: Webhooks;
  /** Accounts of an application's own users. */
  readonly accounts: Accounts;
  /** Who may answer a survey that has a list. */
  readonly respondents: Respondents;
  /** Teams. */
  readonly orgs: Orgs;
  /** Groups and members of a team. */
  readonly contacts: Contacts;
}

/**
 * A client whose calls take their token from a source. When a token is refused, it is reported to the source, and the call
 * is made once more with a better one: once, so that a platform that refuses everything is not asked forever.
 *
 * @example
 * ```ts
 * import { createClient, fromToken } from "@survey-open-platform/sdk";
 *
 * const client = createClient({
 *   platform: { baseUrl: "https://platform.example" },
 *   source: fromToken({ appid: "my_app", accessToken: process.env["TOKEN"] ?? "", openid: "o123" }),
 * });
 * for await (const survey of client.surveys.all()) console.log(survey.title);
 * ```
 */
export function createClient(parts: ClientOptions): Client {
  const caller = hasTokenSource(parts) ? callerWith(parts) : parts.source;
  return {
    call: (path, options) => caller.call(path, options),
    getUser: (options) => (hasTokenSource(parts) ? getUserWith(parts, options) : readUserOf(caller, options)),
    surveys: surveysOf(caller),
    answers: answersOf(caller),
    webhooks: webhooksOf(caller),
    accounts: accountsOf(caller),
    respondents: respondentsOf(caller),
    orgs: orgsOf(caller),
    contacts: contactsOf(caller),
  };
}

function hasTokenSource(parts: ClientOptions): parts is SourcedClientOptions {
  return "get" in parts.source;
}

function callerWith(parts: SourcedClientOptions): DataCaller {
  return { call: (path, options = {}) => callWithSource(parts, path, options) };
}

async function readUserOf(caller: DataCaller, options?: WaitOptions): Promise<UserInfo> {
  return readUserInfo(await caller.call("/api/oauth2/user", { ...options, sendsOpenid: true }));
}

function getUserWith(parts: SourcedClientOptions, options?: WaitOptions): Promise<UserInfo> {
  const { platform } = parts;
  return withToken(parts, options?.signal, (token) => {
    if (token.tokenType === "bearer") return getOpenidUser(platform, token.accessToken, options);
    const { openid = "", ...credentials } = token;
    return getUser(platform, { ...credentials, ...options, openid });
  });
}

function callWithSource<Data>(
  parts: SourcedClientOptions,
  path: string,
  { sendsOpenid, ...options }: DataCallOptions,
): Promise<Data> {
  return withToken(parts, options.signal, ({ openid, ...token }) => {
    const query = sendsOpenid === true ? { openid, ...options.query } : options.query;
    return call<Data>(parts.platform, { ...options, ...token, path, query });
  });
}

async function withToken<Result>(
  { source }: SourcedClientOptions,
  signal: AbortSignal | undefined,
  callWith: (token: SourcedToken) => Promise<Result>,
): Promise<Result> {
  const token = await source.get({ signal });
  try {
    return await callWith(token);
  } catch (error) {
    if (!(error instanceof SurveyPlatformError) || error.type !== "invalid_token") throw error;
    const newer = await source.invalidate(token, { signal });
    if (newer.accessToken === token.accessToken) throw error;
    return await callWith(newer);
  }
}
