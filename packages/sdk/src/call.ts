import type { Query } from "./encode-query.ts";
import type { Platform } from "./platform.ts";
import { sendRequest } from "./send-request.ts";

/** What a data call says beside its token. */
export interface CallOptions {
  /** Parameters by their names on the wire; lists travel as `name[]`. */
  readonly query?: Query | undefined;
  readonly signal?: AbortSignal | undefined;
  /** `GET` unless given. Any other is sent again, when no response arrives, only if it has an idempotency key. */
  readonly method?: "GET" | "POST" | "DELETE" | undefined;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Names a call that changes something: sent again with the same key it changes nothing. */
  readonly idempotencyKey?: string | undefined;
}

/** A data call with the token that it carries. */
export interface DataCall extends CallOptions {
  readonly appid: string;
  readonly accessToken: string;
  /** `bearer` for a token that is sent in the header, without the appid. */
  readonly tokenType?: "bearer" | undefined;
  /** Such as `/api/surveys/7/answers`: percent-encoded, without query. */
  readonly path: string;
}

/**
 * Any data call: adds the token, takes the envelope off.
 *
 * @typeParam Data what the caller knows the payload to be; it is not checked
 * @throws SurveyPlatformError `invalid_token`, `not_found`, `network_error`, …
 * @example
 * ```ts
 * import { call } from "@survey-open-platform/sdk";
 *
 * export async function countSurveys(accessToken: string): Promise<number> {
 *   const platform = { baseUrl: "https://platform.example" };
 *   const path = "/api/surveys";
 *   const { total } = await call<{ total: number }>(platform, { appid: "my_team", accessToken, path });
 *   return total;
 * }
 * ```
 */
export async function call<Data>(platform: Platform, dataCall: DataCall): Promise<Data> {
  const { path, signal, method = "GET", body, idempotencyKey } = dataCall;
  const data = await sendRequest(platform, {
    path,
    ...proofOf(dataCall),
    method,
    body,
    signal,
    idempotencyKey,
    isRepeatable: method === "GET" || idempotencyKey !== undefined,
  });
  // Which payload a path has is the caller's knowledge, as the type parameter says.
  return data as Data;
}

function proofOf({ appid, accessToken, tokenType, query }: DataCall) {
  if (tokenType === "bearer") return { query, secrets: {}, bearer: accessToken };
  return { query: { ...query, appid }, secrets: { access_token: accessToken } };
}
