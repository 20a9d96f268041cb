import type { RecordedAttempt } from "../store/people/session-table.ts";
import type { Store } from "../store/store.ts";
import type { UserWithPassword } from "../store/people/user-table.ts";
import {
  checkCredentials,
  wrongCredentials,
  type Credentials,
  type RefusedCredentials,
} from "./check-credentials.ts";
import { refusalReporter } from "./refused-sign-in.ts";
import { attemptOf } from "./sign-in-attempt.ts";
import type { PageRequest } from "./page-request.ts";

/** A user whose password was right, and where the attempt was counted. */
export type CheckedUser = UserWithPassword & { readonly attempt: RecordedAttempt };

/**
 * Checks a password and acts on it. A refused one is reported.
 *
 * @param act what the password allows; it gives undefined when the password was changed, or the user disabled, since the
 *   check
 * @returns the response of `act`, or why there is none
 */
export type CheckPassword = (
  pageRequest: PageRequest,
  credentials: Credentials,
  act: (user: CheckedUser) => Promise<Response | undefined>,
) => Promise<Response | RefusedCredentials>;

/** Makes the {@link CheckPassword} of one form. */
export function passwordCheck(store: Store): CheckPassword {
  const report = refusalReporter(store);
  return async (pageRequest, credentials, act) => {
    const attempt = await attemptOf(store, pageRequest, credentials.username);
    const user = await checkCredentials(store, attempt, credentials);
    const result = "problem" in user ? user : ((await act({ ...user, attempt })) ?? wrongCredentials);
    if (!(result instanceof Response)) await report(pageRequest, credentials.username, result);
    return result;
  };
}
