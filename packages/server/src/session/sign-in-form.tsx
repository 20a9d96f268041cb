import { csrfTokenOf } from "@survey-open-platform/service";
import type { SignUp } from "../config/settings.ts";
import { renderPage } from "../pages/render-page.ts";
import type { Store } from "../store/store.ts";
import { openForm } from "./form-token.ts";
import { SignInPage, type OfferedProvider, type SignInProblem } from "./sign-in-page.tsx";
import type { PageRequest } from "./page-request.ts";
import { withReturnTo } from "./return-address.ts";

/** A sign-in form, new or refused. */
export interface SignInFormView {
  readonly returnTo: string;
  readonly status: number;
  readonly username?: string;
  readonly problem?: SignInProblem;
  readonly retryAfterSeconds?: number;
}

/** Shows the sign-in form with every way to sign in that there is. */
export type ShowSignInForm = (pageRequest: PageRequest, form: SignInFormView) => Promise<Response>;

/** Makes the {@link ShowSignInForm} of the platform. */
export function signInForm(
  store: Store,
  { providers, signUp }: { readonly providers: readonly OfferedProvider[]; readonly signUp: SignUp },
): ShowSignInForm {
  return async (pageRequest, { returnTo, status, username, problem, retryAfterSeconds }) =>
    renderPage(
      <SignInPage
        language={pageRequest.language}
        path={withReturnTo("/login", returnTo)}
        csrf={csrfTokenOf(openForm(pageRequest))}
        returnTo={returnTo}
        username={username}
        problem={problem}
        retryAfterSeconds={retryAfterSeconds}
        applicationName={await askingApplication(store, returnTo)}
        offersPasskey={pageRequest.relyingParty !== undefined}
        providers={providers}
        signUp={signUp}
      />,
      { status, script: true, retryAfterSeconds },
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
