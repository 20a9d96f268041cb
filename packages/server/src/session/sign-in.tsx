import { csrfTokenOf } from "@survey-open-platform/service";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { Store } from "../store/store.ts";
import type { RefusedCredentials } from "./check-credentials.ts";
import { formTokenOf, openForm } from "./form-token.ts";
import { prepareSession } from "./new-session.ts";
import { readForm } from "./read-form.ts";
import type { PageRoute } from "./page-route.ts";
import { passwordCheck, type CheckedUser } from "./password-check.ts";
import { beginSecondStep } from "./second-factor.tsx";
import { returnAddress, returnAddressOrDefault, signInAddress } from "./return-address.ts";
import { SignInPage, type SignInProblem } from "./sign-in-page.tsx";
import type { Visit } from "./visit.ts";

/** `GET /login`: the form; a signed-in user is redirected. */
export function signInPage(store: Store): PageRoute {
  return {
    method: "GET",
    path: "/login",
    access: "anyone",
    handle(visit) {
      const returnTo = returnAddressOrDefault(visit, visit.context.req.query("return_to"));
      if (visit.session !== undefined) return redirectTo(returnTo);
      return showForm(store, visit, { returnTo, username: "", status: 200 });
    },
  };
}

/** `POST /login`: checks the password and starts a session. */
export function signIn(store: Store): PageRoute {
  const checkPassword = passwordCheck(store);
  return {
    method: "POST",
    path: "/login",
    access: "anyone",
    async handle(visit) {
      const form = await readForm(visit, formTokenOf(visit), ["username", "password", "return_to"]);
      const returnTo = returnAddressOrDefault(visit, form.return_to);
      const refuse = (refusal: RefusedCredentials | typeof missing) =>
        showForm(store, visit, { ...refusal, returnTo, username: form.username });
      if (form.username === "" || form.password === "") return refuse(missing);
      const result = await checkPassword(visit, form, (user) => goOn(store, visit, { user, returnTo }));
      return result instanceof Response ? result : refuse(result);
    },
  };
}

const missing = { status: 400, problem: "missing" } as const;

/** @returns undefined when the password was changed, or the user disabled, since it was checked */
async function goOn(
  store: Store,
  visit: Visit,
  { user, returnTo }: { readonly user: CheckedUser; readonly returnTo: string },
): Promise<Response | undefined> {
  if ((await store.findSecondFactor(user.id)).isOn)
    return redirectTo(await beginSecondStep(store, visit, { user, returnTo }));
  const { session, keep } = prepareSession(visit);
  if (!(await store.startSession({ ...session, ...user }))) return undefined;
  keep();
  return redirectTo(returnTo);
}

interface ShownForm {
  readonly returnTo: string;
  readonly username: string;
  readonly status: number;
  readonly problem?: SignInProblem;
  readonly retryAfterSeconds?: number;
}

async function showForm(store: Store, visit: Visit, form: ShownForm): Promise<Response> {
  return renderPage(
    <SignInPage
      language={visit.language}
      path={`/login?return_to=${encodeURIComponent(form.returnTo)}`}
      csrf={csrfTokenOf(openForm(visit))}
      returnTo={form.returnTo}
      username={form.username}
      problem={form.problem}
      retryAfterSeconds={form.retryAfterSeconds}
      applicationName={await askingApplication(store, form.returnTo)}
    />,
    { status: form.status, script: true, retryAfterSeconds: form.retryAfterSeconds },
  );
}

/** The name of the application whose authorization link brought the user here. */
async function askingApplication(store: Store, returnTo: string): Promise<string | undefined> {
  const { pathname, searchParams } = new URL(returnTo, "http://here.invalid");
  const appid = searchParams.get("appid");
  // Anyone can add an appid to the address of a page that no application leads to.
  if (appid === null || pathname !== "/connect/oauth2/authorize") return undefined;
  return (await store.findApplication(appid))?.name;
}

/** `POST /logout`: ends the session; with `return_to`, redirects to the sign-in page, to go on as another user. */
export function signOut(store: Store): PageRoute {
  return {
    method: "POST",
    path: "/logout",
    access: "anyone",
    async handle(visit) {
      const { session } = visit;
      if (session === undefined) return redirectTo("/");
      await readForm(visit, session.token, []);
      await store.endSession(session.hash);
      visit.cookies.clear("sop_session");
      const returnTo = returnAddress(visit.context.req.query("return_to"), visit.isReturnable);
      return redirectTo(returnTo === undefined ? "/" : signInAddress(returnTo));
    },
  };
}
