import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { Store } from "../store/store.ts";
import { checkCredentials, wrongCredentials, type RefusedCredentials } from "./check-credentials.ts";
import type { PageRoute } from "./page-route.ts";
import { readOwnForm } from "./read-form.ts";
import { refusalReporter } from "./refused-sign-in.ts";
import { returnAddress } from "./return-address.ts";
import { attemptOf } from "./sign-in-attempt.ts";
import { StepUpPage } from "./step-up-page.tsx";
import type { UserVisit } from "./visit.ts";

const path = "/account/confirm";

/** The page that asks for the password again before something dangerous. */
export function stepUpPages(store: Store): readonly PageRoute[] {
  return [
    {
      method: "GET",
      path,
      access: "user",
      handle(visit) {
        const returnTo = returnToOf(visit, visit.context.req.query("return_to"));
        return showForm(visit, { returnTo, status: 200 });
      },
    },
    confirmPassword(store),
  ];
}

function confirmPassword(store: Store): PageRoute {
  const report = refusalReporter(store);
  return {
    method: "POST",
    path,
    access: "user",
    async handle(visit) {
      const form = await readOwnForm(visit, ["password", "return_to"]);
      const returnTo = returnToOf(visit, form.return_to);
      if (form.password === "") return showForm(visit, { returnTo, status: 400, problem: "missing" });
      const refused = await tryConfirm(store, visit, form.password);
      if (refused === undefined) return redirectTo(returnTo);
      await report(visit, visit.session.user.username, refused);
      return showForm(visit, { ...refused, returnTo });
    },
  };
}

/** @returns why the session was not confirmed, when it was not */
async function tryConfirm(
  store: Store,
  visit: UserVisit,
  password: string,
): Promise<RefusedCredentials | undefined> {
  const { user, hash } = visit.session;
  const attempt = await attemptOf(store, visit, user.username);
  const checked = await checkCredentials(store, attempt, { username: user.username, password });
  if ("problem" in checked) return checked;
  const { username, passwordHash } = checked;
  const isConfirmed = await store.confirmSession({ hash, username, passwordHash, attempt });
  return isConfirmed ? undefined : wrongCredentials;
}

function returnToOf({ isReturnable }: UserVisit, address: string | undefined): string {
  return returnAddress(address, isReturnable) ?? "/account/applications";
}

type ShownForm = { readonly returnTo: string; readonly status: number } & (
  | { readonly problem?: "missing"; readonly retryAfterSeconds?: undefined }
  | RefusedCredentials
);

function showForm(visit: UserVisit, { returnTo, status, problem, retryAfterSeconds }: ShownForm): Response {
  if (retryAfterSeconds !== undefined) visit.context.header("Retry-After", String(retryAfterSeconds));
  return renderPage(
    <StepUpPage
      language={visit.language}
      path={`${path}?return_to=${encodeURIComponent(returnTo)}`}
      signedIn={visit.signedIn}
      returnTo={returnTo}
      problem={problem}
      retryAfterSeconds={retryAfterSeconds}
    />,
    { status, script: true },
  );
}
