import type { PlatformError } from "../../errors.ts";
import { jsonText, type JsonText } from "../../http/envelope.ts";
import { ParameterProblem } from "../../http/parameters.ts";
import { hashToken } from "../../model/token.ts";
import { findKeptResponse, keepResponse } from "../../store/installation/kept-response-table.ts";
import type { StoreQueries } from "../../store/statements/queries.ts";

const headerName = "Idempotency-Key";
/** Printable ASCII, as header fields have it (RFC 9110, section 5.5). */
export const idempotencyKeyPattern = /^[\x20-\x7e]{1,255}$/;

/** What makes two calls the same one: all that the response depends on. */
export interface IdempotentCall {
  /** The header as it was sent. */
  readonly key: string;
  readonly appid: string;
  /** The account that the token acts for: users of one application do not get each other's responses. */
  readonly accountId: number;
  /** Method and pattern of the path. */
  readonly route: string;
  readonly path: Readonly<Record<string, string>>;
  /** Undefined without one, which is not the same as one without fields. */
  readonly body: unknown;
}

/**
 * The header is no list, so that it may be sent once (RFC 9110, section 5.3): programs on the way might join two, or keep one.
 *
 * @returns the key of a request; undefined when it has none
 * @throws `PlatformError` `invalid_argument`
 */
export function checkIdempotencyKey([key, ...others]: readonly string[]): string | undefined {
  if (others.length > 0) throw refusedKey("is sent more than once");
  if (key !== undefined && !idempotencyKeyPattern.test(key))
    throw refusedKey("must be 1 to 255 printable characters");
  return key;
}

function refusedKey(problem: string): ParameterProblem {
  return new ParameterProblem(headerName, problem);
}

/** The data of a response, and what of it may be kept. */
export interface KeepableData {
  readonly data: unknown;
  readonly kept: unknown;
}

/** How a call is made, and made again. */
export interface Making {
  readonly make: () => Promise<KeepableData>;
  /** Checks whether the caller still reaches what a kept response is about. @throws `PlatformError` */
  readonly checkReach: (kept: unknown) => Promise<void>;
}

/**
 * Makes a call once for each key: a repeated one within a day gets the response of the first, and changes nothing. A call
 * that is refused keeps nothing, and is made again. The lock of the application has to be held.
 *
 * @throws `PlatformError` of the call, or `not_found` for a repeated one about a survey that is not reached any more
 *
 * @returns or why it is refused: the key belongs to a call with another body
 */
export async function makeOnce(
  transaction: StoreQueries,
  call: IdempotentCall,
  { make, checkReach }: Making,
): Promise<JsonText | PlatformError> {
  const keyHash = hashOf([call.appid, call.accountId, call.route, sorted(call.path), call.key]);
  const bodyHash = hashOf(call.body ?? null);
  const earlier = await findKeptResponse(transaction, keyHash);
  if (earlier === undefined) {
    const { data, kept } = await make();
    await keepResponse(transaction, { keyHash, bodyHash, response: JSON.stringify(kept) });
    return jsonText(JSON.stringify(data));
  }
  if (earlier.bodyHash !== bodyHash) return refusedKey("was sent with another body before");
  await checkReach(JSON.parse(earlier.response));
  return jsonText(earlier.response);
}

function hashOf(value: unknown): string {
  return hashToken(JSON.stringify(value));
}

function sorted(path: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(path).toSorted(([a], [b]) => (a < b ? -1 : 1));
}
