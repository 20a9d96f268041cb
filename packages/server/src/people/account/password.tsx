import { hashToken } from "../../model/token.ts";
import { redirectTo } from "../../pages/redirect-to.ts";
import { renderPage } from "../../pages/render-page.ts";
import type { FormProblems } from "../../pages/components/error-summary.tsx";
import { actorOf } from "../../session/actor.ts";
import type { RefusedCredentials } from "../../session/check-credentials.ts";
import { passwordProblem } from "../../session/credential-fields.ts";
import type { PageRoute } from "../../session/page-route.ts";
import { passwordCheck, type CheckedUser } from "../../session/password-check.ts";
import { hashPassword } from "../../session/password.ts";
import { readOwnForm } from "../../session/read-form.ts";
import type { UserRequest } from "../../session/page-request.ts";
import type { Store } from "../../store/store.ts";
import { PasswordPage } from "./password-page.tsx";
import { accountTextsFor } from "./texts/account-texts.ts";
import { changePassword } from "../../store/people/change-password.ts";

const path = "/account/password";

/** The page that changes the password. */
export function passwordPages(store: Store): readonly PageRoute[] {
  return [
    { method: "GET", path, access: "user", handle: (pageRequest) => showForm(pageRequest, { status: 200 }) },
    passwordForm(store),
  ];
}

interface PasswordForm {
  readonly old_password: string;
  readonly password: string;
}

/** The old password is asked for itself and not by a step-up: an open browser must not be enough to take the account over. */
function passwordForm(store: Store): PageRoute {
  const checkPassword = passwordCheck(store);
  return {
    method: "POST",
    path,
    access: "user",
    async handle(pageRequest) {
      const form = await readOwnForm(pageRequest, ["old_password", "password"]);
      const problems = problemsOf(pageRequest, form);
      if (Object.keys(problems).length > 0) return showForm(pageRequest, { status: 400, problems });
      const credentials = { username: pageRequest.session.user.username, password: form.old_password };
      const result = await checkPassword(pageRequest, credentials, async (checked) => {
        const isChanged = await storePassword(store, pageRequest, { checked, password: form.password });
        return isChanged ? redirectTo("/account/security?notice=password_changed") : undefined;
      });
      return result instanceof Response
        ? result
        : showForm(pageRequest, { status: result.status, refused: result });
    },
  };
}

function problemsOf({ language, session }: UserRequest, form: PasswordForm): FormProblems {
  const { signUp, passwordChange } = accountTextsFor(language);
  const problem = passwordProblem(form.password, session.user.username);
  return {
    ...(form.old_password === "" && { old_password: passwordChange.problems.old_missing }),
    ...(problem !== undefined && { password: signUp.problems[problem] }),
  };
}

/** @returns false when the old password was changed, or the user disabled, since it was checked */
async function storePassword(
  store: Store,
  pageRequest: UserRequest,
  { checked, password }: { readonly checked: CheckedUser; readonly password: string },
): Promise<boolean> {
  const { user, hash } = pageRequest.session;
  const device = pageRequest.cookies.get("sop_device");
  const change = {
    userId: user.id,
    checked: checked.passwordHash,
    passwordHash: await hashPassword(password),
    sessionHash: hash,
    deviceHash: device === undefined ? undefined : hashToken(device),
    attempt: checked.attempt,
  };
  return store.write(changePassword, change, actorOf(pageRequest));
}

interface FormView {
  readonly status: number;
  readonly problems?: FormProblems;
  readonly refused?: RefusedCredentials;
}

function showForm(pageRequest: UserRequest, { status, problems, refused }: FormView): Promise<Response> {
  const { language, signedIn } = pageRequest;
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
    { status, script: true, retryAfterSeconds: refused?.retryAfterSeconds },
  );
}
