import { csrfTokenOf } from "@survey-open-platform/service";
import { hashToken, makeRandomId } from "../model/token.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import {
  beginPendingSignIn,
  finishSignIn,
  findPending,
  pendingSignInSeconds,
} from "../store/people/second-factor-table.ts";
import type { Store } from "../store/store.ts";
import type { UserWithPassword } from "../store/people/user-table.ts";
import { openForm } from "./form-token.ts";
import { prepareSession } from "./new-session.ts";
import type { PageRoute } from "./page-route.ts";
import { readSignInForm } from "./read-sign-in-form.ts";
import { refusalReporter } from "./refused-sign-in.ts";
import { returnAddressOrDefault, signInAddress, withReturnTo } from "./return-address.ts";
import { SecondFactorPage, type SecondFactorProblem } from "./second-factor-page.tsx";
import type { PageRequest } from "./page-request.ts";
import { leadsToApplication } from "./authorization-link.ts";

const path = "/login/second-factor";

/** Keeps a sign-in whose password was right until its second step. @returns the address of that step */
export async function beginSecondStep(
  store: Store,
  pageRequest: PageRequest,
  { user, returnTo }: { readonly user: UserWithPassword; readonly returnTo: string },
): Promise<string> {
  const token = makeRandomId();
  const { id: userId, passwordHash } = user;
  await store.write(beginPendingSignIn, { hash: hashToken(token), userId, passwordHash });
  pageRequest.cookies.set("sop_pending", token, pendingSignInSeconds);
  return withReturnTo(path, returnTo);
}

/** The second step of signing in: a code of the authenticator app, or a recovery code. */
export function secondFactorPages(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "anyone",
      async handle(pageRequest) {
        const returnTo = returnAddressOrDefault(pageRequest, pageRequest.context.req.query("return_to"));
        if ((await pendingOf(store, pageRequest)) === undefined) return redirectTo(signInAddress(returnTo));
        return showForm(pageRequest, { returnTo, status: 200 });
      },
    },
    finishSecondStep(store),
  ];
}

function finishSecondStep(store: Store): PageRoute {
  const report = refusalReporter(store);
  return {
    method: "POST",
    path,
    access: "anyone",
    async handle(pageRequest) {
      const { fields: form, isLate } = await readSignInForm(pageRequest, ["code", "return_to"]);
      const returnTo = returnAddressOrDefault(pageRequest, form.return_to);
      if (isLate) return redirectTo(returnTo);
      const pending = await pendingOf(store, pageRequest);
      if (pending === undefined) return redirectTo(signInAddress(returnTo));
      const { session, keep } = prepareSession(pageRequest);
      const step = { pendingHash: pending.hash, code: form.code, session };
      const result = await store.write(finishSignIn, { ...step, username: pending.username });
      if (result === "expired") return redirectTo(signInAddress(returnTo));
      if (result === "signed_in") {
        keep();
        pageRequest.cookies.clear("sop_pending");
        return redirectTo(returnTo);
      }
      const refused = refusedStep(result);
      await report(pageRequest, pending.username, { ...refused, problem: logged[refused.problem] });
      return showForm(pageRequest, { ...refused, returnTo });
    },
  };
}

/** How a refused code is reported to the log. */
const logged = { wrong_code: "wrong_credentials", too_many_attempts: "too_many_attempts" } as const;

interface RefusedStep {
  readonly status: number;
  readonly problem: SecondFactorProblem;
  readonly retryAfterSeconds?: number;
}

function refusedStep(result: "wrong_code" | { readonly retryAfterSeconds?: number }): RefusedStep {
  if (result === "wrong_code") return { status: 401, problem: "wrong_code" };
  return { ...result, status: 429, problem: "too_many_attempts" };
}

/** The sign-in of this browser whose second step is still to come. */
async function pendingOf(store: Store, { cookies }: PageRequest) {
  const token = cookies.get("sop_pending");
  if (token === undefined) return undefined;
  const hash = hashToken(token);
  const pending = await findPending(store.reader, hash);
  return pending && { hash, username: pending.username };
}

interface FormView {
  readonly returnTo: string;
  readonly status: number;
  readonly problem?: SecondFactorProblem;
  readonly retryAfterSeconds?: number;
}

function showForm(
  pageRequest: PageRequest,
  { returnTo, status, problem, retryAfterSeconds }: FormView,
): Promise<Response> {
  return renderPage(
    <SecondFactorPage
      language={pageRequest.language}
      path={withReturnTo(path, returnTo)}
      csrf={csrfTokenOf(openForm(pageRequest))}
      returnTo={returnTo}
      problem={problem}
      retryAfterSeconds={retryAfterSeconds}
      offersPasskey={pageRequest.relyingParty !== undefined}
    />,
    { status, keepsOpener: leadsToApplication(returnTo), retryAfterSeconds },
  );
}
