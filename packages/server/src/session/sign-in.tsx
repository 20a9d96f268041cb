import { csrfTokenOf } from "@survey-open-platform/service";
import { RefusalBrake } from "../http/refusal-brake.ts";
import { hashToken, isRandomId, makeRandomId } from "../model/token.ts";
import { PlatformError } from "../errors.ts";
import { PageError } from "../pages/page-error.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import { deviceSeconds } from "../store/device-table.ts";
import type { CountedAttempt } from "../store/session-table.ts";
import type { Store } from "../store/store.ts";
import type { UserWithPassword } from "../store/user-table.ts";
import { verifyPassword } from "./password.ts";
import { readForm } from "./read-form.ts";
import { returnAddress } from "./return-address.ts";
import type { PageRoute } from "./serve-page.tsx";
import { attemptOf, usernamePseudonyms } from "./sign-in-attempt.ts";
import { SignInPage, type SignInProblem } from "./sign-in-page.tsx";
import type { Visit } from "./visit.ts";

/** How long a user stays signed in. */
const sessionSeconds = 12 * 3600;
/** How long a sign-in form may stay open. */
const signInFormSeconds = 3600;

/** Refused attempts, of all callers, that get their response at once; the others get it a second later. */
const refusedAtOnce = { perMinute: 600, burst: 300 };

/** Where a user is redirected who opened the sign-in page directly. */
const defaultReturnAddress = "/account/applications";

/** `GET /login`: the form; a signed-in user is redirected. */
export function signInPage(store: Store): PageRoute {
  return {
    method: "GET",
    path: "/login",
    handle(visit) {
      const returnTo = returnAddress(visit.context.req.query("return_to")) ?? defaultReturnAddress;
      if (visit.session !== undefined) return redirectTo(returnTo);
      return showForm(store, visit, { returnTo, username: "", status: 200 });
    },
  };
}

/** `POST /login`: checks the password and starts a session. */
export function signIn(store: Store): PageRoute {
  const brake = new RefusalBrake(refusedAtOnce);
  const pseudonymOf = usernamePseudonyms(store);
  return {
    method: "POST",
    path: "/login",
    async handle(visit) {
      const form = await readForm(visit, formTokenOf(visit), ["username", "password", "return_to"]);
      const returnTo = returnAddress(form.return_to) ?? defaultReturnAddress;
      const refuse = (refusal: Refused | typeof missing) =>
        showForm(store, visit, { ...refusal, returnTo, username: form.username });
      if (form.username === "" || form.password === "") return refuse(missing);
      const refused = await trySignIn(store, visit, form);
      if (refused === undefined) return redirectTo(returnTo);
      const { problem } = refused;
      visit.reportRefusedSignIn({
        problem,
        address: visit.address.text,
        username: await pseudonymOf(form.username),
      });
      // Wrong passwords take their time anyway; what was never checked would be sent again at once.
      if (problem !== "wrong_credentials") await brake.hold("");
      return refuse(refused);
    },
  };
}

const missing = { status: 400, problem: "missing" } as const;

interface Refused {
  readonly status: number;
  readonly problem: "wrong_credentials" | "too_many_attempts" | "busy";
  readonly retryAfterSeconds?: number;
}

const wrongCredentials: Refused = { status: 401, problem: "wrong_credentials" };

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** @returns why there is no session, when there is none */
async function trySignIn(store: Store, visit: Visit, credentials: Credentials): Promise<Refused | undefined> {
  const attempt = await attemptOf(store, visit, credentials.username);
  const user = await checkCredentials(store, attempt, credentials);
  if ("problem" in user) return user;
  return (await startSession(store, visit, { user, attempt })) ? undefined : wrongCredentials;
}

/** Every attempt is counted before the password is checked, so that attempts at once are counted exactly. */
async function checkCredentials(
  store: Store,
  attempt: CountedAttempt,
  { username, password }: Credentials,
): Promise<UserWithPassword | Refused> {
  const refusal = await store.takeSignInAttempt(attempt);
  if (refusal !== undefined) return { ...refusal, status: 429, problem: "too_many_attempts" };
  const user = await store.findUserByUsername(username);
  const verified = await verifyUnlessBusy(password, user);
  if (verified === undefined) return { status: 503, problem: "busy", retryAfterSeconds: 5 };
  return !verified || user === undefined || user.disabled ? wrongCredentials : user;
}

async function verifyUnlessBusy(
  password: string,
  user: UserWithPassword | undefined,
): Promise<boolean | undefined> {
  try {
    return await verifyPassword(password, user?.passwordHash);
  } catch (error) {
    if (error instanceof PlatformError && error.type === "request_rate_limited") return undefined;
    throw error;
  }
}

/**
 * A session always gets a new name, and the one that the browser brought ends: a planted one has no effect.
 *
 * @returns false when the password was changed, or the user disabled, since it was checked
 */
async function startSession(
  store: Store,
  visit: Visit,
  { user, attempt }: { readonly user: UserWithPassword; readonly attempt: CountedAttempt },
): Promise<boolean> {
  const [token, device] = [makeRandomId(), makeRandomId()];
  const started = await store.startSession({
    ...user,
    hash: hashToken(token),
    lifetimeSeconds: sessionSeconds,
    replaces: hashOf(visit.cookies.get("sop_session")),
    device: { hash: hashToken(device), replaces: hashOf(visit.cookies.get("sop_device")) },
    attempt,
  });
  if (!started) return false;
  visit.cookies.set("sop_session", token, sessionSeconds);
  visit.cookies.set("sop_device", device, deviceSeconds);
  visit.cookies.clear("sop_sign_in");
  return true;
}

function hashOf(cookie: string | undefined): string | undefined {
  return cookie === undefined ? undefined : hashToken(cookie);
}

interface ShownForm {
  readonly returnTo: string;
  readonly username: string;
  readonly status: number;
  readonly problem?: SignInProblem;
  readonly retryAfterSeconds?: number;
}

async function showForm(store: Store, visit: Visit, form: ShownForm): Promise<Response> {
  const formToken = formTokenOf(visit) ?? makeRandomId();
  visit.cookies.set("sop_sign_in", formToken, signInFormSeconds);
  if (form.retryAfterSeconds !== undefined)
    visit.context.header("Retry-After", String(form.retryAfterSeconds));
  return renderPage(
    <SignInPage
      language={visit.language}
      path={`/login?return_to=${encodeURIComponent(form.returnTo)}`}
      csrf={csrfTokenOf(formToken)}
      returnTo={form.returnTo}
      username={form.username}
      problem={form.problem}
      retryAfterSeconds={form.retryAfterSeconds}
      applicationName={await askingApplication(store, form.returnTo)}
    />,
    { status: form.status, script: true },
  );
}

/**
 * What binds a form to this browser before there is a session. Its csrf token is derived from it, so only a value that
 * was made here counts: the csrf token of an empty or planted one is known to others (RFC 6749, section 10.12).
 */
function formTokenOf(visit: Visit): string | undefined {
  const cookie = visit.cookies.get("sop_sign_in");
  return cookie !== undefined && isRandomId(cookie) ? cookie : undefined;
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
    async handle(visit) {
      const { session } = visit;
      if (session === undefined) return redirectTo("/");
      await readForm(visit, session.token, []);
      await store.endSession(session.hash);
      visit.cookies.clear("sop_session");
      const returnTo = returnAddress(visit.context.req.query("return_to"));
      return redirectTo(returnTo === undefined ? "/" : signInAddress(returnTo));
    },
  };
}

/** The address of the sign-in page, with the path to return to. */
export function signInAddress(returnTo: string): string {
  return `/login?return_to=${encodeURIComponent(returnTo)}`;
}

/** The session that a form needs. @throws `PageError` `csrf` when it has ended */
export function sessionOfForm(visit: Visit) {
  if (visit.session === undefined) throw new PageError("csrf", { status: 403 });
  return visit.session;
}
