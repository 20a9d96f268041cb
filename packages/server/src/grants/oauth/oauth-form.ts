import { readAtMost } from "../../http/read-at-most.ts";
import type { PageContext } from "../../session/page-request.ts";
import { OauthError } from "./oauth-error.ts";

const longestForm = 64 * 1024;

/** The parameters of a request. One without a value counts as left out (RFC 6749, section 3.1). */
export class OauthParameters {
  readonly #given: URLSearchParams;

  /** @param listed names that may be given more than once @throws `OauthError` for any other that is (RFC 6749, section 3.1) */
  constructor(given: URLSearchParams, listed: readonly string[] = ["resource"]) {
    this.#given = given;
    for (const name of new Set(given.keys())) {
      if (listed.includes(name) || given.getAll(name).length === 1) continue;
      const which = knownName.test(name) ? name : "A parameter";
      throw new OauthError("invalid_request", `${which} is given more than once. Give it once.`);
    }
  }

  get(name: string): string | undefined {
    return this.all(name)[0];
  }

  all(name: string): readonly string[] {
    return this.#given.getAll(name).filter((value) => value !== "");
  }

  /** All others, as they came. */
  without(names: readonly string[]): URLSearchParams {
    return new URLSearchParams([...this.#given].filter(([name]) => !names.includes(name)));
  }

  /** @throws `OauthError` `invalid_request` when it is not there */
  need(name: string): string {
    const value = this.get(name);
    if (value === undefined)
      throw new OauthError("invalid_request", `${name} is missing. Send it in the body.`);
    return value;
  }
}

/** Any other name may be what somebody else wrote. */
const knownName = /^[a-z_]{1,40}$/;

/**
 * Reads the form that a program posts (RFC 6749, section 3.2). What is in the query does not count.
 *
 * @param listed names that may be given more than once
 * @throws `OauthError`
 */
export async function readOauthForm(
  { req }: PageContext,
  listed?: readonly string[],
): Promise<OauthParameters> {
  const type = req.header("content-type") ?? "";
  if (!/^application\/x-www-form-urlencoded\s*(?:;|$)/i.test(type))
    throw new OauthError("invalid_request", "The body must be a form: application/x-www-form-urlencoded.");
  const body = await readAtMost(req.raw, longestForm);
  if (body === undefined)
    throw new OauthError("invalid_request", `The body is longer than ${longestForm} bytes.`, { status: 413 });
  return new OauthParameters(new URLSearchParams(body.toString("utf8")), listed);
}
