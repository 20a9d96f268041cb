import { csrfTokenOf } from "@survey-open-platform/service";
import type { SignUp } from "../config/settings.ts";
import { renderPage } from "../pages/render-page.ts";
import type { Store } from "../store/store.ts";
import { leadsToApplication, readAuthorizationLink } from "./authorization-link.ts";
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
        username={username ?? expectedUsername(returnTo)}
        problem={problem}
        retryAfterSeconds={retryAfterSeconds}
        applicationName={await askingApplication(store, returnTo)}
        offersPasskey={pageRequest.relyingParty !== undefined}
        providers={providers}
        sendsMail={store.policy.sendsMail === true}
        signUp={signUp}
      />,
      { status, script: true, keepsOpener: leadsToApplication(returnTo), retryAfterSeconds },
    );
}

/** The name of the application whose authorization link brought the user here. */
async function askingApplication(store: Store, returnTo: string): Promise<string | undefined> {
  const { clientId } = readAuthorizationLink(returnTo);
  return clientId === null ? undefined : (await store.findApplicationOfClient(clientId))?.name;
}

/** Whom the client expects; what no username looks like is passed over. */
function expectedUsername(returnTo: string): string | undefined {
  const { loginHint } = readAuthorizationLink(returnTo);
  return loginHint !== null && loginHint.length <= longestHint ? loginHint : undefined;
}

const longestHint = 128;
