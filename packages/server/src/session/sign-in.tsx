import { redirectTo } from "../pages/redirect-to.ts";
import type { Store } from "../store/store.ts";
import type { RefusedCredentials } from "./check-credentials.ts";
import { forgetPerson } from "./forget-person.ts";
import { hashOfCookie, prepareSession } from "./new-session.ts";
import { readForm } from "./read-form.ts";
import { readSignInForm } from "./read-sign-in-form.ts";
import type { PageRoute } from "./page-route.ts";
import { passwordCheck, type CheckedUser } from "./password-check.ts";
import { beginSecondStep } from "./second-factor.tsx";
import { returnAddress, returnAddressOrDefault, signInAddress } from "./return-address.ts";
import type { ShowSignInForm } from "./sign-in-form.tsx";
import type { PageRequest } from "./page-request.ts";
import { releasePushedRequests } from "../store/tokens/pushed-request-table.ts";
import { endRespondentSession } from "../store/people/respondent-session-table.ts";
import { findSecondFactor } from "../store/people/second-factor-table.ts";
import { endSession, startSession } from "../store/people/session-table.ts";

/** `GET /login`: the form; a signed-in user is redirected. */
export function signInPage(showForm: ShowSignInForm): PageRoute {
  return {
    method: "GET",
    path: "/login",
    access: "anyone",
    handle(pageRequest) {
      const returnTo = returnAddressOrDefault(pageRequest, pageRequest.context.req.query("return_to"));
      if (pageRequest.session !== undefined) return redirectTo(returnTo);
      return showForm(pageRequest, { returnTo, status: 200 });
    },
  };
}

/** `POST /login`: checks the password and starts a session. */
export function signIn(store: Store, showForm: ShowSignInForm): PageRoute {
  const checkPassword = passwordCheck(store);
  return {
    method: "POST",
    path: "/login",
    access: "anyone",
    async handle(pageRequest) {
      const { fields: form, isLate } = await readSignInForm(pageRequest, [
        "username",
        "password",
        "return_to",
      ]);
      const returnTo = returnAddressOrDefault(pageRequest, form.return_to);
      if (isLate) return redirectTo(returnTo);
      const refuse = (refusal: RefusedCredentials | typeof missing) =>
        showForm(pageRequest, { ...refusal, returnTo, username: form.username });
      if (form.username === "" || form.password === "") return refuse(missing);
      const result = await checkPassword(pageRequest, form, (user) =>
        startSignedIn(store, pageRequest, { user, returnTo }),
      );
      return result instanceof Response ? result : refuse(result);
    },
  };
}

const missing = { status: 400, problem: "missing" } as const;

/**
 * Begins a session after a password was right, or asks for the second factor.
 *
 * @returns undefined when the password was changed, or the user disabled, since it was checked
 */
export async function startSignedIn(
  store: Store,
  pageRequest: PageRequest,
  { user, returnTo }: { readonly user: CheckedUser; readonly returnTo: string },
): Promise<Response | undefined> {
  if ((await findSecondFactor(store.reader, user.id)).isOn)
    return redirectTo(await beginSecondStep(store, pageRequest, { user, returnTo }));
  const { session, keep } = prepareSession(pageRequest);
  if (!(await store.write(startSession, { ...session, ...user }))) return undefined;
  keep();
  return redirectTo(returnTo);
}

/** `POST /logout`: ends the session; with `return_to`, redirects to the sign-in page, to go on as another user. */
export function signOut(store: Store): PageRoute {
  return {
    method: "POST",
    path: "/logout",
    access: "anyone",
    async handle(pageRequest) {
      const { session } = pageRequest;
      if (session === undefined) return redirectTo("/");
      await readForm(pageRequest, session.token, []);
      const returnTo = returnAddress(pageRequest.context.req.query("return_to"), pageRequest.isReturnable);
      if (returnTo !== undefined) await store.write(releasePushedRequests, session.hash);
      await store.write(endSession, session.hash);
      const respondent = hashOfCookie(pageRequest.cookies.get("sop_respondent_session"));
      if (respondent !== undefined) await store.write(endRespondentSession, respondent);
      forgetPerson(pageRequest);
      return redirectTo(returnTo === undefined ? "/" : signInAddress(returnTo));
    },
  };
}
