import { equalsInConstantTime } from "./equals-in-constant-time.ts";
import { SurveyPlatformError } from "./survey-platform-error.ts";

/** What the user decided on the consent page. */
export type CallbackResult = { readonly kind: "code"; readonly code: string } | { readonly kind: "denied" };

/**
 * Reads what the browser came back with.
 *
 * @param callback the address that was asked for, absolute or from `/` on, or its query
 * @param expected `state`: the one that this very browser was sent away with
 * @throws SurveyPlatformError `state_mismatch` when this browser did not begin the sign-in (RFC 6749, section
 *   10.12), before anything else is read; `invalid_callback` for repeated parameters, or neither one code nor one refusal
 * @example
 * ```ts
 * import { readCallback } from "@survey-open-platform/sdk";
 *
 * const result = readCallback("/callback?code=sopc_x&state=k3J9", { state: "k3J9" });
 * export const words = result.kind === "denied" ? "Nothing was shared." : "Welcome.";
 * ```
 */
export function readCallback(
  callback: string | URL | URLSearchParams,
  expected: { readonly state: string },
): CallbackResult {
  const query = queryOf(callback);
  const state = only(query, "state");
  if (expected.state === "" || !equalsInConstantTime(state ?? "", expected.state))
    throw new SurveyPlatformError("state_mismatch");
  const code = only(query, "code");
  const error = only(query, "error");
  if (error === "access_denied" && code === undefined) return { kind: "denied" };
  if (error !== undefined || code === undefined || !/^[\w.~-]{1,512}$/.test(code))
    throw new SurveyPlatformError("invalid_callback");
  return { kind: "code", code };
}

function queryOf(callback: string | URL | URLSearchParams): URLSearchParams {
  if (callback instanceof URLSearchParams) return callback;
  if (callback instanceof URL) return callback.searchParams;
  // An address that cannot be read has no state either.
  if (!URL.canParse(callback, "http://callback.invalid")) return new URLSearchParams();
  return new URL(callback, "http://callback.invalid").searchParams;
}

/** A parameter that may be there once: of two, one could be checked and the other used. */
function only(query: URLSearchParams, name: string): string | undefined {
  const [value, ...more] = query.getAll(name);
  if (more.length > 0) throw new SurveyPlatformError("invalid_callback", { parameter: name });
  return value;
}
