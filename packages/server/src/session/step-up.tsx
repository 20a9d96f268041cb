import { redirectTo } from "../pages/redirect-to.ts";
import { renderPage } from "../pages/render-page.ts";
import type { Store } from "../store/store.ts";
import type { RefusedCredentials } from "./check-credentials.ts";
import type { PageRoute } from "./page-route.ts";
import { passwordCheck } from "./password-check.ts";
import { readOwnForm } from "./read-form.ts";
import { returnAddressOrDefault } from "./return-address.ts";
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
        const returnTo = returnAddressOrDefault(visit, visit.context.req.query("return_to"));
        return showForm(visit, { returnTo, status: 200 });
      },
    },
    confirmPassword(store),
  ];
}

function confirmPassword(store: Store): PageRoute {
  const checkPassword = passwordCheck(store);
  return {
    method: "POST",
    path,
    access: "user",
    async handle(visit) {
      const { password, return_to } = await readOwnForm(visit, ["password", "return_to"]);
      const returnTo = returnAddressOrDefault(visit, return_to);
      if (password === "") return showForm(visit, { returnTo, status: 400, problem: "missing" });
      const { user, hash } = visit.session;
      const result = await checkPassword(visit, { username: user.username, password }, async (checked) => {
        const isConfirmed = await store.confirmSession({ ...checked, hash });
        return isConfirmed ? redirectTo(returnTo) : undefined;
      });
      return result instanceof Response ? result : showForm(visit, { ...result, returnTo });
    },
  };
}

type ShownForm = { readonly returnTo: string; readonly status: number } & (
  | { readonly problem?: "missing"; readonly retryAfterSeconds?: undefined }
  | RefusedCredentials
);

function showForm(visit: UserVisit, { returnTo, status, problem, retryAfterSeconds }: ShownForm): Response {
  return renderPage(
    <StepUpPage
      language={visit.language}
      path={`${path}?return_to=${encodeURIComponent(returnTo)}`}
      signedIn={visit.signedIn}
      returnTo={returnTo}
      problem={problem}
      retryAfterSeconds={retryAfterSeconds}
    />,
    { status, script: true, retryAfterSeconds },
  );
}
