import { RefusalThrottle } from "../http/refusal-throttle.ts";
import type { RefusedSignIn } from "../http/request-observer.ts";
import type { Store } from "../store/store.ts";
import { usernamePseudonyms } from "./sign-in-attempt.ts";
import type { PageRequest } from "./page-request.ts";

/** Refused attempts, of all callers, that get their response at once; the others get it a second later. */
export const refusedAtOnce = { perMinute: 600, burst: 300 };

/** Reports a refused sign-in to the log and the audit log, and holds the response back where many were refused. */
export type ReportRefusal = (
  pageRequest: PageRequest,
  username: string,
  refused: Pick<RefusedSignIn, "problem">,
) => Promise<void>;

/** Makes the {@link ReportRefusal} of one form. */
export function refusalReporter(store: Store): ReportRefusal {
  const throttle = new RefusalThrottle(refusedAtOnce);
  const pseudonymOf = usernamePseudonyms(store);
  return async (pageRequest, username, { problem }) => {
    const { address: caller } = pageRequest;
    const pseudonym = await pseudonymOf(username);
    pageRequest.reportRefusedSignIn({ problem, address: caller.text, username: pseudonym });
    await store.recordSecurityEvent({ action: "sign_in.refused", caller, username: pseudonym, problem });
    if (problem === "too_many_attempts")
      await store.recordSecurityEvent({ action: "address.throttled", caller, call: "sign-in" });
    // Wrong passwords take their time anyway; what was never checked would be sent again at once.
    if (problem !== "wrong_credentials") await throttle.delay("");
  };
}
