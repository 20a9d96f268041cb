import type { CallOptions } from "./call.ts";

/** What a data call says beside its token, when a source brings the token. */
export interface DataCallOptions extends CallOptions {
  /** Whether the openid of the token is sent along, for the calls that want it; a given one goes first. */
  readonly sendsOpenid?: boolean | undefined;
}

/** Makes data calls with a token of its own. */
export interface DataCaller {
  /**
   * Any data call: adds the token, takes the envelope off.
   *
   * @param path such as `/api/surveys/7/answers`: percent-encoded, without query
   * @typeParam Data what the caller knows the payload to be; it is not checked
   * @throws SurveyPlatformError for every failure
   */
  call<Data>(path: string, options?: DataCallOptions): Promise<Data>;
}
