import { PageError } from "../pages/page-error.ts";
import { formTokenOf } from "./form-token.ts";
import { readUnprovenForm, valuesOf } from "./read-form.ts";
import type { PageRequest } from "./page-request.ts";

/** Longest form on the way to a session, in bytes. */
const maximumBytes = 64 * 1024;

/** A form that was sent before there was a session. */
export interface SignInForm<Name extends string> {
  readonly fields: Readonly<Record<Name, string>>;
  /**
   * Whether the user has signed in since the form was shown, in another tab, or went back to it. Its token has ended then, so nothing may be
   * done with the form but to go on to the page that it was for.
   */
  readonly isLate: boolean;
}

/**
 * Reads a form on the way to a session, see `readForm`.
 *
 * @throws `PageError` `csrf` for a form of another site, and for one that is not ours of a visitor who is not signed in; `invalid_argument`
 */
export async function readSignInForm<Name extends string>(
  pageRequest: PageRequest,
  names: readonly Name[],
): Promise<SignInForm<Name>> {
  const { fields, isProven } = await readUnprovenForm(pageRequest, formTokenOf(pageRequest), maximumBytes);
  if (!isProven && pageRequest.session === undefined) throw new PageError("csrf", { status: 403 });
  return { fields: valuesOf(fields, names), isLate: !isProven };
}
