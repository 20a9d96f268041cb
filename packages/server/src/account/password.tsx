import { hashToken } from "../model/token.ts";
import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { FormProblems } from "../pages/components/error-summary.tsx";
import { actorOf } from "../session/actor.ts";
import { checkCredentials, wrongCredentials, type RefusedCredentials } from "../session/check-credentials.ts";
import { passwordProblem } from "../session/credential-fields.ts";
import type { PageRoute } from "../session/page-route.ts";
import { hashPassword } from "../session/password.ts";
import { readOwnForm } from "../session/read-form.ts";
import { refusalReporter } from "../session/refused-sign-in.ts";
import { attemptOf } from "../session/sign-in-attempt.ts";
import type { UserVisit } from "../session/visit.ts";
import type { Store } from "../store/store.ts";
import { PasswordPage } from "./password-page.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";

const path = "/account/password";

/** The page that changes the password. */
export function passwordPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (visit) => showForm(visit, { status: 200 }) },
    changePassword(store),
  ];
}

interface PasswordForm {
  readonly old_password: string;
  readonly password: string;
}

/** The old password is asked for itself and not by a step-up: an open browser must not be enough to take the account over. */
function changePassword(store: Store): PageRoute {
  const report = refusalReporter(store);
  return {
    method: "POST",
    path,
    access: "user",
    async handle(visit) {
      const form = await readOwnForm(visit, ["old_password", "password"]);
      const problems = problemsOf(visit, form);
      if (Object.keys(problems).length > 0) return showForm(visit, { status: 400, problems });
      const refused = await tryChange(store, visit, form);
      if (refused === undefined) return redirectTo("/account/security?notice=password_changed");
      await report(visit, visit.session.user.username, refused);
      return showForm(visit, { ...refused, refused });
    },
  };
}

function problemsOf({ language, session }: UserVisit, form: PasswordForm): FormProblems {
  const { signUp, passwordChange } = accountTextsFor(language);
  const problem = passwordProblem(form.password, session.user.username);
  return {
    ...(form.old_password === "" && { old_password: passwordChange.problems.old_missing }),
    ...(problem !== undefined && { password: signUp.problems[problem] }),
  };
}

/** @returns why the password was not changed, when it was not */
async function tryChange(
  store: Store,
  visit: UserVisit,
  form: PasswordForm,
): Promise<RefusedCredentials | undefined> {
  const { user, hash } = visit.session;
  const attempt = await attemptOf(store, visit, user.username);
  const credentials = { username: user.username, password: form.old_password };
  const checked = await checkCredentials(store, attempt, credentials);
  if ("problem" in checked) return checked;
  const device = visit.cookies.get("sop_device");
  const change = {
    userId: user.id,
    checked: checked.passwordHash,
    passwordHash: await hashPassword(form.password),
    sessionHash: hash,
    deviceHash: device === undefined ? undefined : hashToken(device),
    attempt,
  };
  return (await store.changePassword(change, actorOf(visit))) ? undefined : wrongCredentials;
}

interface ShownForm {
  readonly status: number;
  readonly problems?: FormProblems;
  readonly refused?: RefusedCredentials;
}

function showForm(visit: UserVisit, { status, problems, refused }: ShownForm): Response {
  const { language, signedIn, context } = visit;
  if (refused?.retryAfterSeconds !== undefined)
    context.header("Retry-After", String(refused.retryAfterSeconds));
  const isWrong = refused?.problem === "wrong_credentials";
  const wrong = { old_password: accountTextsFor(language).passwordChange.problems.old_wrong };
  return renderPage(
    <PasswordPage
      language={language}
      path={path}
      signedIn={signedIn}
      problems={isWrong ? wrong : (problems ?? {})}
      refused={refused}
    />,
    { status, script: true },
  );
}
