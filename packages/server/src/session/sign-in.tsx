import { csrfTokenOf } from "@survey-open-platform/service";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { CountedAttempt } from "../store/session-table.ts";
import type { Store } from "../store/store.ts";
import type { UserWithPassword } from "../store/user-table.ts";
import {
  checkCredentials,
  wrongCredentials,
  type Credentials,
  type RefusedCredentials,
} from "./check-credentials.ts";
import { formTokenOf, openForm } from "./form-token.ts";
import { prepareSession } from "./new-session.ts";
import { readForm } from "./read-form.ts";
import type { PageRoute } from "./page-route.ts";
import { beginSecondStep } from "./second-factor.tsx";
import { refusalReporter } from "./refused-sign-in.ts";
import { returnAddress, signInAddress } from "./return-address.ts";
import { attemptOf } from "./sign-in-attempt.ts";
import { SignInPage, type SignInProblem } from "./sign-in-page.tsx";
import type { Visit } from "./visit.ts";

/** Where a user is redirected who opened the sign-in page directly. */
const defaultReturnAddress = "/account/applications";

/** `GET /login`: the form; a signed-in user is redirected. */
export function signInPage(store: Store): PageRoute {
  return {
    method: "GET",
    path: "/login",
    access: "anyone",
    handle(visit) {
      const returnTo =
        returnAddress(visit.context.req.query("return_to"), visit.isReturnable) ?? defaultReturnAddress;
      if (visit.session !== undefined) return redirectTo(returnTo);
      return showForm(store, visit, { returnTo, username: "", status: 200 });
    },
  };
}

/** `POST /login`: checks the password and starts a session. */
export function signIn(store: Store): PageRoute {
  const report = refusalReporter(store);
  return {
    method: "POST",
    path: "/login",
    access: "anyone",
    async handle(visit) {
      const form = await readForm(visit, formTokenOf(visit), ["username", "password", "return_to"]);
      const returnTo = returnAddress(form.return_to, visit.isReturnable) ?? defaultReturnAddress;
      const refuse = (refusal: RefusedCredentials | typeof missing) =>
        showForm(store, visit, { ...refusal, returnTo, username: form.username });
      if (form.username === "" || form.password === "") return refuse(missing);
      const refused = await trySignIn(store, visit, form);
      if (refused === undefined) return redirectTo(returnTo);
      if ("nextStep" in refused) return redirectTo(refused.nextStep(returnTo));
      await report(visit, form.username, refused);
      return refuse(refused);
    },
  };
}

const missing = { status: 400, problem: "missing" } as const;

interface NextStep {
  readonly nextStep: (returnTo: string) => string;
}

/** @returns why there is no session, when there is none, or that a code is needed too */
async function trySignIn(
  store: Store,
  visit: Visit,
  credentials: Credentials,
): Promise<RefusedCredentials | NextStep | undefined> {
  const attempt = await attemptOf(store, visit, credentials.username);
  const user = await checkCredentials(store, attempt, credentials);
  if ("problem" in user) return user;
  if ((await store.findSecondFactor(user.id)).isOn)
    return { nextStep: await beginSecondStep(store, visit, user) };
  return (await startSession(store, visit, { user, attempt })) ? undefined : wrongCredentials;
}

/** @returns false when the password was changed, or the user disabled, since it was checked */
async function startSession(
  store: Store,
  visit: Visit,
  { user, attempt }: { readonly user: UserWithPassword; readonly attempt: CountedAttempt },
): Promise<boolean> {
  const { session, keep } = prepareSession(visit);
  const started = await store.startSession({ ...session, ...user, attempt });
  if (started) keep();
  return started;
}

interface ShownForm {
  readonly returnTo: string;
  readonly username: string;
  readonly status: number;
  readonly problem?: SignInProblem;
  readonly retryAfterSeconds?: number;
}

async function showForm(store: Store, visit: Visit, form: ShownForm): Promise<Response> {
  if (form.retryAfterSeconds !== undefined)
    visit.context.header("Retry-After", String(form.retryAfterSeconds));
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
    { status: form.status, script: true },
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
